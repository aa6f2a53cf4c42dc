// The keychain of the system, by programs that stand for its own: the token is theirs alone, and in no argument.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../../src/config/credentials.ts';
import { type Programs, removeFromKeychain, storeInKeychain } from '../../../../src/config/keychain.ts';
import { keptToken } from '../../../../src/config/token-keeper.ts';
import { readProgram } from '../../../../src/terminal/child-programs.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { filesIn } from '../../../helpers/org-world.ts';
import { tokenHost } from '../../../helpers/token-host.ts';

const TOKEN = 'token\'of the"keychain\\'.replaceAll(' ', '-');
let bin: string;
let kept: string;

const cli = perTest(freshCli);
const host = perTest(() => tokenHost(TOKEN));
beforeEach(() => {
  bin = join(cli.home, 'bin');
  kept = join(bin, 'kept');
  mkdirSync(kept, { recursive: true });
});

/** Notes its arguments, then does `body`; `account` is the last word. */
function program(name: string, body: string): void {
  writeFileSync(
    join(bin, name),
    `#!/bin/sh\nPATH=/usr/bin:/bin\nprintf '%s\\n' "$@" >> '${bin}/words'\nkept='${kept}'\n${body}\n`,
  );
  chmodSync(join(bin, name), 0o755);
}
const secretTool = () =>
  program(
    'secret-tool',
    `for account in "$@"; do :; done
case "$1" in
  store) cat > "$kept/$account" ;;
  lookup) cat "$kept/$account" 2> /dev/null ;;
  clear) rm "$kept/$account" ;;
esac`,
  );
const words = () => readFileSync(join(bin, 'words'), 'utf8');
const docs = (line: string, stdin?: string) =>
  cli(line, { env: { PATH: bin }, ...(stdin !== undefined && { stdin }) });
const login = (flags = '--keychain') =>
  docs(`auth login --with-token --base-url ${host.url} --name work ${flags}`, TOKEN);

describe('docs auth login --keychain', () => {
  it('keeps the token with the program of the system, and in no file of its own', async () => {
    secretTool();
    const { exitCode, stderr } = await login();
    expect(exitCode, stderr).toBe(0);
    const status = await docs('auth status --json');
    expect(JSON.parse(status.stdout).tokenFrom).toMatch(/^the keychain of this system: work@127\.0\.0\.1/);
    expect((await docs('auth token')).stdout.trim()).toBe(TOKEN);
    const own = filesIn(join(cli.home, '.config'));
    expect(own.size).toBeGreaterThan(0);
    for (const [file, text] of own) expect(text, file).not.toContain('keychain\\');
    expect(words()).not.toContain('token');
  });

  it('takes it out of the keychain with a sign-out, with its profile, and with another token', async () => {
    secretTool();
    for (const end of ['auth logout work', 'profiles remove work']) {
      await login();
      expect(readdirSync(kept)).toHaveLength(1);
      expect((await docs(end)).exitCode).toBe(0);
      expect(readdirSync(kept)).toEqual([]);
    }
    await login();
    await login();
    expect(readdirSync(kept)).toHaveLength(1);
    await login('');
    expect(readdirSync(kept)).toEqual([]);
    expect((await docs('auth status')).exitCode).toBe(0);
  });

  it('goes on with a renamed profile', async () => {
    secretTool();
    await login();
    await docs('profiles rename work other');
    expect((await docs('auth status')).exitCode).toBe(0);
  });

  it('is refused before a token is read where the program is missing', async () => {
    const { exitCode, stderr } = await login();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'the keychain of this system cannot keep the token: cannot run "secret-tool": it is not in PATH',
    );
    expect(stderr).toContain('hint: install secret-tool');
    expect(existsSync(join(cli.home, '.config/docs/credentials.json'))).toBe(false);
  });

  it('says so where the keychain is locked, and where it may still hold the token', async () => {
    secretTool();
    await login();
    program('secret-tool', 'echo not-for-anybody; exit 1');
    const { exitCode, stderr } = await docs('auth status');
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringContaining('the token of profile "work" could not be read'),
    ]);
    expect(stderr).not.toContain('not-for-anybody');
    expect((await docs('auth logout work')).stderr).toContain('the keychain may still hold the token');
    rmSync(join(bin, 'secret-tool'));
    expect((await docs('auth status')).stderr).toContain('has no token');
  });
});

describe('the programs of other systems', () => {
  const on = (platform: string): Programs => {
    const { signal } = new AbortController();
    const where = { env: { PATH: bin }, cwd: cli.cwd, signal };
    return { runtime: { platform }, signal, readProgram: (line, input) => readProgram(line, where, input) };
  };
  const around = async (platform: string) => {
    const place = { profile: 'work', origin: 'https://api.example.com' };
    const keychain = await storeInKeychain(on(platform), place, new Secret(TOKEN));
    expect(keychain).toMatch(/^work@api\.example\.com#[0-9a-f]{8}$/);
    expect((await keptToken(on(platform), { keychain }, 'work')).reveal()).toBe(TOKEN);
    expect(await removeFromKeychain(on(platform), keychain)).toBe(true);
    expect(readdirSync(kept)).toEqual([]);
    expect(words()).not.toContain('keychain\\');
  };

  it('take the token on standard input, as macOS does', async () => {
    // `-i` reads its commands as a shell would.
    program(
      'security',
      `case "$1" in
  -i) read -r line; eval "set -- $line"; printf '%s\\n' "$8" > "$kept/$6" ;;
  find-generic-password) cat "$kept/$5" 2> /dev/null ;;
  delete-generic-password) rm "$kept/$5" ;;
esac`,
    );
    await around('darwin');
  });

  it('take account and token on standard input, as Windows does', async () => {
    program(
      'powershell.exe',
      `read -r account
case "$4" in
  *Add*) read -r token; printf '%s' "$token" > "$kept/$account" ;;
  *Write*) cat "$kept/$account" ;;
  *Remove*) rm "$kept/$account" ;;
esac`,
    );
    await around('win32');
  });
});
