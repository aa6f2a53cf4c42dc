// What Windows and some network drives do not have: links, folders that can be opened, a sync of them. Node's own
// functions fail here as they fail there, which no disk of this machine does.
import {
  chmodSync,
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, it, vi } from 'vitest';
import { readPrivateFile } from '../../../src/files/json-file.ts';
import { ownerId, withLock } from '../../../src/files/lock.ts';
import { syncFile, updateFile, writeFileDurably } from '../../../src/files/writer.ts';
import { configHome, rejectionOf } from '../../helpers/config-home.ts';

const faults = vi.hoisted(() => ({
  symlink: undefined as string | undefined,
  write: undefined as string | undefined,
  openFolder: undefined as string | undefined,
  syncFolder: undefined as string | undefined,
  chmod: undefined as string | undefined,
  synced: [] as string[],
  made: [] as string[],
  beforeList: undefined as (() => void) | undefined,
}));

vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  const fail = (code: string | undefined) => {
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  const kindOf = (fd: number) => (real.fstatSync(fd).isDirectory() ? 'folder' : 'file');
  return {
    ...real,
    symlinkSync: (...args: Parameters<typeof real.symlinkSync>) => {
      fail(faults.symlink);
      real.symlinkSync(...args);
    },
    writeFileSync: (...args: Parameters<typeof real.writeFileSync>) => {
      if (String(args[0]).endsWith('.lock')) fail(faults.write);
      faults.made.push(basename(String(args[0])));
      real.writeFileSync(...args);
    },
    readdirSync: (...args: Parameters<typeof real.readdirSync>) => {
      faults.beforeList?.();
      return real.readdirSync(...args);
    },
    openSync: (...args: Parameters<typeof real.openSync>) => {
      if (args[1] === 'r') fail(faults.openFolder);
      if (args[1] === 'wx') faults.made.push(basename(String(args[0])));
      return real.openSync(...args);
    },
    fchmodSync: (...args: Parameters<typeof real.fchmodSync>) => {
      fail(faults.chmod);
      real.fchmodSync(...args);
    },
    fsyncSync: (fd: number) => {
      if (kindOf(fd) === 'folder') fail(faults.syncFolder);
      real.fsyncSync(fd);
      faults.synced.push(kindOf(fd));
    },
  };
});

beforeEach(() => {
  Object.assign(faults, {
    symlink: undefined,
    write: undefined,
    openFolder: undefined,
    syncFolder: undefined,
    chmod: undefined,
    beforeList: undefined,
  });
  faults.synced = [];
  faults.made = [];
});

