// The keychain of the system, by its own program: security on macOS, secret-tool on Linux, PowerShell on Windows. A token
// goes to it on standard input and never as an argument, which other programs could read.
import { ConfigError, DocsError, LocalIoError, messageOf } from '../errors.ts';
import { parseToken, type Secret } from './credentials.ts';

/** Runs a command line, or its words; resolves with what it printed. Its errors quote nothing of that. */
export type ReadProgram = (line: string | readonly string[], input?: string) => Promise<Uint8Array>;

export interface Programs {
  /** Absent: no program is started. */
  readProgram?: ReadProgram;
  runtime: { readonly platform: string };
  signal: AbortSignal;
}

interface Call {
  words: readonly string[];
  input?: string;
}

interface Keychain {
  store(account: string, token: Secret): Call;
  find(account: string): Call;
  remove(account: string): Call;
  /** What to do where its program is missing. */
  hint: string;
}

const SERVICE = 'docs';
const WITHOUT = 'docs auth login --with-token < token.txt, or docs auth login --token-command <command>';

/** `security -i` reads commands from standard input, and quotes as a shell does. */
const MACOS: Keychain = {
  store: (account, token) => ({
    words: ['security', '-i'],
    input: `add-generic-password -U -s ${SERVICE} -a '${account}' -w '${token.reveal().replaceAll("'", `'"'"'`)}'\n`,
  }),
  find: (account) => ({ words: ['security', 'find-generic-password', '-s', SERVICE, '-a', account, '-w'] }),
  remove: (account) => ({ words: ['security', 'delete-generic-password', '-s', SERVICE, '-a', account] }),
  hint: WITHOUT,
};

const attributes = (account: string) => ['service', SERVICE, 'account', account];
const LINUX: Keychain = {
  store: (account, token) => ({
    words: ['secret-tool', 'store', '--label', `docs: ${account}`, ...attributes(account)],
    input: token.reveal(),
  }),
  find: (account) => ({ words: ['secret-tool', 'lookup', ...attributes(account)] }),
  remove: (account) => ({ words: ['secret-tool', 'clear', ...attributes(account)] }),
  hint: `install secret-tool (package libsecret-tools or libsecret), or ${WITHOUT}`,
};

/** PasswordVault is the credential store of Windows that its own PowerShell reaches without a module. */
const powershell = (work: string, ...lines: readonly string[]): Call => ({
  words: [
    'powershell.exe',
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    `$ErrorActionPreference = 'Stop'; [void][Windows.Security.Credentials.PasswordVault,Windows.Security.Credentials,ContentType=WindowsRuntime]; $vault = New-Object Windows.Security.Credentials.PasswordVault; $account = [Console]::In.ReadLine(); ${work}`,
  ],
  input: lines.map((line) => `${line}\n`).join(''),
});
const WINDOWS: Keychain = {
  store: (account, token) =>
    powershell(
      `$vault.Add((New-Object Windows.Security.Credentials.PasswordCredential('${SERVICE}', $account, [Console]::In.ReadLine())))`,
      account,
      token.reveal(),
    ),
  find: (account) =>
    powershell(`[Console]::Out.Write($vault.Retrieve('${SERVICE}', $account).Password)`, account),
  remove: (account) => powershell(`$vault.Remove($vault.Retrieve('${SERVICE}', $account))`, account),
  hint: WITHOUT,
};

/** By `process.platform`; any other system is taken for a Linux. */
export const keychainOf = (platform: string): Keychain =>
  platform === 'darwin' ? MACOS : platform === 'win32' ? WINDOWS : LINUX;

/** Before a token is asked for: throws ConfigError `KEYCHAIN`, with another way to sign in, where there is no program for it. */
export async function requireKeychain(programs: Programs): Promise<void> {
  const { find, hint } = keychainOf(programs.runtime.platform);
  try {
    await call(programs, find('none'));
  } catch (error) {
    // Every other failure: it has no such account.
    if (error instanceof DocsError && error.code === 'NO_PROGRAM') throw cannotKeep(error, hint);
  }
}

/** Stores a token and reads it back; returns the account it is under. Throws ConfigError `KEYCHAIN`. */
export async function storeInKeychain(
  programs: Programs,
  place: { profile: string; origin: string },
  token: Secret,
): Promise<string> {
  const { randomBytes } = await import('node:crypto');
  const host = place.origin.replace(/^\w+:\/*|[^\w.:-]/g, '');
  const account = `${place.profile}@${host}#${randomBytes(4).toString('hex')}`;
  const { store, find, hint } = keychainOf(programs.runtime.platform);
  try {
    await call(programs, store(account, token));
    // Some of these programs end well whatever happened.
    if (parseToken(await call(programs, find(account))).reveal() === token.reveal()) return account;
  } catch (error) {
    if (programs.signal.aborted) throw error;
    throw cannotKeep(error, hint);
  }
  throw cannotKeep(new Error('it gave back another token'), hint);
}

function call({ readProgram }: Programs, { words, input }: Call): Promise<Uint8Array> {
  if (readProgram) return readProgram(words, input);
  throw new LocalIoError('no program may be started here', { code: 'NO_PROGRAM' });
}

const cannotKeep = (cause: unknown, hint: string) =>
  new ConfigError(`the keychain of this system cannot keep the token: ${messageOf(cause)}`, {
    code: 'KEYCHAIN',
    hint,
    cause,
  });

/** Removes what was stored under an account; false where that failed, so that it may still be there. */
export async function removeFromKeychain(programs: Programs, account: string): Promise<boolean> {
  try {
    await call(programs, keychainOf(programs.runtime.platform).remove(account));
    return true;
  } catch {
    return false;
  }
}
