import {
  chmodSync,
  chownSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { LocalIoError } from '../../../src/errors.ts';
import { readPrivateFile } from '../../../src/files/json-file.ts';
import { ageMsOf, isAbandoned, isInUse, namesIn, ownerId } from '../../../src/files/lock.ts';
import { makeFolder, updateFile, writeFileDurably } from '../../../src/files/writer.ts';
import { configHome, rejectionOf, thrownBy } from '../../helpers/config-home.ts';

const isRoot = process.geteuid?.() === 0;
const NOBODY = 65_534;

describe('a file of our own', () => {
  it.for([
    ['is a symbolic link', (path: string) => symlinkSync('elsewhere', path)],
    ['is a folder', (path: string) => mkdirSync(path)],
  ] as const)('is refused in words when it %s', ([why, make], { expect }) => {
    const path = join(configHome().home, 'f');
    make(path);
    const told = {
      message: `"${path}" ${why}`,
      hint: `move "${path}" away, then run the command again`,
      details: { path },
    };
    expect(thrownBy(() => readPrivateFile(path))).toMatchObject(told);
    expect(thrownBy(() => writeFileDurably(path, 'new'))).toMatchObject(told);
  });

  it('is refused when it is a socket', async ({ expect }) => {
    const path = join(configHome().home, 'f');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const told = { code: 'UNSAFE_FILE', message: `"${path}" is not a regular file` };
    expect(thrownBy(() => readPrivateFile(path))).toMatchObject(told);
    expect(thrownBy(() => writeFileDurably(path, 'new'))).toMatchObject({
      ...told,
      hint: 'use a regular file',
    });
    await new Promise((resolve) => server.close(resolve));
  });

  it('may hold 16 MiB and not a byte more', ({ expect }) => {
    const path = join(configHome().home, 'f');
    const most = 16 * 1024 * 1024;
    writeFileSync(path, '', { mode: 0o600 });
    truncateSync(path, most);
    expect(readPrivateFile(path)).toHaveLength(most);
    truncateSync(path, most + 1);
    expect(thrownBy(() => readPrivateFile(path))).toMatchObject({
      message: `"${path}" is larger than ${most} bytes`,
    });
  });

  it('is nothing where a part of its path is a file, and an error where it cannot be looked for', ({
    expect,
  }) => {
    const { home } = configHome();
    writeFileSync(join(home, 'f'), '');
    expect(readPrivateFile(join(home, 'f', 'g'))).toBeUndefined();
    const long = join(home, 'x'.repeat(300));
    const error = thrownBy(() => readPrivateFile(long));
    expect(error).toBeInstanceOf(LocalIoError);
    expect(error).toMatchObject({ message: `cannot read "${long}": the name is too long` });
    expect(() => writeFileDurably(long, 'new')).toThrow(`cannot write "${long}": the name is too long`);
  });

  it.runIf(process.platform === 'linux')('that cannot be read is an error of the disk', ({ expect }) => {
    expect(thrownBy(() => readPrivateFile('/proc/self/mem'))).toMatchObject({
      message: 'cannot read "/proc/self/mem": the disk reported an error',
    });
  });

  it('is not touched by reading when it is closed already, and keeps the rights it may have', ({
    expect,
  }) => {
    const path = join(configHome().home, 'f');
    writeFileSync(path, 'x', { mode: 0o600 });
    const changed = () => statSync(path, { bigint: true }).ctimeNs;
    const before = changed();
    readPrivateFile(path);
    expect(changed()).toBe(before);
    chmodSync(path, 0o666);
    readPrivateFile(path, 0o644);
    expect(statSync(path).mode & 0o777).toBe(0o644);
    chmodSync(path, 0o640);
    const open = changed();
    readPrivateFile(path, 0o644);
    expect(changed()).toBe(open);
  });

  it('of somebody else is refused with the way on for each', ({ expect, skip }) => {
    skip(!isRoot, 'only root can act as another user');
    const { home } = configHome();
    const path = join(home, 'f');
    writeFileSync(path, 'x');
    chmodSync(home, 0o755);
    chmodSync(path, 0o644);
    chownSync(path, 1, 1);
    const told = { code: 'UNSAFE_FILE', message: `"${path}" belongs to another user (uid 1)` };
    expect(thrownBy(() => readPrivateFile(path))).toMatchObject({
      ...told,
      hint: 'run docs without sudo, or set DOCS_CONFIG_DIR',
    });
    process.seteuid?.(NOBODY);
    try {
      expect(thrownBy(() => readPrivateFile(path))).toMatchObject({
        ...told,
        hint: `take ownership of "${path}" or move it away`,
      });
    } finally {
      process.seteuid?.(0);
    }
  });
});

describe('what is written', () => {
  it('is the bytes that were given, into a folder that is closed when it is ours', ({ expect }) => {
    const { home } = configHome();
    const folder = join(home, 'own');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    const path = join(folder, 'f.json');
    writeFileDurably(path, 'é€😀');
    expect([readPrivateFile(path), statSync(folder).mode & 0o777]).toEqual(['é€😀', 0o755]);
    writeFileDurably(path, Uint8Array.from([0x41, 0xc3, 0xa9]), { ownDir: true, mode: 0o640 });
    expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o640, 0o700]);
    expect(readPrivateFile(path, 0o640)).toBe('Aé');
  });

  it('has the rights that a change of it is given', async ({ expect }) => {
    const path = join(configHome().home, 'f');
    await updateFile(path, () => 'x', { mode: 0o640 });
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('has no file in the place of its folder, which stays as it is', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    makeFolder(home);
    writeFileSync(path, 'x', { mode: 0o600 });
    chmodSync(path, 0o644);
    expect(() => makeFolder(path)).toThrow('EEXIST');
    await rejectionOf(updateFile(join(path, 'g'), () => 'x', { ownDir: true }));
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  it('waits for the lock as long as it is told', async ({ expect }) => {
    const path = join(configHome().home, 'f');
    symlinkSync(`${ownerId()}.abc`, `${path}.lock`);
    const ends: string[] = [];
    const patient = updateFile(path, () => 'y', { waitMs: 100_000 }).then(() => ends.push('patient'));
    expect(await rejectionOf(updateFile(path, () => 'x', { waitMs: 50 }))).toMatchObject({ code: 'LOCKED' });
    ends.push('hasty');
    rmSync(`${path}.lock`);
    await patient;
    expect([ends, readPrivateFile(path)]).toEqual([['hasty', 'patient'], 'y']);
  });
});

describe('passing files', () => {
  it('are told by their whole name', ({ expect }) => {
    const { home } = configHome();
    for (const name of [`f.${ownerId()}.abc.tmp`, `f.lock.${ownerId()}.abc.claim`]) {
      expect([isInUse(home, name), isAbandoned(home, name)]).toEqual([true, false]);
      expect([isInUse(home, `${name}.bak`), isAbandoned(home, `${name}.bak`)]).toEqual([false, false]);
    }
    expect([isInUse(home, 'notes.tmp'), isAbandoned(home, 'notes.tmp')]).toEqual([false, false]);
  });

  it('are none, and of no age, where nothing is', ({ expect }) => {
    const missing = join(configHome().home, 'missing');
    expect([namesIn(missing), ageMsOf(missing)]).toEqual([[], 0]);
  });
});