describe.for(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])('where a link fails with %s', (errno) => {
  it('a lock is a file that tells its holder, and frees itself', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    faults.symlink = errno;
    const seen = await withLock(path, () => {
      const stats = lstatSync(`${path}.lock`);
      return [readFileSync(`${path}.lock`, 'utf8'), stats.isFile(), stats.mode & 0o777] as const;
    });
    expect(seen).toEqual([expect.stringContaining(`${ownerId()}.`), true, 0o600]);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('where there are no links', () => {
  it('a lock that somebody has is waited for, and one of the dead is taken over', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    faults.symlink = 'EPERM';
    writeFileSync(join(home, 'f.lock'), `${ownerId()}.abc`);
    expect(await rejectionOf(withLock(path, () => 'in', { waitMs: 40 }))).toMatchObject({ code: 'LOCKED' });
    writeFileSync(join(home, 'f.lock'), '1-12345-elsewhere.abc');
    utimesSync(join(home, 'f.lock'), 0, 0);
    expect(await withLock(path, () => 'in', { waitMs: 2000 })).toBe('in');
  });

  it('a lock that cannot be written is an error of the disk', async ({ expect }) => {
    const path = join(configHome().home, 'f');
    Object.assign(faults, { symlink: 'EPERM', write: 'ENOSPC' });
    expect(await rejectionOf(withLock(path, () => 'in'))).toMatchObject({
      message: `cannot write "${path}.lock": no space left on the device`,
    });
  });
});

describe('a link that fails for another reason', () => {
  it('is an error of the disk at once', async ({ expect }) => {
    const path = join(configHome().home, 'f');
    faults.symlink = 'EROFS';
    expect(await rejectionOf(withLock(path, () => 'in'))).toMatchObject({
      message: `cannot write "${path}.lock": the file system is read-only`,
    });
  });
});

describe('a new file', () => {
  const write = async () => {
    const { home } = configHome();
    const failure = await rejectionOf(updateFile(join(home, 'f'), () => 'x'));
    return { failure, names: readdirSync(home) };
  };

  it('is synced, and then its folder', async ({ expect }) => {
    expect(await write()).toEqual({ failure: undefined, names: ['f'] });
    expect(faults.synced).toEqual(['file', 'folder']);
    // What a kill leaves of it is found and removed by this name.
    expect(faults.made.join()).toMatch(new RegExp(`^f\\.${ownerId()}\\.\\w+\\.tmp$`));
  });

  it('is not waited for where it can be asked for again', ({ expect }) => {
    const path = join(configHome().home, 'f');
    writeFileDurably(path, 'x', { passing: true });
    expect([readFileSync(path, 'utf8'), faults.synced]).toEqual(['x', []]);
  });

  it('is what it was given in pieces, of any length and number', ({ expect }) => {
    const path = join(configHome().home, 'f');
    const long = ['x'.repeat(200_000), 'é'.repeat(100_000), '', 'y'.repeat(300_000), 'z'];
    for (const pieces of [long, ['a', 'b'], []]) {
      faults.synced = [];
      writeFileDurably(path, new Set(pieces));
      expect(readFileSync(path, 'utf8') === pieces.join('')).toBe(true);
      expect(faults.synced).toEqual(['file', 'folder']);
    }
  });

  it('that another wrote is synced by itself, and has to be there', ({ expect }) => {
    const path = join(configHome().home, 'f');
    expect(() => syncFile(path)).toThrow('ENOENT');
    writeFileSync(path, 'x');
    syncFile(path);
    expect(faults.synced).toEqual(['file']);
  });

  it.for(['EISDIR', 'EACCES', 'EPERM'])(
    'does without where a folder cannot be opened: %s',
    async (errno, { expect }) => {
      faults.openFolder = errno;
      expect(await write()).toEqual({ failure: undefined, names: ['f'] });
      expect(faults.synced).toEqual(['file']);
    },
  );

  it.for(['EPERM', 'EINVAL'])(
    'does without where a folder cannot be synced: %s',
    async (errno, { expect }) => {
      faults.syncFolder = errno;
      expect(await write()).toEqual({ failure: undefined, names: ['f'] });
    },
  );

  it('is reported when the disk fails under its folder', async ({ expect }) => {
    faults.syncFolder = 'EIO';
    const { failure } = await write();
    expect(failure).toMatchObject({ message: expect.stringContaining('the disk reported an error') });
  });
});

it('a dead lock is claimed, and left to whoever took it over in the meantime', async ({ expect }) => {
  const path = join(configHome().home, 'f');
  symlinkSync('1-12345-elsewhere.abc', `${path}.lock`);
  lutimesSync(`${path}.lock`, 0, 0);
  faults.beforeList = () => {
    unlinkSync(`${path}.lock`);
    symlinkSync(`${ownerId()}.other`, `${path}.lock`);
  };
  expect(await rejectionOf(withLock(path, () => 'in', { waitMs: 40 }))).toMatchObject({ code: 'LOCKED' });
  expect(readlinkSync(`${path}.lock`)).toBe(`${ownerId()}.other`);
  expect(faults.made.join()).toMatch(new RegExp(`^f\\.lock\\.${ownerId()}\\.\\w+\\.claim$`));
});

it('a file that cannot be closed to others is read from a disk that is read-only, and no other', ({
  expect,
}) => {
  const path = join(configHome().home, 'f');
  writeFileSync(path, 'x');
  chmodSync(path, 0o644);
  faults.chmod = 'EROFS';
  expect(readPrivateFile(path)).toBe('x');
  faults.chmod = 'EPERM';
  expect(() => readPrivateFile(path)).toThrow(`cannot read "${path}": not permitted`);
});

it('takes real links where there are some', async ({ expect }) => {
  const { home } = configHome();
  symlinkSync(`${ownerId()}.abc`, join(home, 'g.lock'));
  expect(await withLock(join(home, 'f'), () => lstatSync(join(home, 'f.lock')).isSymbolicLink())).toBe(true);
});
