import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, finished, NODE, type Result } from '../helpers/built.ts';
import { type FaultServer, faultServer, json } from '../helpers/fault-server.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { leftToHarden } from '../helpers/measured.ts';
import { lacks } from '../helpers/needs.ts';
import { reached } from '../helpers/runs.ts';

const TOKEN = 'gb_api_canary_5d1e';
const LIST = ['spaces', 'list', '--org', 'organization-1234', '--json'];
const READS = process.env.DOCS_HARDEN
  ? [LIST, ['context', '--json'], ['auth', 'status'], ['--help']]
  : [LIST];
/** How many times as long as in an ordinary home: what waits for something takes more. */
const MOST_TIMES = 5;
/** A machine that does much else may be late once. */
const ROUNDS = 4;
const STRANGER = '54321';

interface Place {
  env?: Record<string, string>;
  /** Words before the program: the rights it runs with, or where. */
  before?: string[];
}

let server: FaultServer;
const home = temporaryFolder();
let ordinary: string;
const mounted: string[] = [];
beforeAll(async () => {
  ordinary = join(home, 'ordinary');
  mkdirSync(ordinary);
  server = await faultServer(({ path }) => {
    if (path === '/v1/user') return json({ object: 'user', id: 'u', displayName: 'A' });
    return json(path.endsWith('/duplicate') ? { id: 'space-2' } : { items: [{ id: 'space-1' }] });
  });
});
afterAll(async () => {
  for (const folder of mounted) execFileSync('umount', [folder]);
  await server.close();
});

function run(args: readonly string[], { env = {}, before = [] }: Place): Promise<Result> {
  const [program = NODE, ...words] = [...before, NODE, BIN, ...args];
  const given = { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: server.origin, ...env };
  return finished(spawn(program, words, { env: given, cwd: '/', stdio: 'pipe' }));
}

/** Runs a command that waits for nothing: `npm run harden` measures it against the same one in an ordinary home. */
async function runAtOnce(args: readonly string[], place: Place): Promise<Result> {
  if (leftToHarden()) return run(args, place);
  const times: number[] = [];
  for (let round = 1; ; round += 1) {
    const from = performance.now();
    await run(args, { env: { HOME: ordinary } });
    const between = performance.now();
    const result = await run(args, place);
    times.push((performance.now() - between) / (between - from));
    const least = Math.min(...times);
    if (round < ROUNDS && least >= MOST_TIMES) continue;
    expect(least, `${args.join(' ')}: times as long as in an ordinary home`).toBeLessThan(MOST_TIMES);
    return result;
  }
}

async function expectReads(place: Place): Promise<void> {
  for (const args of READS) {
    const { code, stdout, stderr } = await runAtOnce(args, place);
    expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, '']);
    expect(stdout).not.toContain(TOKEN);
    if (args === LIST) expect(JSON.parse(stdout)).toEqual([{ id: 'space-1' }]);
  }
  // What cannot be kept is an error of one line.
  const save = await run(['profiles', 'add', 'x', '--base-url', 'https://docs.example.com'], place);
  expect(save.stderr).not.toMatch(/^\s+at |unexpected error/m);
  reached('C5', 'environments', 1);
}

function disk(name: string, size: string, ...options: string[]): string {
  const folder = join(home, name);
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', [`size=${size}`, ...options].join(), 'tmpfs', folder]);
  mounted.push(folder);
  return folder;
}

