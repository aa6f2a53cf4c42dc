import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, onTestFinished, vi } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { ownerId, sweepLeftovers, sweepOlder, withLock } from '../../../src/files/lock.ts';
import { configHome, rejectionOf } from '../../helpers/config-home.ts';

const [pid, startTime, host] = ownerId().split('-') as [string, string, string];
const dead = `${execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim()}-1-${host}.abc`;
const waitMs = 60;

describe('withLock', () => {
  it('returns the result, and frees the lock also when the work throws', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    const seen = await withLock(path, () => readlinkSync(`${path}.lock`));
    expect(seen.startsWith(`${ownerId()}.`)).toBe(true);
    const error = new Error('no');
    expect(await rejectionOf(withLock(path, () => Promise.reject(error)))).toBe(error);
    expect(readdirSync(home)).toEqual([]);
  });

  it('lets one in at a time within a process too', async ({ expect }) => {
    const { home } = configHome();
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(join(home, 'f'), work)));
    expect(most).toBe(1);
  });

  it.for([
    ['a process that is gone', dead],
    ['an earlier process with the same number', `${pid}-1-${host}.abc`],
  ] as const)('takes over from %s', async ([, holder], { expect, skip }) => {
    skip(holder !== dead && startTime === '0', 'the system does not tell when a process began');
    const { home } = configHome();
    symlinkSync(holder, join(home, 'f.lock'));
    expect(await withLock(join(home, 'f'), () => 'in', { waitMs: 2000 })).toBe('in');
    expect(readdirSync(home)).toEqual([]);
  });

  it.for([
    ['a live process', `${pid}-${startTime}-${host}.abc`, Number(pid)],
    ['a process on another machine, a moment ago', `1-1-elsewhere.abc`, 1],
    ['something that is no lock of ours', 'who knows', undefined],
  ] as const)('gives up on %s after the wait', async ([, holder, byPid], { expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    symlinkSync(holder, `${path}.lock`);
    const error = await rejectionOf(withLock(path, () => 'in', { waitMs }));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      code: 'LOCKED',
      exit: 1,
      retryable: true,
      message: `"${path}" is being changed by process ${byPid ?? 'unknown'}`,
      hint: `run the command again; if no docs is running, remove "${path}.lock"`,
    });
    expect(error).toHaveProperty('details', byPid === undefined ? { path } : { path, pid: byPid });
    expect(readlinkSync(`${path}.lock`)).toBe(holder);
  });

  it.for([
    ['another text', 'who knows'],
    ['more before the holder', 'x 1-12345-elsewhere.abc'],
    ['more behind the holder', '1-12345-elsewhere.abc x'],
    ['a text as long as no holder is', `1-12345-elsewhere.${'a'.repeat(182)}`],
  ])('never takes over %s, however old', async ([, text = ''], { expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    writeFileSync(`${path}.lock`, text);
    utimesSync(`${path}.lock`, 0, 0);
    expect(await rejectionOf(withLock(path, () => 'in', { waitMs }))).toMatchObject({ code: 'LOCKED' });
    expect(readdirSync(home)).toEqual(['f.lock']);
  });

  it('takes over an old lock with a long holder', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    writeFileSync(`${path}.lock`, `1-12345-elsewhere.${'a'.repeat(181)}`);
    utimesSync(`${path}.lock`, 0, 0);
    expect(await withLock(path, () => 'in', { waitMs: 2000 })).toBe('in');
  });

  it('waits longer for a queue that moves than for one that does not, and not for ever', async ({
    expect,
  }) => {
    const path = join(configHome().home, 'f');
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    let [holders, now] = [0, 0];
    const next = () => {
      rmSync(`${path}.lock`, { force: true });
      holders += 1;
      symlinkSync(`${ownerId()}.${holders}`, `${path}.lock`);
    };
    next();
    for (const [moves, waited] of [
      [false, 1000],
      [true, 6000],
    ] as const) {
      now = 0;
      clock.mockImplementation(() => {
        if (moves) next();
        now += 100;
        return now;
      });
      expect(await rejectionOf(withLock(path, () => 'in', { waitMs: 1000 }))).toMatchObject({
        code: 'LOCKED',
      });
      expect(Math.abs(now - waited)).toBeLessThanOrEqual(500);
    }
  });

  it('frees no lock that has become another one', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    await withLock(path, () => {
      unlinkSync(`${path}.lock`);
      symlinkSync(`${ownerId()}.other`, `${path}.lock`);
    });
    expect(readlinkSync(`${path}.lock`)).toBe(`${ownerId()}.other`);
  });

  it('says so where there is no folder for it', async ({ expect }) => {
    const path = join(configHome().home, 'missing', 'f');
    expect(await rejectionOf(withLock(path, () => 'in', { waitMs }))).toMatchObject({
      message: `cannot write "${path}.lock": no such file or folder`,
    });
  });

  it('is not kept from a dead lock by what others do to other files', async ({ expect }) => {
    const { home } = configHome();
    symlinkSync(dead, join(home, 'f.lock'));
    for (const name of [`g.lock.${ownerId()}.x.claim`, `f.lock.${ownerId()}.x.tmp`])
      writeFileSync(join(home, name), '');
    expect(await withLock(join(home, 'f'), () => 'in', { waitMs: 2000 })).toBe('in');
  });

  it('takes over an old lock of another machine, and an old empty one', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    for (const text of ['1-1-elsewhere.abc', '']) {
      writeFileSync(`${path}.lock`, text);
      expect(await rejectionOf(withLock(path, () => 'in', { waitMs }))).toMatchObject({ code: 'LOCKED' });
      utimesSync(`${path}.lock`, 0, 0);
      expect(await withLock(path, () => 'in', { waitMs })).toBe('in');
    }
  });

  it('does not take over while another live process is about to, and ignores the claims of the dead', async ({
    expect,
  }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    symlinkSync(dead, `${path}.lock`);
    writeFileSync(`${path}.lock.${dead}.claim`, '');
    const live = `${path}.lock.${ownerId()}.other.claim`;
    writeFileSync(live, '');
    expect(await rejectionOf(withLock(path, () => 'in', { waitMs }))).toMatchObject({ code: 'LOCKED' });
    writeFileSync(join(home, 'unrelated.claim'), '');
    execFileSync('rm', [live]);
    expect(await withLock(path, () => 'in', { waitMs: 2000 })).toBe('in');
  });
});

