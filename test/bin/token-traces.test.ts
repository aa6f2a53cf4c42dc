import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formsOf as allForms } from '../../src/client/redact.ts';
import { BIN, finished, NODE } from '../helpers/built.ts';
import { formsOf, refuseCanaries, refuseCanariesInFiles } from '../helpers/canary.ts';
import { type FaultServer, faultServer, http, json } from '../helpers/fault-server.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';

const CANARY = 'gb_api_CANARY-5d1e/+0123456789';
const FORMS = [...new Set([...formsOf(CANARY), ...allForms(CANARY)])];
const SYSCALLS = 'execve,openat,write,writev,pwrite64,sendto,sendmsg';
const ORG = ['--org', 'organization-1234'];
const COMMANDS: readonly (readonly string[])[] = [
  ['spaces', 'list', ...ORG],
  ['spaces', 'list', ...ORG, '--json', '--debug'],
  ['spaces', 'list', ...ORG, '--output', 'yaml'],
  ['spaces', 'list', ...ORG, '--output', 'csv', '--debug-har', 'log.har'],
  ['spaces', 'get', 'space-0123456789', '--web'],
  ['spaces', 'update', 'space-0123456789', '--title', 'New'],
  ['auth', 'status', '--json'],
  ['api', 'GET', '/v1/anything'],
];
const SOURCES = ['DOCS_TOKEN', 'DOCS_TOKEN_FILE', 'command', 'profile'] as const;

let server: FaultServer;
let home: string;
/** What a command prints the token from. */
let vault: string;
let refuse = false;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'docs-traces-'));
  // A platform that says whatever it was told, in every form it can think of.
  server = await faultServer(({ headers }) => {
    const title = FORMS.map((form) => `<${form}>`).join(' ') + headers.authorization;
    if (refuse) return http(400, JSON.stringify({ error: { code: 400, message: title } }));
    const urls = { app: 'https://app.example.com/x' };
    return json({
      object: 'user',
      id: 'space-0123456789',
      title,
      displayName: title,
      urls,
      items: [{ id: 'a', title }],
    });
  });
  const folder = join(home, '.config/docs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  vault = mkdtempSync(join(tmpdir(), 'docs-traces-vault-'));
  writeFileSync(join(vault, 'token'), `${CANARY}\n`);
  const [baseUrl, origin] = [server.origin, server.origin];
  const settings = { version: 1, defaultProfile: 'p', profiles: { p: { baseUrl }, c: { baseUrl } } };
  const kept = { p: { origin, token: CANARY }, c: { origin, command: `cat '${join(vault, 'token')}'` } };
  const stored = { version: 1, credentials: kept };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(stored), { mode: 0o600 });
  mkdirSync(join(home, 'work'));
  writeFileSync(join(home, 'work', 'browser'), '#!/bin/sh\ntrue\n');
  chmodSync(join(home, 'work', 'browser'), 0o755);
});
afterAll(async () => {
  await server.close();
  for (const folder of [home, vault]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a command under strace. Returns the system calls that bear a form of the token. */
async function callsWithToken(args: readonly string[], source: (typeof SOURCES)[number]): Promise<string[]> {
  const outside = mkdtempSync(join(tmpdir(), 'docs-traces-log-'));
  try {
    const [log, file] = [join(outside, 'log'), join(outside, 'token')];
    writeFileSync(file, `${CANARY}\n`);
    const env = {
      HOME: home,
      TMPDIR: join(home, 'work'),
      PATH: process.env.PATH ?? '',
      DOCS_BROWSER: join(home, 'work', 'browser'),
      ...(source === 'DOCS_TOKEN' && { DOCS_TOKEN: CANARY, DOCS_BASE_URL: server.origin }),
      ...(source === 'DOCS_TOKEN_FILE' && { DOCS_TOKEN_FILE: file, DOCS_BASE_URL: server.origin }),
      ...(source === 'command' && { DOCS_PROFILE: 'c' }),
    };
    const words = [
      '-f',
      '-v',
      '-yy',
      '-s',
      '65535',
      '-e',
      `trace=${SYSCALLS}`,
      '-o',
      log,
      NODE,
      BIN,
      ...args,
    ];
    const child = spawn('strace', words, { env, cwd: join(home, 'work'), stdio: 'pipe' });
    const { stdout, stderr } = await finished(child);
    refuseCanaries(stdout + stderr, FORMS, args.join(' '));
    refuseCanariesInFiles(home, FORMS);
    const lines = readFileSync(log, 'latin1').split('\n');
    return lines.filter((line) => FORMS.some((form) => line.includes(form)));
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
}

/** The request itself, what the command prints, and the start of this program with the environment it was given. */
const isMeant = (line: string) =>
  /^\d+ +write\(1<(?:pipe|UNIX-STREAM):\[[\d>-]+\]>, "gb_api_CANARY-[^"]*\\n", \d+\)/.test(line) ||
  /^\d+ +(write|writev|sendto|sendmsg)\(\d+<TCP:\[.*uthorization: Bearer /.test(line) ||
  (line.includes('execve(') && line.includes(`"${NODE}", "${BIN}"`));

it.skipIf(lacks('where the token goes', 'strace'))(
  'the token goes to the socket of its host and nowhere else',
  async () => {
    const cases = SOURCES.flatMap((source) =>
      [false, true].flatMap((refused) => COMMANDS.map((args) => ({ source, refused, args }))),
    );
    const count = runs('S1', 'traced commands', SOURCES.length);
    for (let at = 0; at < count; at++) {
      const { source, refused, args } = cases[Math.floor((at * cases.length) / count)] ?? cases[0] ?? never();
      refuse = refused;
      const calls = await callsWithToken(args, source);
      expect(calls.filter((line) => !isMeant(line)).map((line) => line.slice(0, 300))).toEqual([]);
      // It was sent, so it would have been seen.
      expect(
        calls.some((line) => line.includes('<TCP:')),
        args.join(' '),
      ).toBe(true);
    }
    reached('S1', 'traced commands', count);
  },
);

function never(): never {
  throw new Error('there are no cases');
}
