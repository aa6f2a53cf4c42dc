import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, demoDocs, NODE } from '../helpers/built.ts';
import { refuseCanaries } from '../helpers/canary.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty } from '../helpers/pty.ts';
import { type Served, startServing } from '../helpers/served.ts';

const ENTER = '\r';
const DOWN = '\u001b[B';
const ESC = '\u001b';

let served: Served;
let host = '';
let token = '';

const docs = perFile(demoDocs);
beforeAll(async () => {
  served = await startServing(docs);
  host = new URL(served.url).host;
  token = (await docs(['auth', 'token'], { env: { DOCS_PROFILE: 'sandbox-serve' } })).stdout.trim();
});
afterAll(async () => {
  served.child.kill('SIGTERM');
  await served.ended;
});

const onTerminal = (...argv: string[]) => openPty([NODE, BIN, ...argv], { env: docs.env, cwd: docs.home });

it.skipIf(lacks('questions on a terminal', 'python3'))(
  'a slip at any question of a sign-in is asked again',
  async () => {
    const pty = onTerminal('auth', 'login');
    await pty.talk(
      [/Host:/, `my host${ENTER}`],
      [/host "my host" is not a URL/, `${'\u007f'.repeat(7)}${host}${ENTER}`],
      [/Save it as profile:/, `a b${ENTER}`],
      [/use letters, digits, dots/, `${'\u007f'.repeat(3)}work${ENTER}`],
    );
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

it.skipIf(lacks('questions on a terminal', 'python3'))(
  'a question that Ctrl-Z stopped goes on with what was typed',
  async () => {
    const pty = openPty(['bash', '--norc', '-i'], { env: { ...docs.env, PS1: '$ ' }, cwd: docs.home });
    try {
      await pty.talk(
        [/\$ /, `'${NODE}' '${BIN}' auth login${ENTER}`],
        [/Host:/, 'ex'],
        [/Host: ex/, '\u001a'],
        [/Stopped[\s\S]*\$ /, `fg${ENTER}`],
        [/Host: ex/, 'ample'],
        [/example/, '\u0003'],
      );
      await pty.waitFor(/interrupted: nothing was sent/);
    } finally {
      pty.kill();
    }
  },
);
