// Which token goes out with a command, and to which origin it may go.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { AuthError, ConfigError, UsageError } from '../errors.ts';
import { ioError } from '../files/io-error.ts';
import { shell } from '../files/shell-word.ts';
import { DEFAULT_BASE_URL, isSandboxUrl, originOf } from './base-url.ts';
import { credentialsPath, readToken, storedOrigins } from './credentials.ts';
import type { Env, Paths } from './folders.ts';
import { parseToken, type Secret } from './secret.ts';
import type { Settings } from './settings.ts';

const MAX_FILE_BYTES = 64 * 1024;

export interface TokenSource {
  source: 'env' | 'profile';
  /** The variable, or the path of the credential file. */
  where: string;
}

export interface TokenChoice {
  env: Env;
  paths: Paths;
  profile: { value: string; source: string; where: string } | undefined;
  baseUrl: { source: string };
  origin: string;
  settings: Settings | undefined;
}

/** Where the token would come from; undefined when there is none. Throws for a credential file that cannot be used. */
export function tokenSourceOf({ env, paths, profile }: TokenChoice): TokenSource | undefined {
  const variable = givenBy(env);
  if (variable) return { source: 'env', where: variable };
  if (!profile || !storedOrigins(paths).has(profile.value)) return undefined;
  return { source: 'profile', where: credentialsPath(paths) };
}

/**
 * The token of DOCS_TOKEN, DOCS_TOKEN_FILE or the profile, in this order. Throws AuthError `NO_PROFILE` or `NO_TOKEN`,
 * ConfigError `ORIGIN_CHANGED`, UsageError `BAD_TOKEN`, LocalIoError.
 */
export function openToken(choice: TokenChoice): Secret {
  const { env, paths, profile, origin, settings } = choice;
  if (givenBy(env)) {
    refuseDetour(choice);
    return env.DOCS_TOKEN ? parseToken(env.DOCS_TOKEN) : readTokenFile(env.DOCS_TOKEN_FILE ?? '');
  }
  if (!profile) throw noProfile(settings);
  const stored = readToken(paths, profile.value, origin);
  if (stored) return stored;
  throw new AuthError(`profile "${profile.value}" has no token`, {
    code: 'NO_TOKEN',
    hint: wayToToken(choice, profile.value),
  });
}

/** Nobody can sign in to a sandbox: the program makes its tokens. A file that is there keeps what it holds. */
function wayToToken({ settings, origin }: TokenChoice, profile: string): string {
  const isServed = settings?.profiles.get(profile)?.kind === 'sandbox';
  if (!isSandboxUrl(origin))
    return isServed ? 'docs sandbox serve' : shell`docs auth login --profile ${profile}`;
  const file = origin.slice('sandbox:'.length);
  const where = file === '' ? [] : ['--file', file];
  return file !== '' && !existsSync(file)
    ? shell`docs sandbox init --demo ${where} --name ${profile}`
    : `to act as a member of it: ${shell`docs sandbox token <member> ${where} --name ${profile}`}`;
}

function givenBy(env: Env): string | undefined {
  return ['DOCS_TOKEN', 'DOCS_TOKEN_FILE'].find((variable) => env[variable]);
}

/** A project file may choose among profiles, but it must not thereby send the token of the environment elsewhere. */
function refuseDetour({ profile, baseUrl, origin, settings }: TokenChoice): void {
  if (profile?.source !== 'project' || baseUrl.source !== 'profile') return;
  const usual = settings?.profiles.get(settings.defaultProfile ?? '')?.baseUrl ?? DEFAULT_BASE_URL;
  if (originOf(usual) === origin) return;
  throw new ConfigError(
    `"${profile.where}" chooses profile "${profile.value}": DOCS_TOKEN would go to "${origin}"`,
    {
      code: 'ORIGIN_CHANGED',
      hint: shell`if you want that, add --profile ${profile.value}`,
      details: { path: profile.where, profile: profile.value, origin },
    },
  );
}

/** Secrets are often mounted as links, so links are followed; a pipe or a device could keep us waiting for ever. */
function readTokenFile(path: string): Secret {
  let bytes: Uint8Array | undefined;
  try {
    const stats = statSync(path);
    if (stats.isFile() && stats.size <= MAX_FILE_BYTES) bytes = readFileSync(path);
  } catch (error) {
    throw ioError('read', path, error, 'DOCS_TOKEN_FILE names it');
  }
  if (bytes) return parseToken(bytes);
  throw new UsageError(`DOCS_TOKEN_FILE "${path}" is not a regular file of at most ${MAX_FILE_BYTES} bytes`, {
    code: 'BAD_TOKEN',
    hint: 'use a file that contains only the token, or set DOCS_TOKEN',
  });
}

function noProfile(settings: Settings | undefined): AuthError {
  const [name] = settings?.profiles.keys() ?? [];
  if (name !== undefined) {
    return new AuthError('no profile is chosen', {
      code: 'NO_PROFILE',
      hint: 'docs profiles list, then docs profiles use <name>',
    });
  }
  return new AuthError('not signed in', {
    code: 'NO_PROFILE',
    hint: 'docs auth login, or to try it without an account: docs sandbox init --demo',
  });
}
