import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/sandbox/db/database.ts';
import type { LoggedRequest } from '../../src/sandbox/http/routes.ts';
import { type InitResult, initSandbox } from '../../src/sandbox/init.ts';
import { removeSandbox } from '../../src/sandbox/remove.ts';
import { type RunningSandbox, type ServeOptions, serveSandbox } from '../../src/sandbox/serve.ts';
import { serversOf } from '../../src/sandbox/serving.ts';
import { sandboxStatus } from '../../src/sandbox/status.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const ROUNDS = runs('L12', 'rounds', 8);

const folder = temporaryFolder();
let made: InitResult;
beforeAll(async () => {
  made = await initSandbox({ file: join(folder, 'original.db'), demo: false, env: {} });
});

let copies = 0;
async function served(options: Partial<ServeOptions> = {}): Promise<RunningSandbox & { file: string }> {
  copies += 1;
  const file = join(folder, `${copies}.db`);
  copyFileSync(made.file, file);
  return { ...(await serveSandbox({ file, env: {}, ...options })), file };
}

const authorization = () => `Bearer ${made.adminToken}`;

async function addSpace({ url }: RunningSandbox, title: string): Promise<number> {
  const answer = await fetch(`${url}/v1/orgs/${made.organizationId}/spaces`, {
    method: 'POST',
    headers: { authorization: authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  });
  await answer.text();
  return answer.status;
}

function titlesIn(file: string): string[] {
  const db = openDatabase(file);
  try {
    return db.all<{ title: string }>('SELECT title FROM spaces').map(({ title }) => title);
  } finally {
    db.close();
  }
}

const user = ({ url }: RunningSandbox) =>
  fetch(`${url}/v1/user`, { headers: { authorization: authorization() } });

/** What may happen to the file of a server, and where what it acknowledged before must be found afterwards. */
const MISHAPS: Record<string, (file: string) => void> = {
  removed: (file) => rmSync(file),
  replaced: (file) => {
    copyFileSync(made.file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
  moved: (file) => renameSync(file, `${file}.moved`),
  reset: (file) => expect(() => removeSandbox(file)).toThrow(/is being served by process \d+: stop it first/),
};

async function sufferOne(round: number): Promise<void> {
  const [kind = '', mishap] = Object.entries(MISHAPS)[round % 4] ?? [];
  const status = kind === 'reset' ? { write: 201, read: 200 } : { write: 503, read: 503 };
  const server = await served();
  const before = Array.from({ length: 1 + (round % 3) }, (_, at) => `before ${at}`);
  for (const title of before) expect(await addSpace(server, title)).toBe(201);
  mishap?.(server.file);
  const after = ['after 0', 'after 1'];
  const answers = await Promise.all(after.map((title) => addSpace(server, title)));
  expect([kind, answers]).toEqual([kind, [status.write, status.write]]);
  expect([kind, (await user(server)).status]).toEqual([kind, status.read]);
  if (kind !== 'reset') expect((await server.lost).message).toMatch(/was (removed|replaced) while it was/);
  await server.close();
  expectNothingLost(kind, server.file, before, after);
  expect(serversOf(server.file)).toEqual([]);
}

/** What was acknowledged is in the file it was written to; the file that took its place has nothing of it. */
function expectNothingLost(kind: string, file: string, before: string[], after: string[]): void {
  if (kind === 'reset') expect(titlesIn(file)).toEqual(expect.arrayContaining([...before, ...after]));
  if (kind === 'moved') expect(titlesIn(`${file}.moved`)).toEqual(expect.arrayContaining(before));
  if (kind === 'replaced') expect(titlesIn(file)).toEqual(titlesIn(made.file));
}

describe('the file of a running server', () => {
  it('says who serves it, and not the key that controls the server', async () => {
    const server = await served();
    expect(sandboxStatus(server.file, { check: false }).servers).toEqual([
      { pid: process.pid, url: server.url },
    ]);
    await server.close();
  });

  it('is never served on once it was removed or replaced', async () => {
    for (let round = 0; round < ROUNDS; round += 1) await sufferOne(round);
    reached('L12', 'rounds', ROUNDS);
  });

  it('that was overwritten in place is noticed', async () => {
    const server = await served();
    expect(await addSpace(server, 'kept in the log')).toBe(201);
    // After a moment of rest all is in the file itself: a plain copy of it is whole.
    await expect
      .poll(
        () => {
          copyFileSync(server.file, `${server.file}.copy`);
          return titlesIn(`${server.file}.copy`);
        },
        { timeout: 30_000 },
      )
      .toContain('kept in the log');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    copyFileSync(made.file, server.file);
    expect((await user(server)).status).toBe(503);
    expect((await server.lost).message).toContain('was overwritten while it was open');
    await server.close();
  });

  it('may be served twice, and bears a mark of each server until it ends', async () => {
    const first = await served();
    const second = await serveSandbox({ file: first.file, env: {} });
    expect(
      serversOf(first.file)
        .map(({ url }) => url)
        .sort(),
    ).toEqual([first.url, second.url].sort());
    expect([await addSpace(first, 'by the first'), await addSpace(second, 'by the second')]).toEqual([
      201, 201,
    ]);
    await first.close();
    expect(() => removeSandbox(first.file)).toThrow(/is being served/);
    expect((await user(second)).status).toBe(200);
    await second.close();
    expect(titlesIn(first.file)).toEqual(expect.arrayContaining(['by the first', 'by the second']));
    removeSandbox(first.file);
    expect(readdirSync(folder).filter((name) => name.startsWith(first.file))).toEqual([]);
  });
});

describe('a server that waits for another process', () => {
  it('goes on answering reads, and ends in time', async () => {
    const server = await served();
    // What a change needs is loaded by the first one: the next is at the lock at once.
    expect(await addSpace(server, 'first')).toBe(201);
    const other = openDatabase(server.file);
    let change: Promise<unknown> = Promise.resolve();
    other.run('BEGIN IMMEDIATE');
    let isWaiting = true;
    change = addSpace(server, 'waits')
      .catch(() => 'cut off')
      .finally(() => {
        isWaiting = false;
      });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await user(server)).status).toBe(200);
    // A server that stops for the change answers the read when it has given the change up.
    expect(isWaiting).toBe(true);
    // The other process writes on: a server that waits for it would never be closed.
    expect(await server.close()).toBe(false);
    expect(await change).toBe('cut off');
    other.run('ROLLBACK');
    other.close();
  });

  it('makes the change when the other is done', async () => {
    const server = await served();
    const other = openDatabase(server.file);
    other.run('BEGIN IMMEDIATE');
    const change = addSpace(server, 'waited');
    setTimeout(() => other.run('COMMIT'), 1500);
    expect(await change).toBe(201);
    other.close();
    expect(await server.close()).toBe(true);
  });
});

it('the log has every request, without its token, and a failure with its ID', async () => {
  const requests: LoggedRequest[] = [];
  const faults: [unknown, string][] = [];
  const server = await served({
    log: (line) => requests.push(line),
    onFault: (...fault) => faults.push(fault),
  });
  const ok = await user(server);
  expect(
    (await fetch(`${server.url}/v1/${made.adminToken}`, { headers: { authorization: authorization() } }))
      .status,
  ).toBe(404);
  server.sandbox.db.run('ALTER TABLE spaces RENAME TO lost');
  const failed = await fetch(`${server.url}/v1/orgs/${made.organizationId}/spaces`, {
    headers: { authorization: authorization() },
  });
  const id = failed.headers.get('x-request-id') ?? '';
  expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining(id)]);
  expect(faults).toEqual([[expect.any(Error), id]]);
  expect(requests.map(({ status, operation }) => [status, operation])).toEqual([
    [200, 'users.caller'],
    [404, null],
    [500, 'spaces.list'],
  ]);
  expect(requests[0]?.requestId).toBe(ok.headers.get('x-request-id'));
  expect(JSON.stringify(requests)).not.toContain(made.adminToken);
  await server.close();
  expect(existsSync(server.file)).toBe(true);
});
