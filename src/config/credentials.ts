// credentials.json: the tokens, each with the origin it may be sent to. Ours alone (0600), and never quoted.

import { join } from 'node:path';
import { ConfigError, EXIT, UsageError } from '../errors.ts';
import {
  corrupt,
  isJsonObject,
  type JsonObject,
  parseJsonFile,
  readPrivateFile,
  refuseNewer,
  toJsonFile,
} from '../files/json-file.ts';
import { shell } from '../files/shell-word.ts';
import { updateFile } from '../files/writer.ts';
import { type Paths, requirePath } from './paths.ts';

// A token, kept from being printed by accident.

const MAX_TOKEN_BYTES = 4096;
const HIDDEN = '[redacted]';

/** A value that shows itself only through `reveal()`; printed, logged or put into JSON it reads `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return HIDDEN;
  }
}

/**
 * A token from a variable, a file, stdin or a prompt: printable ASCII without spaces. Spaces, line ends and quotes around
 * it are left off, as they come with copying. Throws UsageError that never quotes it.
 */
export function parseToken(input: string | Uint8Array): Secret {
  const text = typeof input === 'string' ? input : new TextDecoder().decode(input);
  const token = text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  if (token === '') throw refused('is empty');
  if (isUtf16(input)) throw refused('is not plain ASCII text: it looks like UTF-16');
  if (token.length > MAX_TOKEN_BYTES) throw refused(`is longer than ${MAX_TOKEN_BYTES} bytes`);
  if (/\s/.test(token)) throw refused('contains a space or a line break');
  if (!/^[\x21-\x7e]+$/.test(token)) throw refused('contains a character that is not printable ASCII');
  return new Secret(token);
}

/** A NUL beside each ASCII character, or a byte order mark of the two-byte kind. */
function isUtf16(input: string | Uint8Array): boolean {
  if (typeof input === 'string') return input.includes('\0');
  const [first, second] = input;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || input.includes(0);
}

const refused = (why: string): UsageError =>
  new UsageError(`the token ${why}`, {
    code: 'BAD_TOKEN',
    hint: 'provide only the token, as plain text on one line',
  });

const VERSION = 1;

export const credentialsPath = (paths: Paths): string =>
  join(requirePath(paths, 'config'), 'credentials.json');

/**
 * The token saved for a profile; undefined when there is none. Throws ConfigError `ORIGIN_CHANGED` when it was saved
 * for another origin, `CONFIG_CORRUPT`, `UNSAFE_FILE`, and LocalIoError.
 */
export function readToken(paths: Paths, profile: string, origin: string): Secret | undefined {
  const entry = readEntries(paths).get(profile);
  if (entry === undefined) return undefined;
  const { origin: saved, token } = entry;
  if (typeof saved !== 'string' || !(toKeeper(entry) || typeof token === 'string')) throw unusable(paths);
  if (saved !== origin) throw originChanged(profile, saved, origin);
  return typeof token === 'string' ? usable(paths, token) : undefined;
}

/** What keeps a token instead of us: a command that prints it, or an account in the keychain of the system. */
export type TokenKeeper =
  | { command: string; keychain?: undefined }
  | { command?: undefined; keychain: string };

/** What keeps the token of a profile; undefined where that is here, or is missing. Throws what `readToken` throws. */
export const readTokenKeeper = (paths: Paths, profile: string, origin: string): TokenKeeper | undefined =>
  readToken(paths, profile, origin) ? undefined : storedKeeper(paths, profile);

/** The same for any origin: to remove what it keeps. */
export const storedKeeper = (paths: Paths, profile: string): TokenKeeper | undefined =>
  toKeeper(readEntries(paths).get(profile) ?? {});

function toKeeper({ command, keychain }: JsonObject): TokenKeeper | undefined {
  if (typeof command === 'string') return { command };
  return typeof keychain === 'string' ? { keychain } : undefined;
}

/** The origin of each profile that has a token. Throws what `readToken` throws about the file. */
export function storedOrigins(paths: Paths): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const [profile, { origin }] of readEntries(paths)) {
    if (typeof origin === 'string') origins.set(profile, origin);
  }
  return origins;
}

/** Saves a token, or what keeps it, with the one origin it may be sent to. */
export async function saveToken(
  paths: Paths,
  profile: string,
  origin: string,
  token: Secret | TokenKeeper,
): Promise<void> {
  await changeEntries(paths, (entries) => {
    const { token: _, command: _command, keychain: _keychain, ...other } = entries.get(profile) ?? {};
    const kept = token instanceof Secret ? { token: token.reveal() } : token;
    entries.set(profile, { ...other, origin, ...kept });
  });
}

/** Removes a profile's token; false when there was none. */
export async function removeToken(paths: Paths, profile: string): Promise<boolean> {
  if (!readEntries(paths).has(profile)) return false;
  await changeEntries(paths, (entries) => {
    entries.delete(profile);
  });
  return true;
}

/** Gives a copy of a token a second name; false when there is none. */
export async function copyToken(paths: Paths, from: string, to: string): Promise<boolean> {
  if (!readEntries(paths).has(from)) return false;
  await changeEntries(paths, (entries) => {
    const entry = entries.get(from);
    if (entry) entries.set(to, entry);
  });
  return true;
}

/** Removes the tokens of all profiles but these: what a change that was cut short left behind. */
export async function keepTokensOf(paths: Paths, profiles: ReadonlySet<string>): Promise<void> {
  if ([...readEntries(paths).keys()].every((profile) => profiles.has(profile))) return;
  await changeEntries(paths, (entries) => {
    for (const profile of [...entries.keys()]) if (!profiles.has(profile)) entries.delete(profile);
  });
}

type Entries = Map<string, JsonObject>;

function readEntries(paths: Paths): Entries {
  const path = credentialsPath(paths);
  const text = readPrivateFile(path);
  return text === undefined ? new Map() : toEntries(path, parseJsonFile(path, text));
}

async function changeEntries(paths: Paths, change: (entries: Entries) => void): Promise<void> {
  const path = credentialsPath(paths);
  const rewrite = (old: string | undefined) => {
    const file = old === undefined ? {} : parseJsonFile(path, old);
    refuseNewer(path, file.version, VERSION);
    const entries = toEntries(path, file);
    change(entries);
    return toJsonFile({ version: VERSION, ...file, credentials: Object.fromEntries(entries) });
  };
  await updateFile(path, rewrite, { ownDir: true });
}

function toEntries(path: string, { credentials = {} }: JsonObject): Entries {
  if (!isJsonObject(credentials)) throw corrupt(path, 'has "credentials" that are not an object');
  const entries: Entries = new Map();
  for (const [profile, entry] of Object.entries(credentials)) {
    if (!isJsonObject(entry)) throw corrupt(path, 'has an entry that is not an object');
    entries.set(profile, entry);
  }
  return entries;
}

function usable(paths: Paths, token: string): Secret {
  try {
    return parseToken(token);
  } catch {
    throw unusable(paths);
  }
}

const unusable = (paths: Paths): ConfigError =>
  corrupt(credentialsPath(paths), 'has an entry that cannot be used');

function originChanged(profile: string, saved: string, origin: string): ConfigError {
  return new ConfigError(
    `the token of profile "${profile}" was saved for ${JSON.stringify(saved)} and is not sent to ${JSON.stringify(origin)}`,
    {
      code: 'ORIGIN_CHANGED',
      // It is the token that is refused, though by us.
      exit: EXIT.auth,
      hint: shell`docs auth login --profile ${profile}, or set DOCS_TOKEN together with DOCS_BASE_URL`,
      details: { profile, saved, origin },
    },
  );
}
