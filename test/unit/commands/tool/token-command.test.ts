// A token that a program of the person prints: kept nowhere, printed nowhere, asked for once.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readProgram, wordsOf } from '../../../../src/terminal/child-programs.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { filesIn } from '../../../helpers/org-world.ts';
import { tokenHost } from '../../../helpers/token-host.ts';

const TOKEN = 'token-of-the-vault-1f4c9a';
let sent: string[];
let bin: string;

const cli = perTest(freshCli);
const host = perTest(() => {
  sent = [];
  return tokenHost(TOKEN, { sent });
});
beforeEach(() => {
  bin = join(cli.home, 'bin');
  mkdirSync(bin);
});

/** A program that notes its arguments, prints each word by itself, and the token put together. */
function vault(body = `printf '%s%s\\n' token-of-the-vault- 1f4c9a`): void {
  const program = join(bin, 'vault');
  writeFileSync(
    program,
    `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word" >> '${bin}/words'; done\necho >> '${bin}/runs'\nenv > '${bin}/env'\n${body}\n`,
  );
  chmodSync(program, 0o755);
}
const runs = () => (existsSync(join(bin, 'runs')) ? readFileSync(join(bin, 'runs'), 'utf8').length : 0);
const env = () => ({ PATH: [bin, process.env.PATH].join(delimiter) });
const docs = (words: readonly string[]) => cli(words, { env: env() });
const login = (command: string, ...more: string[]) =>
  docs(['auth', 'login', '--token-command', command, '--base-url', host.url, '--name', 'work', ...more]);

describe('docs auth login --token-command', () => {
  it('keeps the command and no token, and says where the token comes from', async () => {
    vault();
    const { exitCode, stderr } = await login(`vault read 'op://docs/the token'`);
    expect(exitCode, stderr).toBe(0);
    expect(readFileSync(join(bin, 'words'), 'utf8')).toBe('read\nop://docs/the token\n');
    const status = await docs(['auth', 'status', '--json', '--debug-har', join(cli.home, 'calls.har')]);
    expect(JSON.parse(status.stdout).tokenFrom).toBe(`a command: vault read 'op://docs/the token'`);
    expect(sent.at(-1)).toBe(TOKEN);
    for (const [file, text] of filesIn(cli.home)) expect(text, file).not.toContain(TOKEN);
    expect(cli.log.join('')).not.toContain(TOKEN);
    expect((await docs(['auth', 'token'])).stdout.trim()).toBe(TOKEN);
  });

  it('is asked once for a whole command, not for what needs no token, and not where a variable has one', async () => {
    vault();
    await login('vault');
    expect(runs()).toBe(1);
    await docs(['auth', 'status']);
    expect(runs()).toBe(2);
    await docs(['context']);
    await docs(['profiles', 'list']);
    expect(runs()).toBe(2);
    await cli(['auth', 'status'], { env: { ...env(), DOCS_TOKEN: TOKEN } });
    expect(runs()).toBe(2);
    expect(readFileSync(join(bin, 'env'), 'utf8')).not.toContain('DOCS_TOKEN');
  });

  it('says which profile it is of when it fails, and nothing of what it printed', async () => {
    vault();
    await login('vault');
    vault(`echo not-for-anybody; echo not-for-anybody >&2; exit 3`);
    const { exitCode, stderr, stdout } = await docs(['auth', 'status']);
    expect(exitCode).toBe(4);
    expect(stderr).toContain(
      'the command that prints the token of profile "work" failed: it ended with exit code 3',
    );
    vault(`echo 'not-for-anybody and more'`);
    const two = await docs(['auth', 'status', '--debug']);
    expect(two.stderr).toContain('failed: the token contains a space');
    expect(stdout + stderr + two.stdout + two.stderr).not.toContain('not-for-anybody');
  });

  it('is run by no shell', async () => {
    vault();
    const { exitCode } = await login(`vault $HOME ; touch ${join(cli.home, 'made')} \`id\``);
    expect(exitCode).toBe(0);
    expect(readFileSync(join(bin, 'words'), 'utf8').split('\n').slice(0, 2)).toEqual(['$HOME', ';']);
    expect(existsSync(join(cli.home, 'made'))).toBe(false);
  });

  it('goes to no other host than that of its sign-in', async () => {
    vault();
    await login('vault');
    const { exitCode, stderr } = await docs(['auth', 'status', '--base-url', 'http://127.0.0.1:9']);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('was saved for')]);
    expect(runs()).toBe(1);
  });

  it('is replaced by a token and the other way round, and removed by a sign-out', async () => {
    vault();
    await login('vault');
    await cli(['auth', 'login', '--with-token', '--name', 'work'], { stdin: TOKEN });
    await docs(['auth', 'status']);
    expect(runs()).toBe(1);
    await login('vault');
    expect(readFileSync(join(cli.home, '.config/docs/credentials.json'), 'utf8')).not.toContain(TOKEN);
    await docs(['auth', 'logout', 'work']);
    expect((await docs(['auth', 'status'])).stderr).toContain('has no token');
    const both = await docs(['auth', 'login', '--with-token', '--token-command', 'vault']);
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('cannot be used together')]);
  });

  it('is never taken from a file of a folder', async () => {
    vault();
    await login('vault');
    for (const key of ['tokenCommand', 'token-command', 'command']) {
      writeFileSync(join(cli.cwd, '.docsrc.json'), JSON.stringify({ [key]: 'vault other' }));
      const { exitCode, stderr } = await docs(['auth', 'status']);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`must not contain "${key}"`)]);
    }
    expect(runs()).toBe(1);
  });
});

it('a program that prints a token is killed when it takes too long', async () => {
  vault(`echo $$ > '${bin}/pid'; exec tail -f /dev/null`);
  const { signal } = new AbortController();
  const reading = readProgram('vault', { env: env(), cwd: cli.cwd, signal, withinMs: 400 });
  await expect(reading).rejects.toThrow('it did not end within 0.4 seconds');
  const pid = Number(readFileSync(join(bin, 'pid'), 'utf8'));
  await expect
    .poll(() => existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8'), {
      timeout: 30_000,
    })
    .toBeFalsy();
});

it('a program that prints a token has 10 seconds, and hears no signal to stay longer', async () => {
  vault(`trap '' TERM INT HUP; echo $$ > '${bin}/pid'; while :; do sleep 1; done`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { signal } = new AbortController();
    const reading = readProgram('vault', { env: env(), cwd: cli.cwd, signal });
    const ended = expect(reading).rejects.toThrow('it did not end within 10 seconds');
    vi.advanceTimersByTime(9_999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await ended;
  } finally {
    vi.useRealTimers();
  }
});

it('a command line is split as by a shell that has nothing but quotes', () => {
  expect(wordsOf(`op read "a \\"b\\" 'c'" 'd "e" \\f' g\\ h $i`, 'linux')).toEqual([
    'op',
    'read',
    `a "b" 'c'`,
    'd "e" \\f',
    'g h',
    '$i',
  ]);
  expect(wordsOf(`"C:\\Program Files\\op.exe" read '' x`, 'win32')).toEqual([
    'C:\\Program Files\\op.exe',
    'read',
    '',
    'x',
  ]);
});
