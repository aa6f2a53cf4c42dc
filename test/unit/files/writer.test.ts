import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'vitest';
import { ConfigError, LocalIoError } from '../../../src/errors.ts';
import { readPrivateFile } from '../../../src/files/json-file.ts';
import { ownerId } from '../../../src/files/lock.ts';
import { updateFile, writeFileDurably } from '../../../src/files/writer.ts';
import { configHome, rejectionOf, thrownBy } from '../../helpers/config-home.ts';
import { reached } from '../../helpers/runs.ts';

const isRoot = process.geteuid?.() === 0;
const NOBODY = 65_534;
const umask = process.umask();
afterEach(() => {
  process.umask(umask);
});

const modeOf = (path: string) => statSync(path).mode & 0o777;
const UMASKS = [0o000, 0o022, 0o077];

describe.for(UMASKS)('with umask %i', (mask) => {
  it('makes a new file 0600 in folders 0700', async ({ expect }) => {
    process.umask(mask);
    const { home, config } = configHome();
    await updateFile(join(config, 'f.json'), () => 'new', { ownDir: true });
    expect(modeOf(join(config, 'f.json'))).toBe(0o600);
    expect([modeOf(config), modeOf(join(home, '.config'))]).toEqual([0o700, 0o700]);
    writeFileDurably(join(config, 'g.json'), 'new');
    expect(modeOf(join(config, 'g.json'))).toBe(0o600);
    reached('S7', 'cases', 1);
  });

  it('tightens a loose file when it is read, and replaces it by one of 0600', async ({ expect }) => {
    process.umask(mask);
    const { home } = configHome();
    const path = join(home, 'f');
    writeFileSync(path, 'old');
    chmodSync(path, 0o666);
    expect(readPrivateFile(path)).toBe('old');
    expect(modeOf(path)).toBe(0o600);
    chmodSync(path, 0o666);
    await updateFile(path, (old) => `${old} and new`);
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual([0o600, 'old and new']);
    reached('S7', 'cases', 1);
  });

  it('closes a loose folder of its own, but none that holds the files of others', async ({ expect }) => {
    process.umask(mask);
    const { home } = configHome();
    const theirs = ['index.html', 'padlocks', 'locksmith'];
    for (const name of ['locks', ...theirs]) {
      const folder = join(home, `with ${name}`);
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, name), '');
      await updateFile(join(folder, 'f.json'), () => 'x', { ownDir: true });
      expect([name, modeOf(folder)]).toEqual([name, theirs.includes(name) ? 0o755 : 0o700]);
    }
    reached('S7', 'cases', 1);
  });

  it.for(['symbolic link', 'dangling link', 'pipe', 'folder'] as const)(
    'refuses a %s and leaves it alone',
    async (kind, { expect }) => {
      process.umask(mask);
      const { home } = configHome();
      const [path, target] = [join(home, 'f'), join(home, 'target')];
      if (kind === 'symbolic link') writeFileSync(target, 'theirs');
      if (kind === 'pipe') execFileSync('mkfifo', [path]);
      else if (kind === 'folder') mkdirSync(path);
      else symlinkSync(target, path);
      const before = lstatSync(path);
      const errors = [
        thrownBy(() => readPrivateFile(path)),
        thrownBy(() => writeFileDurably(path, 'new')),
        await rejectionOf(updateFile(path, () => 'new')),
      ];
      for (const error of errors) {
        expect(error).toBeInstanceOf(ConfigError);
        expect(error).toMatchObject({ code: 'UNSAFE_FILE', exit: 1, details: { path } });
      }
      expect(lstatSync(path)).toMatchObject({ ino: before.ino, mode: before.mode });
      expect(existsSync(target) ? readFileSync(target, 'utf8') : 'none').toBe(
        kind === 'symbolic link' ? 'theirs' : 'none',
      );
      expect(readdirSync(home).filter((name) => name !== 'f' && name !== 'target')).toEqual([]);
      reached('S7', 'cases', 1);
    },
  );

  it('refuses a file and a folder of another user', async ({ expect, skip }) => {
    skip(!isRoot, 'only root can give a file away');
    process.umask(mask);
    const { home } = configHome();
    const [path, folder] = [join(home, 'f'), join(home, 'theirs')];
    writeFileSync(path, 'theirs');
    chownSync(path, NOBODY, NOBODY);
    mkdirSync(folder);
    chownSync(folder, NOBODY, NOBODY);
    const unsafe = { code: 'UNSAFE_FILE', hint: 'run docs without sudo, or set DOCS_CONFIG_DIR' };
    expect(thrownBy(() => readPrivateFile(path))).toMatchObject(unsafe);
    expect(thrownBy(() => writeFileDurably(path, 'new'))).toMatchObject(unsafe);
    expect(await rejectionOf(updateFile(path, () => 'new'))).toMatchObject(unsafe);
    expect(await rejectionOf(updateFile(join(folder, 'g'), () => 'new', { ownDir: true }))).toMatchObject(
      unsafe,
    );
    expect(readFileSync(path, 'utf8')).toBe('theirs');
    reached('S7', 'cases', 1);
  });
});

