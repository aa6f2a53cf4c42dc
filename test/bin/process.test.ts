import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { BIN, builtDocs, finished, NODE } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';

const docs = perFile(builtDocs);

beforeAll(async () => {
  const made = await docs(['sandbox', 'init', '--demo']);
  expect(made.code, made.stderr).toBe(0);
});

describe('the built program', () => {
  it('tells its version, which is that of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await docs(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('explains itself without profile or network', async () => {
    for (const args of [
      [],
      ['--help'],
      ['help', 'spaces'],
      ['spaces', 'restore', '--help'],
      ['help', 'exit-codes'],
    ]) {
      const { code, stdout, stderr } = await docs(args, { env: { HOME: '/nonexistent' } });
      expect([code, stderr], args.join(' ')).toEqual([0, '']);
      expect(stdout.length).toBeGreaterThan(100);
    }
  });

  it('exits by what went wrong', async () => {
    const codes: [string[], number][] = [
      [['spaces', 'list'], 0],
      [['spaces'], 2],
      [['spaces', 'lst'], 2],
      [['spaces', 'list', '--nope'], 2],
      [['spaces', 'list', '--limit', '-1'], 2],
      [['spaces', 'get', 'no-such-space'], 5],
      [['spaces', 'list', '--profile', 'nobody'], 5],
    ];
    for (const [args, code] of codes) {
      const result = await docs(args);
      expect([args.join(' '), result.code]).toEqual([args.join(' '), code]);
      expect(result.stderr).not.toMatch(/^\s+at /m);
    }
  });

  it('says how to go on when nobody is signed in', async () => {
    const result = await docs(['spaces', 'list'], { env: { HOME: `${docs.home}/nobody` } });
    expect(result.code).toBe(4);
    expect(result.stderr).toMatch(/docs auth login/);
    expect(result.stderr).toMatch(/docs sandbox init/);
  });

  it('ends without a trace when its reader goes away', async () => {
    const script = `"${NODE}" "${BIN}" api GET /v1/orgs/{org}/spaces --paginate | head -1; exit \${PIPESTATUS[0]}`;
    const { stderr, status } = spawnSync('bash', ['-c', script], { env: docs.env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it.each(['spaces list', '--version'])('reports a full disk after %s', async (args) => {
    const { stderr, status } = spawnSync('bash', ['-c', `"${NODE}" "${BIN}" ${args} > /dev/full`], {
      env: docs.env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^docs: cannot write to standard output: ENOSPC\n/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('never waits for an answer when nobody can give one', async () => {
    const child = docs.start(['sites', 'delete', 'Tarnpost Docs']);
    const { code } = await finished(child, 'y\n');
    expect(code).toBe(3);
  });

  it.skipIf(lacks('help and version open no socket', 'strace'))(
    'opens no socket for help and version',
    () => {
      for (const args of [['--version'], ['--help'], ['spaces', '--help']]) {
        const traced = spawnSync('strace', ['-f', '-e', 'trace=connect', NODE, BIN, ...args], {
          env: docs.env,
          encoding: 'utf8',
        });
        expect(traced.stderr).not.toMatch(/connect\(/);
      }
    },
  );
});
