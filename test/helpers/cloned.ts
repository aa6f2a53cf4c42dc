// A clone of a test sandbox, made by the workflow, and what commands show of both.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCaller } from '../../src/api/people/members.ts';
import { getOrganization } from '../../src/api/people/organizations.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { readingClient } from '../../src/client/reading-client.ts';
import { inProcessTransport } from '../../src/client/transport/in-process.ts';
import { type CloneJob, type CloneReport, cloneOrganization } from '../../src/jobs/clone/clone.ts';
import { clones, sandboxTransport } from '../../src/sandbox/door.ts';

export interface CloneHere {
  file: string;
  token: string;
  report: CloneReport;
}

/** Fills the file with what the client sees. */
export async function cloneInto(
  file: string,
  source: Client,
  {
    organizationId,
    now,
    ...job
  }: Partial<CloneJob> & {
    organizationId: string;
    now: () => Date;
  },
): Promise<CloneHere> {
  const client = readingClient(source);
  const organization = await client.call(getOrganization, { organizationId });
  const caller = await client.call(getCaller, {});
  const from = { origin: 'https://source.example', organization, caller };
  const { openClone } = await clones();
  const sink = await openClone(file, from, { env: {}, now });
  try {
    const report = await cloneOrganization({
      client,
      organizationId,
      sink,
      withContent: true,
      scope: {},
      concurrency: 8,
      now,
      ...job,
    });
    const token = sink.token();
    sink.endEarlierTokens();
    return { file, token, report };
  } finally {
    sink.close();
  }
}

/** A client of a sandbox file; `close` it. */
export function clientOfFile(file: string, token: string, now: () => Date): Client {
  const door = sandboxTransport(file, { env: {}, now });
  return createClient({
    baseUrl: 'sandbox:',
    token: () => ({ reveal: () => token }),
    userAgent: 'docs/0.0.0',
    transport: Object.assign(inProcessTransport(door.dispatch, door.match), {
      close: async () => door.close(),
    }),
    sleep: async () => {},
  });
}

/** A place for a file that `remove` takes away. */
export function cloneFolder(): { file: string; bytes: () => Buffer; clear: () => void; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'docs-clone-'));
  const file = join(folder, 'clone.db');
  return {
    file,
    bytes: () =>
      Buffer.concat(
        ['', '-wal']
          .map((end) => file + end)
          .filter(existsSync)
          .map((one) => readFileSync(one)),
      ),
    clear: () => {
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