const NAMESPACE = '/proc/self/ns/pid';

describe('a process of another container that shares the host name', () => {
  // Its pid is not seen here, or belongs to somebody else.
  const [, , place = ''] = ownerId().split('-');
  const namespace = existsSync(NAMESPACE) ? readlinkSync(NAMESPACE).replace(/\D/g, '') : '';
  const elsewhere = `4194999-1-${place.replace(new RegExp(`_${namespace}$`), '_4026539999')}`;
  const inContainers = it.skipIf(namespace === '');

  inContainers(
    'keeps its lock while it shows signs of life, and loses it after a minute',
    async ({ expect }) => {
      const { home } = configHome();
      const path = join(home, 'f');
      symlinkSync(`${elsewhere}.abc`, `${path}.lock`);
      expect(await rejectionOf(withLock(path, () => 'in', { waitMs }))).toMatchObject({ code: 'LOCKED' });
      const minuteAgo = Date.now() / 1000 - 61;
      lutimesSync(`${path}.lock`, minuteAgo, minuteAgo);
      expect(await withLock(path, () => 'in', { waitMs: 2000 })).toBe('in');
    },
  );

  inContainers('keeps its temporary files while they are young', ({ expect }) => {
    const { home } = configHome();
    writeFileSync(join(home, `a.${elsewhere}.abc.tmp`), '');
    writeFileSync(join(home, `b.${elsewhere}.abc.tmp`), '');
    utimesSync(join(home, `b.${elsewhere}.abc.tmp`), 0, 0);
    sweepLeftovers(home);
    expect(readdirSync(home)).toEqual([`a.${elsewhere}.abc.tmp`]);
  });

  it('sees signs of life of long work, and none once the lock is another one', async ({ expect }) => {
    const { home } = configHome();
    const path = join(home, 'f');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await withLock(path, () => {
      for (const still of [true, false]) {
        if (!still) {
          unlinkSync(`${path}.lock`);
          symlinkSync(`${elsewhere}.abc`, `${path}.lock`);
        }
        lutimesSync(`${path}.lock`, 0, 0);
        vi.advanceTimersByTime(20_000);
        expect(Date.now() - lstatSync(`${path}.lock`).mtimeMs < 60_000).toBe(still);
      }
    });
  });
});

it.runIf(existsSync('/proc/self/stat'))(
  'a process that ended unnoticed holds no lock',
  async ({ expect }) => {
    const { home } = configHome();
    // It ends once its parent is no shell any more, which would notice.
    const child = '(until grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', child], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill());
    const [printed] = await once(parent.stdout, 'data');
    const ended = String(printed).trim();
    await expect
      .poll(() => readFileSync(`/proc/${ended}/stat`, 'utf8'), { timeout: 30_000 })
      .toContain(') Z ');
    symlinkSync(`${ended}-0-${host}.abc`, join(home, 'f.lock'));
    expect(await withLock(join(home, 'f'), () => 'in', { waitMs: 2000 })).toBe('in');
  },
);

describe('sweepLeftovers', () => {
  it('removes dead locks of ours and never a file of the same name', ({ expect }) => {
    const { home } = configHome();
    symlinkSync(dead, join(home, 'a.json.lock'));
    symlinkSync(`${ownerId()}.abc`, join(home, 'b.json.lock'));
    symlinkSync('elsewhere', join(home, 'c.lock'));
    symlinkSync(dead, join(home, 'd.json'));
    for (const name of ['yarn.lock', 'empty.lock'])
      writeFileSync(join(home, name), name === 'yarn.lock' ? dead : '');
    for (const name of ['yarn.lock', 'empty.lock']) utimesSync(join(home, name), 0, 0);
    sweepLeftovers(home);
    expect(readdirSync(home).sort()).toEqual(['b.json.lock', 'c.lock', 'd.json', 'empty.lock', 'yarn.lock']);
    expect(lstatSync(join(home, 'c.lock')).isSymbolicLink()).toBe(true);
  });

  it('of an age goes by that age alone', ({ expect }) => {
    const { home } = configHome();
    for (const name of ['old', 'young']) writeFileSync(join(home, name), '');
    utimesSync(join(home, 'old'), 0, 0);
    sweepOlder(home, 3_600_000);
    expect(readdirSync(home)).toEqual(['young']);
  });

  it('does nothing to a folder that is not there', ({ expect }) => {
    expect(() => sweepLeftovers('/nonexistent/docs')).not.toThrow();
  });
});
