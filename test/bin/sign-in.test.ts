import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, builtDocs, NODE } from '../helpers/built.ts';
import { refuseCanaries } from '../helpers/canary.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty } from '../helpers/pty.ts';

const ENTER = '\r';
const DOWN = '\u001b[B';
const ESC = '\u001b';

let served: ChildProcess;
let host = '';
let token = '';

const docs = perFile(builtDocs);
beforeAll(async () => {
  expect((await docs(['sandbox', 'init', '--demo'])).code).toBe(0);
  served = docs.start(['sandbox', 'serve']);
  const url = await new Promise<string>((resolve, reject) => {
    served.stdout?.once('data', (chunk) => resolve(String(chunk).trim()));
    served.once('exit', () => reject(new Error('the sandbox ended')));
  });
  host = new URL(url).host;
  token = (await docs(['auth', 'token'], { env: { DOCS_PROFILE: 'sandbox-serve' } })).stdout.trim();
});
afterAll(async () => {
  const gone = new Promise((resolve) => served.once('exit', resolve));
  served.kill('SIGTERM');
  await gone;
});

const onTerminal = (...argv: string[]) => openPty([NODE, BIN, ...argv], { env: docs.env, cwd: docs.home });

it.skipIf(lacks('questions on a terminal', 'python3'))(
  'a slip at any question of a sign-in is asked again',
  async () => {
    const pty = onTerminal('auth', 'login');
    await pty.waitFor(/Host:/);
    pty.type(`my host${ENTER}`);
    await pty.waitFor(/host "my host" is not a URL/);
    pty.type(`${'\u007f'.repeat(7)}${host}${ENTER}`);
    await pty.waitFor(/Save it as profile:/);
    pty.type(`a b${ENTER}`);
    await pty.waitFor(/use letters, digits, dots/);
    pty.type(`${'\u007f'.repeat(3)}work${ENTER}`);
    await pty.waitFor(/Create a token in your account settings/);
    await pty.waitFor(/API token:/);
    pty.type(`wrong-token${ENTER}`);
    await pty.waitFor(/refused the token of profile "work" \(401\)/);
    await pty.waitFor(/API token:/);
    pty.type(` ${token} ${ENTER}`);
    await pty.waitFor(/[Ss]igned in to .* as Ines Okafor, profile "work"/);
    await pty.waitFor(/next: docs spaces list\r?\n/);
    expect(await pty.ended).toBe(0);
    refuseCanaries(pty.output(), [token, 'wrong-token'], 'auth login');
    const { profile } = JSON.parse((await docs(['auth', 'status', '--json'])).stdout);
    expect(profile).toBe('work');
  },
);

it.skipIf(lacks('questions on a terminal', 'python3'))(
  'two spaces of one name are chosen from with the arrow keys, or left',
  async () => {
    expect((await docs(['spaces', 'create', '--title', 'Guides'])).code).toBe(0);
    const left = onTerminal('spaces', 'delete', 'Guides', '--yes');
    await left.waitFor(/2 spaces are called "Guides"\. Which one\?/);
    left.type(ESC);
    expect(await left.ended).toBe(3);
    const pty = onTerminal('spaces', 'get', 'Guides', '--json');
    await pty.waitFor(/public, updated [\s\S]*private, updated/);
    pty.type(DOWN + ENTER);
    await pty.waitFor(/"visibility": "private"/);
    expect(await pty.ended).toBe(0);
  },
);

it.skipIf(lacks('questions on a terminal', 'python3'))(
  'a space without a title is not made by looking',
  async () => {
    const asked = onTerminal('spaces', 'create');
    await asked.waitFor(/Title:/);
    asked.type(`Runbook${ENTER}`);
    await asked.waitFor(/[Cc]reated space "Runbook"/);
    expect(await asked.ended).toBe(0);
  },
);