describe('updateFile', () => {
  it('hands over what was there, and leaves the file alone when nothing changes', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'deep', 'er', 'f');
    const seen: (string | undefined)[] = [];
    const change = (text: string | undefined) => (old: string | undefined) => {
      seen.push(old);
      return text;
    };
    await updateFile(path, change(undefined));
    expect(existsSync(path)).toBe(false);
    await updateFile(path, change('one'));
    const { ino } = statSync(path);
    await updateFile(path, change('one'));
    await updateFile(path, change(undefined));
    expect(seen).toEqual([undefined, undefined, 'one', 'one']);
    expect(statSync(path).ino).toBe(ino);
    expect(readdirSync(join(home, 'deep', 'er'))).toEqual(['f']);
  });

  it('leaves nothing behind when the change throws', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    writeFileSync(path, 'old', { mode: 0o600 });
    const error = new ConfigError('no');
    expect(
      await rejectionOf(
        updateFile(path, () => {
          throw error;
        }),
      ),
    ).toBe(error);
    expect([readdirSync(home), readFileSync(path, 'utf8')]).toEqual([['f'], 'old']);
  });

  it('works through a folder that is a link', async ({ expect }) => {
    const { home } = configHome();
    mkdirSync(join(home, 'real'));
    symlinkSync(join(home, 'real'), join(home, 'link'));
    await updateFile(join(home, 'link', 'f.json'), () => 'x', { ownDir: true });
    expect(readFileSync(join(home, 'real', 'f.json'), 'utf8')).toBe('x');
  });

  it('removes the temporary files of dead processes and no others', async ({ expect }) => {
    const { home } = configHome();
    const gone = `${deadPid()}-1-${hostPart()}`;
    const alive = `${process.pid}-0-${hostPart()}`;
    const foreign = `${process.pid}-0-other_host`;
    const names = [gone, alive, foreign].map((owner) => `f.${owner}.abc.tmp`);
    for (const name of [...names, 'notes.1.tmp', `f.lock.${gone}.abc.claim`])
      writeFileSync(join(home, name), '');
    await updateFile(join(home, 'f'), () => 'x');
    expect(readdirSync(home).sort()).toEqual(['f', ...names.slice(1), 'notes.1.tmp'].sort());
  });
});

describe('a disk that fails', () => {
  it('keeps the old file, leaves no temporary one and names the cause when the disk is full', async ({
    expect,
    skip,
  }) => {
    const { home } = configHome();
    const disk = join(home, 'disk');
    skip(!mountTmpfs(disk, '64k'), 'a small disk cannot be mounted here');
    try {
      const path = join(disk, 'f.json');
      writeFileDurably(path, 'old');
      writeFileSync(join(disk, 'filler'), Buffer.alloc(40 * 1024));
      const errors = [
        thrownBy(() => writeFileDurably(path, 'x'.repeat(30_000))),
        await rejectionOf(updateFile(path, () => 'x'.repeat(30_000))),
      ];
      for (const error of errors) {
        expect(error).toBeInstanceOf(LocalIoError);
        expect(error).toMatchObject({
          exit: 1,
          message: `cannot write "${path}": no space left on the device`,
          hint: 'free some disk space, then run the command again',
        });
      }
      expect([readFileSync(path, 'utf8'), readdirSync(disk).sort()]).toEqual(['old', ['f.json', 'filler']]);
      unlinkSync(join(disk, 'filler'));
      await updateFile(path, () => 'x'.repeat(30_000));
      expect(statSync(path).size).toBe(30_000);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('says so when the disk is read-only, and still reads', async ({ expect, skip }) => {
    const { home } = configHome();
    const disk = join(home, 'disk');
    skip(!mountTmpfs(disk, '64k'), 'a small disk cannot be mounted here');
    try {
      const path = join(disk, 'f.json');
      writeFileSync(path, 'old', { mode: 0o644 });
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      expect(readPrivateFile(path)).toBe('old');
      const error = await rejectionOf(updateFile(path, () => 'new'));
      expect(error).toBeInstanceOf(LocalIoError);
      expect(String(error)).toContain('the file system is read-only');
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it.for(['/dev/null/docs', '/proc/docs/x', '/proc/1/docs/y/z'])(
    'ends at once for a folder under %s',
    async (folder, { expect }) => {
      const error = await rejectionOf(updateFile(join(folder, 'f.json'), () => 'x', { ownDir: true }));
      expect(error).toBeInstanceOf(LocalIoError);
      expect(String(error)).toContain(`cannot write "${folder}": `);
      expect(readPrivateFile(join(folder, 'f.json'))).toBeUndefined();
    },
  );

  it('refuses a folder that all users share as its own', async ({ expect, skip }) => {
    const { home } = configHome();
    chmodSync(home, 0o1777);
    skip((statSync(home).mode & 0o1000) === 0, 'no sticky bit here');
    const error = await rejectionOf(updateFile(join(home, 'f.json'), () => 'x', { ownDir: true }));
    expect(error).toMatchObject({
      ...{ code: 'UNSAFE_FILE', message: `"${home}" is shared by all users`, details: { path: home } },
      hint: 'set DOCS_CONFIG_DIR to another folder',
    });
  });
});

function mountTmpfs(folder: string, size: string): boolean {
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function deadPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}

function hostPart(): string {
  return ownerId().split('-')[2] ?? '';
}
