import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { freshCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const CANARY = 'Zq7Wk-Xv9Yj_Hb3Nf8Pd';
const ORIGIN = 'https://docs.example.com';
const COMMANDS = [
  'profiles list --json',
  'spaces list --org organization-1234 --dry-run --debug',
  'auth logout',
];
/** Any four characters of the token in a row are a leak. */
const PARTS = Array.from({ length: CANARY.length - 3 }, (_, at) => CANARY.slice(at, at + 4));

const settings = { version: 1, defaultProfile: 'work', profiles: { work: { baseUrl: ORIGIN } } };
const good = `${JSON.stringify({ version: 1, credentials: { work: { origin: ORIGIN, token: CANARY } } })}\n`;

const cli = perFile(freshCli);
let path = '';
beforeAll(() => {
  const folder = join(cli.home, '.config/docs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  path = join(folder, 'credentials.json');
});

/** Runs the commands over a damaged file. Returns the exit codes, in a text that nobody can read a token from. */
async function exitsWith(damaged: Uint8Array): Promise<number[]> {
  const exits: number[] = [];
  for (const command of COMMANDS) {
    writeFileSync(path, damaged, { mode: 0o600 });
    const { exitCode, stdout, stderr } = await cli(command);
    const printed = stdout + stderr;
    expect(PARTS.filter((part) => printed.includes(part))).toEqual([]);
    if (!command.includes('--debug')) expect(stderr).not.toMatch(/^\s+at /m);
    // Corrupt is not repaired by losing what is left of it.
    if (/is not valid JSON/.test(stderr)) expect(readFileSync(path)).toEqual(Buffer.from(damaged));
    exits.push(exitCode);
  }
  return exits;
}

const positions = (count: number) =>
  Array.from({ length: Math.min(count, good.length) }, (_, at) => Math.floor((at * good.length) / count));

it('commands name the place of a credential file cut off at any byte, and nothing of the token', async () => {
  const cuts = positions(runs('S3', 'cuts', 8));
  for (const length of cuts) {
    const complete = length >= good.trimEnd().length;
    const exits = await exitsWith(Buffer.from(good.slice(0, length)));
    expect(exits, `cut at ${length}`).toEqual(complete ? [0, 0, 0] : [1, 1, 1]);
  }
  reached('S3', 'cuts', cuts.length);
});

it('commands print nothing of the token when any byte of the file is another one', async () => {
  const flips = positions(runs('S3', 'flips', 8));
  for (const at of flips) {
    for (const bit of [0x01, 0x20, 0x80]) {
      const bytes = Buffer.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ bit;
      for (const exit of await exitsWith(bytes)) expect([0, 1, 4]).toContain(exit);
    }
  }
  reached('S3', 'flips', flips.length);
});
