import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { BIN, demoDocs, finished, NODE } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { reached } from '../helpers/runs.ts';

const docs = perFile(demoDocs);
let cwd: string;
beforeAll(async () => {
  cwd = join(docs.home, 'work');
});

/** What the program asks the kernel for, of the given calls. */
async function traced(calls: string, args: readonly string[], env: Record<string, string> = {}) {
  const log = join(docs.home, 'trace');
  const child = spawn('strace', ['-f', '-qq', '-e', `trace=${calls}`, '-o', log, NODE, BIN, ...args], {
    cwd,
    env: { ...docs.env, ...env },
  });
  const { code, stdout, stderr } = await finished(child);
  return { code, stdout, stderr, calls: readFileSync(log, 'utf8') };
}

it.skipIf(lacks('no .env is read', 'strace'))('reads no .env, here or above', async () => {
  const text = 'DOCS_TOKEN=from-a-file\nDOCS_BASE_URL=http://127.0.0.1:9\nDOCS_PROFILE=nobody\n';
  const names = ['.env', '.env.local', '.env.production', '.env.development'];
  for (const name of names) writeFileSync(join(cwd, name), text);
  writeFileSync(join(docs.home, '.env'), text);
  const lines = [['spaces', 'list'], ['auth', 'status'], ['doctor'], ['context']];
  for (const args of lines) {
    const { code, stderr, calls } = await traced('open,openat,openat2,readlink,stat,access', args);
    expect([args, args[0] === 'doctor' ? 0 : code], stderr).toEqual([args, 0]);
    expect(calls.match(/"[^"]*\.env[^"]*"/g)).toBeNull();
  }
  reached('P8', 'commands', lines.length);
});

it.skipIf(lacks('help and version open no socket', 'strace'))(
  'opens no socket for help, version, completion or what cannot be parsed',
  async () => {
    mkdirSync(join(docs.home, 'nobody'), { recursive: true });
    const lines: [string[], number][] = [
      [['--version'], 0],
      [['--help'], 0],
      [['spaces', '--help'], 0],
      [['spaces', 'list', '--help'], 0],
      [['help', 'exit-codes'], 0],
      [['complete', '--', 'spaces', ''], 0],
      [['spaces', 'list', '--nope'], 2],
      [['spaces', 'get'], 2],
      [['spaces', 'lst'], 2],
    ];
    // With a token and a host at hand, so that it could.
    const env = { DOCS_TOKEN: 'test-token-1', DOCS_BASE_URL: 'https://docs.example.com' };
    for (const [args, exit] of lines) {
      const { code, stderr, calls } = await traced('socket,connect,sendto', args, env);
      expect([args, code], stderr).toEqual([args, exit]);
      // Node makes pairs of its own for its threads; they reach nobody.
      expect(calls.match(/(socket|connect|sendto)\((?!AF_UNIX, SOCK_STREAM\|SOCK_CLOEXEC).*/g)).toBeNull();
    }
    reached('P9', 'commands', lines.length);
  },
);
