import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { listSpaces } from '../../src/api/content/spaces.ts';
import { getCaller } from '../../src/api/people/members.ts';
import { ConfigError, DocsError, NotFoundError } from '../../src/errors.ts';
import { ownerId } from '../../src/files/lock.ts';
import { dispatch, openSandbox } from '../../src/sandbox/app.ts';
import { openDatabase } from '../../src/sandbox/db/database.ts';
import * as door from '../../src/sandbox/door.ts';
import { type InitResult, initSandbox } from '../../src/sandbox/init.ts';
import { temporaryFolder } from '../helpers/lasting.ts';

const folder = temporaryFolder();
const now = () => new Date('2026-03-02T09:00:00.000Z');
let made: InitResult;
beforeAll(async () => {
  made = await initSandbox({ file: join(folder, 'original', 'sandbox.db'), demo: true, env: {}, now });
});

let copies = 0;
function copy(): string {
  copies += 1;
  const file = join(folder, `copy-${copies}.db`);
  copyFileSync(made.file, file);
  return file;
}

async function list(file: string): Promise<number> {
  const sandbox = openSandbox({ file, env: {}, now });
  try {
    const headers = { authorization: `Bearer ${made.adminToken}` };
    const params = { organizationId: made.organizationId };
    return (await dispatch(sandbox, listSpaces, { params, headers })).status;
  } finally {
    sandbox.db.close();
  }
}

describe('making a sandbox', () => {
  it('leaves one file, for its owner only, in a folder for its owner only', async () => {
    const file = join(folder, 'alone', 'sandbox.db');
    await initSandbox({ file, demo: false, env: {}, now });
    expect(readdirSync(dirname(file))).toEqual(['sandbox.db']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  });

  it('never takes the place of one that is there', async () => {
    const before = readFileSync(made.file);
    const again = initSandbox({ file: made.file, demo: false, env: {}, now });
    await expect(again).rejects.toMatchObject({
      code: 'SANDBOX_EXISTS',
      hint: expect.stringContaining('docs sandbox status'),
    });
    expect(readFileSync(made.file).equals(before)).toBe(true);
  });

  it('by several at once leaves one whole sandbox', async () => {
    const file = join(folder, 'race', 'sandbox.db');
    const rivals = Array.from({ length: 4 }, () => initSandbox({ file, demo: false, env: {}, now }));
    const outcomes = await Promise.allSettled(rivals);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(dirname(file))).toEqual(['sandbox.db']);
    expect((await door.sandboxStatus(file, { check: true })).check).toBe('ok');
  });

  it('takes away what a killed one left', async () => {
    const file = join(folder, 'swept', 'sandbox.db');
    await initSandbox({ file: join(folder, 'swept', 'other.db'), demo: false, env: {}, now });
    // The highest process id of Linux, which is never given out.
    for (const suffix of ['', '-wal', '-whole'])
      writeFileSync(`${file}.new-${ownerId().replace(/^\d+/, '4194304')}-0123abcd${suffix}`, 'x');
    await initSandbox({ file, demo: false, env: {}, now });
    expect(readdirSync(dirname(file)).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  it('says what the disk refuses', async () => {
    const file = join(made.file, 'below-a-file', 'sandbox.db');
    await expect(initSandbox({ file, demo: false, env: {}, now })).rejects.toMatchObject({
      code: 'LOCAL_IO',
      message: `cannot create a sandbox at ${file}: a part of the path is not a folder`,
      hint: 'check the path',
    });
  });
});

describe('a file that cannot be used', () => {
  it('says that the disk is full, and what to do', () => {
    const db = openDatabase(copy());
    db.run('PRAGMA max_page_count = 1');
    const fill = () => db.run('CREATE TABLE more AS SELECT randomblob(1000000) AS text');
    expect(fill).toThrow(
      expect.objectContaining({
        code: 'LOCAL_IO',
        message: expect.stringMatching(/^cannot use the sandbox at .*: no space left on the device$/),
        hint: 'free some disk space, then run the command again',
      }),
    );
    db.close();
  });

  it('is told with the way on when it is missing', () => {
    const open = () => openDatabase(join(folder, 'nowhere.db'));
    expect(open).toThrow(ConfigError);
    expect(open).toThrow(/^there is no sandbox at .*nowhere\.db$/);
    expect(existsSync(join(folder, 'nowhere.db'))).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('is not called missing where it may not be looked at', () => {
    // As a folder that may not be entered, which an administrator may.
    const loop = join(folder, 'loop.db');
    symlinkSync(loop, loop);
    expect(() => openDatabase(loop)).toThrow(/^cannot use the sandbox at .*loop\.db: /);
  });

  it('is left as it is when it is something else, older or newer', () => {
    const text = join(folder, 'text.db');
    writeFileSync(text, 'not a database at all, but long enough to be read as one '.repeat(40));
    const empty = join(folder, 'empty.db');
    writeFileSync(empty, '');
    const foreign = copy();
    const newer = copy();
    const older = copy();
    for (const [file, pragma] of [
      [foreign, 'application_id = 7'],
      [newer, 'user_version = 99'],
      [older, 'user_version = 1'],
    ] as const) {
      const db = openDatabase(file);
      db.run(`PRAGMA ${pragma}`);
      db.close();
    }
    for (const [file, code] of [
      [text, 'SANDBOX_CORRUPT'],
      [empty, 'SANDBOX_CORRUPT'],
      [foreign, 'SANDBOX_CORRUPT'],
      [newer, 'SANDBOX_NEWER'],
      [older, 'SANDBOX_OLDER'],
    ] as const) {
      const before = readFileSync(file);
      expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code }));
      expect(readFileSync(file).equals(before)).toBe(true);
    }
  });

  it('cut off anywhere, gives an answer or one clear error, and is not touched', async () => {
    const { size } = statSync(made.file);
    const cuts = fc.integer({ min: 0, max: size - 1 });
    await fc.assert(
      fc.asyncProperty(cuts, async (length) => {
        const file = copy();
        truncateSync(file, length);
        await expectAnswerOrError(file);
      }),
      { numRuns: 60, examples: [[0], [1], [99], [100], [4096], [size - 1]] },
    );
  });

  it('with bytes changed anywhere, gives an answer or one clear error, and is not touched', async () => {
    const { size } = statSync(made.file);
    const damage = fc.array(
      fc.tuple(fc.integer({ min: 0, max: size - 1 }), fc.integer({ min: 0, max: 255 })),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const file = copy();
        const bytes = readFileSync(file);
        for (const [index, value] of changes) bytes[index] = value;
        writeFileSync(file, bytes);
        await expectAnswerOrError(file);
      }),
      { numRuns: 80 },
    );
  });
});

