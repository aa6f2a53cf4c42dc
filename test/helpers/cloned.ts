// A clone of a test sandbox, made by the workflow, and what commands show of both.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getCaller } from '../../src/api/people/members.ts';
import { getOrganization } from '../../src/api/people/organizations.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { readingClient } from '../../src/client/reading-client.ts';
import { inProcessTransport } from '../../src/client/transport/in-process.ts';
import { type CloneJob, type CloneReport, cloneOrganization } from '../../src/jobs/clone/clone.ts';
import { clones, sandboxTransport } from '../../src/sandbox/door.ts';
import { temporaryFolder, untilEnd } from './lasting.ts';
import { openTestSandbox } from './sandbox.ts';
import { workflowClient } from './workflow-client.ts';

export interface CloneHere {
  file: string;
  token: string;
  report: CloneReport;
}

/** Fills the file with what the client sees. */
export async function cloneInto(
  file: string,
  source: Client,
  { organizationId, now, ...job }: Partial<CloneJob> & Pick<CloneJob, 'organizationId' | 'now'>,
): Promise<CloneHere> {
  const client = readingClient(source);
  const organization = await client.call(getOrganization, { organizationId });
  const caller = await client.call(getCaller, {});
  const from = { origin: 'https://source.example', organization, caller };
  const { openClone } = await clones();
  const sink = await openClone(file, from, { env: {}, now });
  try {
    const usual = { withContent: true, scope: {}, concurrency: 8 };
    const report = await cloneOrganization({ client, organizationId, sink, now, ...usual, ...job });
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

/** A test sandbox and a file for clones of it; what is made of them ends with the test. */
export async function cloneBox({ demo = true } = {}) {
  const source = untilEnd(await openTestSandbox({ demo }));
  const file = join(temporaryFolder(), 'clone.db');
  const { organizationId } = source;
  const { client, requests, intercept } = workflowClient(source);
  const now = () => source.clock.now;
  return {
    ...{ source, file, organizationId, client, requests, intercept, now },
    clone: (job: Partial<CloneJob> = {}) => cloneInto(file, client, { organizationId, now, ...job }),
    open: (token: string) => untilEnd(clientOfFile(file, token, now), (it) => it.close()),
    bytes: () => Buffer.concat([file, `${file}-wal`].filter(existsSync).map((one) => readFileSync(one))),
    clear: () => {
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    },
  };
}