describe('with a token in the environment, reading works', () => {
  it.each<[string, Place]>([
    ['with no other variable', {}],
    ['with a home that is not there', { env: { HOME: '/nonexistent' } }],
    ['with a device for a home', { env: { HOME: '/dev/null' } }],
    ['with a home below /proc', { env: { HOME: '/proc/self/nothing' } }],
    ['with a home that is a relative path', { env: { HOME: 'somewhere' } }],
    [
      'with a config folder that is a file',
      { env: { HOME: '/nonexistent', DOCS_CONFIG_DIR: '/etc/hostname' } },
    ],
    [
      'in a folder that was removed',
      { before: ['sh', '-c', 'd=$(mktemp -d); cd "$d"; rmdir "$d"; exec "$@"', 'sh'] },
    ],
  ])('%s', async (_name, place) => {
    await expectReads({
      ...place,
      env: { ...place.env, ...(place.before && { PATH: process.env.PATH ?? '' }) },
    });
  });

  it.skipIf(lacks('a read-only home', 'root', 'mount'))('with a home on a read-only disk', async () => {
    await expectReads({ env: { HOME: disk('ro', '64k', 'ro') } });
  });

  it.skipIf(lacks('a home on a full disk', 'root', 'mount'))('with a home on a full disk', async () => {
    const full = disk('full', '16k');
    try {
      writeFileSync(join(full, 'filler'), Buffer.alloc(64 * 1024));
    } catch {
      // Full.
    }
    await expectReads({ env: { HOME: full } });
  });

  it.skipIf(lacks('a user without a name', 'root', 'setpriv'))(
    'as a user without name, in a home of somebody else',
    async () => {
      const before = ['setpriv', `--reuid=${STRANGER}`, `--regid=${STRANGER}`, '--clear-groups'];
      const closed = join(home, 'closed');
      mkdirSync(join(closed, '.config', 'docs'), { recursive: true });
      chmodSync(closed, 0o700);
      await expectReads({ before, env: { HOME: closed, PATH: process.env.PATH ?? '' } });
      await expectReads({ before, env: { HOME: '/root', PATH: process.env.PATH ?? '' } });
    },
  );
});

it.each([['serve'], ['exec', '--', 'true']])(
  'a sandbox without a folder for temporary files says so (%s)',
  async (...args) => {
    const { code, stderr } = await run(
      ['sandbox', ...args.slice(0, 1), '--seed', 'empty', ...args.slice(1)],
      {
        env: { HOME: ordinary, TMPDIR: '/nonexistent' },
      },
    );
    expect([code, stderr]).toEqual([
      1,
      'docs: cannot write "/nonexistent": no such file or folder\nhint: set TMPDIR to a folder that can be written\n',
    ]);
  },
);

it.skipIf(lacks('a snapshot on a full disk', 'root', 'mount'))(
  'a snapshot says that the disk is full',
  async () => {
    const HOME = disk('no-room', '4m');
    const place = { env: { HOME, DOCS_CODE_CACHE: 'off' } };
    const file = join(HOME, 'sandbox.db');
    expect((await run(['sandbox', 'init', '--demo', '--file', file], place)).code).toBe(0);
    try {
      writeFileSync(join(HOME, 'filler'), Buffer.alloc(8 * 1024 * 1024));
    } catch {
      // Full.
    }
    const { code, stderr } = await run(['sandbox', 'snapshot', 'save', 'one', '--file', file], place);
    expect([code, stderr]).toEqual([1, expect.stringContaining('no space left on the device')]);
  },
);

const isLacking = lacks('a home whose disk becomes full', 'root', 'mount');
it.skipIf(isLacking).each([['update', '--title', 'x'], ['duplicate']])(
  'a change of many (%s) goes on when the disk of its home becomes full, and says so once',
  async (verb, ...flags) => {
    const HOME = disk(`narrow-${verb}`, '32k');
    const ids = Array.from({ length: 400 }, (_, at) => `space-${at}-12345678901`);
    const { code, stdout, stderr } = await run(['spaces', verb, ...ids, ...flags, '-o', 'ndjson'], {
      env: { HOME, DOCS_CODE_CACHE: 'off' },
    });
    const results = stdout.split('\n').filter((line) => line.includes('"ok":true'));
    expect([code, results.length], stderr).toEqual([0, ids.length]);
    expect(stderr.match(/warning: not recorded in the history/g)).toHaveLength(1);
    expect(stderr.match(/warning: --resume would repeat/g)).toHaveLength(1);
    expect(stderr).not.toMatch(/unexpected error|^\s+at /m);
  },
);