async function expectAnswerOrError(file: string): Promise<void> {
  const before = readFileSync(file);
  let outcome: unknown;
  try {
    outcome = await list(file);
  } catch (error) {
    outcome = error;
  }
  const isClear = outcome instanceof DocsError && !outcome.message.includes('\n');
  expect([outcome, typeof outcome === 'number' || isClear]).toEqual([outcome, true]);
  expect(readFileSync(file).equals(before)).toBe(true);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}

describe('the door', () => {
  it('opens the file at the first request, and closes what it opened', async () => {
    const missing = door.sandboxTransport(join(folder, 'nowhere.db'), { env: {}, now });
    await missing.settle();
    missing.close();
    await expect(missing.dispatch(getCaller, {})).rejects.toMatchObject({ code: 'SANDBOX_MISSING' });
    const open = door.sandboxTransport(made.file, { env: {}, now });
    const headers = { authorization: `Bearer ${made.adminToken}` };
    const found = await open.match('GET', '/v1/user');
    expect(found?.operation.id).toBe('users.caller');
    expect((await open.dispatch(getCaller, { headers })).body).toMatchObject({ id: made.adminId });
    expect(await open.match('GET', '/v1/nothing')).toBeUndefined();
    await expect(open.match('GET', '/v1/spaces/%ff')).rejects.toMatchObject({ code: 'VALIDATION' });
    await open.settle();
    open.close();
    open.close();
  });

  it('makes, describes, serves and removes a sandbox', async () => {
    const file = join(folder, 'by-door', 'sandbox.db');
    const { organization, user, token } = await door.initSandbox({ file, demo: true, now, env: {} });
    expect([organization, user]).toEqual(['Tarnpost', 'Ines Okafor']);
    expect(await door.sandboxStatus(file, { check: true })).toMatchObject({
      spaces: 4,
      deletedSpaces: 1,
      check: 'ok',
    });
    const served = await door.serve({ file, port: 0, env: {}, now });
    for (const one of [token, served.token]) {
      const answer = await fetch(`${served.url}/v1/user`, { headers: { authorization: `Bearer ${one}` } });
      expect(await answer.json()).toMatchObject({ displayName: 'Ines Okafor' });
    }
    await served.close();
    await expect(fetch(`${served.url}/v1/user`)).rejects.toThrow();
    (await door.removals()).removeSandbox(file);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('gives tokens to members by e-mail, name or id', async () => {
    const file = join(folder, 'members', 'sandbox.db');
    await door.initSandbox({ file, demo: true, now, env: {} });
    const refs = ['mei@tarnpost.example', 'mei tanaka'];
    const { findTokenOwner, newToken } = await door.newTokens();
    const [byMail, byName] = refs.map((of) => findTokenOwner(file, { kind: 'user', of }));
    expect(byName).toEqual(byMail);
    expect(findTokenOwner(file, { kind: 'user', of: byMail?.id })).toEqual(byMail);
    const tokens = refs.map((of) => newToken(file, { kind: 'user', of }, now()));
    expect(new Set(tokens).size).toBe(2);
    expect(() => newToken(file, { kind: 'user', of: 'nobody' }, now())).toThrow(NotFoundError);
  });

  it('writes a page as the owner of a token, and refuses with errors of the program', async () => {
    const file = join(folder, 'pages', 'sandbox.db');
    const { token } = await door.initSandbox({ file, demo: true, now, env: {} });
    const { spaceId } = await import('../../src/sandbox/demo/content.ts');
    const edit = { token, path: 'errors', markdown: '# Errors\n\nNew text.\n', now, env: {} };
    const written = await door.writePage(file, { ...edit, spaceId: spaceId('API reference') });
    expect(written).toMatchObject({ path: 'errors', created: false });
    const locked = door.writePage(file, { ...edit, spaceId: spaceId('Guides') });
    await expect(locked).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('locked'),
    });
    const reader = (await door.newTokens()).newToken(file, { kind: 'user', of: 'Aiko Mori' }, now());
    const refused = door.writePage(file, { ...edit, token: reader, spaceId: spaceId('API reference') });
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const unknown = door.writePage(file, { ...edit, token: 'x', spaceId: spaceId('API reference') });
    await expect(unknown).rejects.toMatchObject({ code: 'AUTH' });
  });
});
