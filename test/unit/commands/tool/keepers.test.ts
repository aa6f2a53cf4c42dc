// Tokens that are kept by others, by programs that stand for theirs, in scripts as those of test/acceptance.
//
//   program NAME <<EOF   a program: it notes its words, and that it ran, then does this; `$kept` is a folder for it
//   words                what programs were given, one a line, is what `stdout` looks at
//   runs N, entries N    so often did one run, so many files are in `$kept`
//   kept FOLDER          all that files below this folder hold;  printed  all that was printed so far
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../../src/config/credentials.ts';
import { type Programs, removeFromKeychain, storeInKeychain } from '../../../../src/config/keychain.ts';
import { keptToken } from '../../../../src/config/token-keeper.ts';
import { readProgram, wordsOf } from '../../../../src/terminal/child-programs.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { temporaryFolder } from '../../../helpers/lasting.ts';
import { filesIn } from '../../../helpers/org-world.ts';
import { playCases } from '../../../helpers/play.ts';
import { hostWords } from '../../../helpers/token-host.ts';

const TOKEN = `token'of-the"keychain\\`;

/** A program in the `bin` of this home. */
function program(home: string, name: string, body: string): void {
  const bin = join(home, 'bin');
  mkdirSync(join(bin, 'kept'), { recursive: true });
  const notes = `for word in "$@"; do printf '%s\\n' "$word" >> '${bin}/words'; done; echo >> '${bin}/runs'`;
  const text = `#!/bin/sh\nPATH=/usr/bin:/bin\nkept='${bin}/kept'\n${notes}\nenv > '${bin}/env'\n${body}\n`;
  writeFileSync(join(bin, name), text);
  chmodSync(join(bin, name), 0o755);
}
const noted = (home: string, name: string) => readFileSync(join(home, 'bin', name), 'utf8');
const entriesIn = (home: string) => readdirSync(join(home, 'bin/kept'));

playCases(join(import.meta.dirname, 'keepers'), freshCli, {
  ...hostWords('token-of-the-vault-1f4c9a', TOKEN),
  program: ({ cli }, [name = ''], body) => program(cli.home, name, body),
  words: ({ cli, last }) => void Object.assign(last, { stdout: noted(cli.home, 'words') }),
  runs: ({ cli }, [count]) => expect(noted(cli.home, 'runs')).toHaveLength(Number(count)),
  entries: ({ cli }, [count]) => expect(entriesIn(cli.home)).toHaveLength(Number(count)),
  kept: ({ cli, last }, [folder = '']) =>
    void Object.assign(last, { stdout: [...filesIn(join(cli.home, folder)).values()].join('\n') }),
  printed: ({ cli, last }) => void Object.assign(last, { stdout: cli.log.join('') }),
});

describe('a program that prints a token', () => {
  const started = (body: string, more: { withinMs?: number } = {}) => {
    const home = temporaryFolder();
    program(home, 'vault', body);
    const env = { PATH: [join(home, 'bin'), process.env.PATH].join(delimiter) };
    const { signal } = new AbortController();
    return { home, reading: readProgram('vault', { env, cwd: home, signal, ...more }) };
  };

  it('is killed when it takes too long', async () => {
    const { home, reading } = started('echo $$ > "$kept/../pid"; exec tail -f /dev/null', { withinMs: 400 });
    await expect(reading).rejects.toThrow('it did not end within 0.4 seconds');
    const pid = Number(noted(home, 'pid'));
    const isThere = () => existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    await expect.poll(isThere, { timeout: 30_000 }).toBeFalsy();
  });

  it('has 10 seconds, and hears no signal to stay longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { reading } = started(`trap '' TERM INT HUP; while :; do sleep 1; done`);
      const ended = expect(reading).rejects.toThrow('it did not end within 10 seconds');
      vi.advanceTimersByTime(9_999);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await ended;
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the programs of other systems', () => {
  const around = async (platform: string, name: string, body: string) => {
    const home = temporaryFolder();
    program(home, name, body);
    const { signal } = new AbortController();
    const where = { env: { PATH: join(home, 'bin') }, cwd: home, signal };
    const read: Programs['readProgram'] = (line, input) => readProgram(line, where, input);
    const system: Programs = { runtime: { platform }, signal, readProgram: read };
    const place = { profile: 'work', origin: 'https://api.example.com' };
    const keychain = await storeInKeychain(system, place, new Secret(TOKEN));
    expect(keychain).toMatch(/^work@api\.example\.com#[0-9a-f]{8}$/);
    expect((await keptToken(system, { keychain }, 'work')).reveal()).toBe(TOKEN);
    expect(await removeFromKeychain(system, keychain)).toBe(true);
    expect(entriesIn(home)).toEqual([]);
    expect(noted(home, 'words')).not.toContain('keychain\\');
  };

  it('take the token on standard input, as macOS does', () =>
    around(
      'darwin',
      'security',
      // `-i` reads its commands as a shell would.
      `case "$1" in
  -i) read -r line; eval "set -- $line"; printf '%s\\n' "$8" > "$kept/$6" ;;
  find-generic-password) cat "$kept/$5" 2> /dev/null ;;
  delete-generic-password) rm "$kept/$5" ;;
esac`,
    ));

  it('take account and token on standard input, as Windows does', () =>
    around(
      'win32',
      'powershell.exe',
      `read -r account
case "$4" in
  *Add*) read -r token; printf '%s' "$token" > "$kept/$account" ;;
  *Write*) cat "$kept/$account" ;;
  *Remove*) rm "$kept/$account" ;;
esac`,
    ));
});

it('a command line is split as by a shell that has nothing but quotes', () => {
  const unix = `op read "a \\"b\\" 'c'" 'd "e" \\f' g\\ h $i`;
  expect(wordsOf(unix, 'linux')).toEqual(['op', 'read', `a "b" 'c'`, 'd "e" \\f', 'g h', '$i']);
  const windows = `"C:\\Program Files\\op.exe" read '' x`;
  expect(wordsOf(windows, 'win32')).toEqual(['C:\\Program Files\\op.exe', 'read', '', 'x']);
});
