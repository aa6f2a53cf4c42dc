import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';
import { type FaultServer, faultServer } from '../../../helpers/fault-server.ts';
import { perFile } from '../../../helpers/lasting.ts';

const NOTHING = '{"items":[],"count":0}';
const SPACE = 'D4BiTqF0x5r6ohpkZNlR';
const ORGANIZATION = 'EGXof2WkRXex0ImfQdV9';

let host: FaultServer;
let interrupt: AbortController | undefined;
/** Answers the list that was asked for, and nothing about what its place is called. */
const cli = perFile(freshCli);
beforeAll(async () => {
  host = await faultServer(({ path }) => {
    if (/\/files/.test(path))
      return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${NOTHING.length}\r\n\r\n${NOTHING}`;
    interrupt?.abort();
    return undefined;
  });
});
afterAll(async () => {
  await host.close();
});

const list = (signal?: AbortSignal) =>
  cli(['files', 'list', '--space', SPACE, '--org', ORGANIZATION], {
    tty: true,
    env: { DOCS_BASE_URL: host.origin, DOCS_TOKEN: 'test-token' },
    ...(signal && { signal }),
  });

// A request by itself is waited for longer than a test may take.
it('says that a list is empty, whether or not the host tells what its place is called', async () => {
  const { exitCode, stderr } = await list();
  expect(stderr).toContain(`no files in ${SPACE}`);
  expect(exitCode).toBe(0);
  expect(host.received.at(-1)?.path).toMatch(/^\/v1\/orgs\b/);
});

it('ends at once when it is interrupted meanwhile', async () => {
  interrupt = new AbortController();
  const { exitCode } = await list(interrupt.signal);
  expect(exitCode).toBe(130);
});
