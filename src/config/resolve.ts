// What a command works with: flag, then environment, then project file, then profile, and where each value came from.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { AuthError, ConfigError, LocalIoError, UsageError } from '../errors.ts';
import { ioError } from '../files/io-error.ts';
import { corrupt } from '../files/json-file.ts';
import { sweepLeftovers } from '../files/lock.ts';
import { shell } from '../files/shell-word.ts';
import { DEFAULT_BASE_URL, isSandboxUrl, originOf, parseBaseUrl } from './base-url.ts';
import {
  credentialsPath,
  parseToken,
  readToken,
  readTokenKeeper,
  type Secret,
  storedOrigins,
  type TokenKeeper,
} from './credentials.ts';
import type { Env, Paths } from './folders.ts';
import {
  findProjectFile,
  notAllowed,
  type ProjectFile,
  profileRefusal,
  type RefusedProfile,
} from './project-file.ts';
import { type Profile, readSettings, type Settings, settingsPath, unknownProfile } from './settings.ts';

// Which token goes out with a command, and to which origin it may go.

const MAX_FILE_BYTES = 64 * 1024;

interface TokenSource {
  source: 'env' | 'profile' | 'command' | 'keychain';
  /** The variable, the path of the credential file, or what keeps it. */
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
function tokenSourceOf({ env, paths, profile }: TokenChoice): TokenSource | undefined {
  const variable = givenBy(env);
  if (variable) return { source: 'env', where: variable };
  const origin = profile && storedOrigins(paths).get(profile.value);
  if (!profile || origin === undefined) return undefined;
  const keeper = readTokenKeeper(paths, profile.value, origin);
  if (keeper?.command !== undefined) return { source: 'command', where: `a command: ${keeper.command}` };
  if (keeper) return { source: 'keychain', where: `the keychain of this system: ${keeper.keychain}` };
  return { source: 'profile', where: credentialsPath(paths) };
}

/** What keeps the token, where nothing else gives it. Throws what `readToken` throws. */
const tokenKeeperOf = ({ env, paths, profile, origin }: TokenChoice): TokenKeeper | undefined =>
  givenBy(env) || !profile ? undefined : readTokenKeeper(paths, profile.value, origin);

/**
 * The token of DOCS_TOKEN, DOCS_TOKEN_FILE or the profile, in this order. Throws AuthError `NO_PROFILE` or `NO_TOKEN`,
 * ConfigError `ORIGIN_CHANGED`, UsageError `BAD_TOKEN`, LocalIoError.
 */
function openToken(choice: TokenChoice): Secret {
  const { env, paths, profile, origin, settings } = choice;
  if (givenBy(env)) {
    refuseDetour(choice);
    return env.DOCS_TOKEN ? parseToken(env.DOCS_TOKEN) : readTokenFile(env.DOCS_TOKEN_FILE ?? '');
  }
  if (!profile) throw noProfile(settings, env);
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

const givenBy = (env: Env): string | undefined =>
  ['DOCS_TOKEN', 'DOCS_TOKEN_FILE'].find((variable) => env[variable]);

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

/** Where a program runs docs nobody can sign in: it needs the variable, which a secret that is not there leaves empty. */
function noProfile(settings: Settings | undefined, { DOCS_TOKEN: token, CI: ci }: Env): AuthError {
  const [name] = settings?.profiles.keys() ?? [];
  if (name !== undefined) {
    return new AuthError('no profile is chosen', {
      code: 'NO_PROFILE',
      hint: 'docs profiles list, then docs profiles use <name>',
    });
  }
  return new AuthError(token === '' ? 'not signed in: DOCS_TOKEN is empty' : 'not signed in', {
    code: 'NO_PROFILE',
    hint:
      token === '' || ci
        ? 'set DOCS_TOKEN to an API token: docs help environment'
        : 'docs auth login, or to try it without an account: docs sandbox init --demo',
  });
}

export type Source = 'flag' | 'env' | 'project' | 'profile' | 'default';

export interface Setting<T> {
  value: T;
  source: Source;
  /** The flag, the variable, the file or the profile it came from, for a person. */
  where: string;
}

export interface Flags {
  profile?: string | undefined;
  org?: string | undefined;
  space?: string | undefined;
  site?: string | undefined;
  baseUrl?: string | undefined;
  readOnly?: boolean | undefined;
}

export interface ResolveInput {
  flags: Flags;
  env: Env;
  cwd: string;
  paths: Paths;
}

export interface Resolved {
  profile: Setting<string> | undefined;
  baseUrl: Setting<string>;
  origin: string;
  organization: Setting<string> | undefined;
  space: Setting<string> | undefined;
  site: Setting<string> | undefined;
  /** True when any source says so: a variable cannot loosen a profile. */
  readOnly: Setting<boolean>;
  kind: 'host' | 'sandbox';
  /** The profile that a project file names and may not choose: `profile` is the usual one, and `token` throws. */
  refused: RefusedProfile | undefined;
  /** Where the token would come from, without opening it; undefined when there is none. */
  tokenSource: () => TokenSource | undefined;
  /** Throws ConfigError `PROJECT_PROFILE` when a profile was refused, AuthError `NO_PROFILE` or `NO_TOKEN`, ConfigError `ORIGIN_CHANGED`, UsageError `BAD_TOKEN`. */
  token: () => Secret;
  /** What keeps the token, where that is another program: `token` has none then. Throws as `token` does. */
  tokenKeeper: () => TokenKeeper | undefined;
}

/**
 * Settles profile, base URL and names. With a token and a base URL from the environment no disk is needed. Throws
 * UsageError `UNKNOWN_PROFILE` and `BAD_BASE_URL`, and ConfigError for files that cannot be used; never for a missing
 * token, which `token()` reports.
 */
export function resolveConfig(input: ResolveInput): Resolved {
  const { flags, env, cwd } = input;
  const project = findProjectFile(cwd);
  const named = first(of('flag', '--profile', flags.profile), of('env', 'DOCS_PROFILE', env.DOCS_PROFILE));
  const address = first(
    of('flag', '--base-url', flags.baseUrl),
    of('env', 'DOCS_BASE_URL', env.DOCS_BASE_URL),
  );
  const byProject = named ? undefined : of('project', project?.path, project?.values.profile);
  const settings = loadSettings(input, named ?? byProject, address);
  const usual = defaultProfile(settings, input.paths);
  const refused =
    byProject && settings?.profiles.has(byProject.value)
      ? refusalOf(input.paths, byProject, usual)
      : undefined;
  const profile = named ?? (refused ? undefined : byProject) ?? usual;
  const own = ownSettings(settings, profile);
  const baseUrl = baseUrlOf(address, profile, own, input.paths);
  const choice = { ...input, profile, baseUrl, origin: originOf(baseUrl.value), settings };
  let token: ReturnType<typeof openToken> | undefined;
  return {
    profile,
    baseUrl,
    origin: choice.origin,
    ...names(input, project, profile, own),
    readOnly: readOnlyOf(input, profile, own),
    kind: address ? kindOf(address.value) : (own?.kind ?? kindOf(baseUrl.value)),
    refused,
    tokenSource: () => tokenSourceOf(choice),
    token: () => {
      if (refused) throw notAllowed(refused);
      token ??= openToken(choice);
      return token;
    },
    tokenKeeper: () => {
      if (refused) throw notAllowed(refused);
      return tokenKeeperOf(choice);
    },
  };
}

/** A cloned repository must not lead a command to another profile, which may be one that writes, without a word from the user. */
function refusalOf(
  paths: Paths,
  { value: profile, where: path }: Setting<string>,
  usual: Setting<string> | undefined,
): RefusedProfile | undefined {
  if (profile === usual?.value) return undefined;
  const refusal = profileRefusal(paths, path);
  return refusal && { ...refusal, profile, path };
}

/** Undefined when the settings are not needed, or cannot be reached and a token was given without them. */
function loadSettings(
  { env, paths }: ResolveInput,
  named: Setting<string> | undefined,
  address: Setting<string> | undefined,
): Settings | undefined {
  const hasToken = Boolean(env.DOCS_TOKEN || env.DOCS_TOKEN_FILE);
  if (!named && hasToken && address) return undefined;
  if (paths.config === undefined && !named) return undefined;
  try {
    const settings = readSettings(paths);
    if (paths.config !== undefined) sweepLeftovers(paths.config);
    return settings;
  } catch (error) {
    if (hasToken && !named && error instanceof LocalIoError) return undefined;
    throw error;
  }
}

function defaultProfile(settings: Settings | undefined, paths: Paths): Setting<string> | undefined {
  const name = settings?.defaultProfile;
  return name !== undefined && settings?.profiles.has(name)
    ? of('default', settingsPath(paths), name)
    : undefined;
}

function ownSettings(
  settings: Settings | undefined,
  profile: Setting<string> | undefined,
): Profile | undefined {
  if (profile === undefined || settings === undefined) return undefined;
  const own = settings.profiles.get(profile.value);
  if (own) return own;
  throw unknownProfile(profile.value, settings.profiles.keys(), profile.where);
}

function baseUrlOf(
  address: Setting<string> | undefined,
  profile: Setting<string> | undefined,
  own: Profile | undefined,
  paths: Paths,
): Setting<string> {
  if (address) return { ...address, value: parseBaseUrl(address.value) };
  if (!profile || !own) return { value: DEFAULT_BASE_URL, source: 'default', where: 'built in' };
  try {
    return { value: parseBaseUrl(own.baseUrl), source: 'profile', where: `profile ${profile.value}` };
  } catch (error) {
    const reason = error instanceof UsageError ? error.message : 'base URL cannot be used';
    throw corrupt(settingsPath(paths), `has profile "${profile.value}", whose ${reason}`);
  }
}

function names(
  { flags, env }: ResolveInput,
  project: ProjectFile | undefined,
  profile: Setting<string> | undefined,
  own: Profile | undefined,
): Pick<Resolved, 'organization' | 'space' | 'site'> {
  const name = (key: 'organization' | 'space' | 'site', flag: 'org' | 'space' | 'site') =>
    first(
      of('flag', `--${flag}`, flags[flag]),
      of('env', `DOCS_${flag.toUpperCase()}`, env[`DOCS_${flag.toUpperCase()}`]),
      of('project', project?.path, project?.values[key]),
      of('profile', `profile ${profile?.value}`, own?.[key]),
    );
  return {
    organization: name('organization', 'org'),
    space: name('space', 'space'),
    site: name('site', 'site'),
  };
}

function readOnlyOf(
  { flags, env }: ResolveInput,
  profile: Setting<string> | undefined,
  own: Profile | undefined,
) {
  const yes = { value: true } as const;
  const byEnv = toBoolean('DOCS_READ_ONLY', env.DOCS_READ_ONLY);
  if (flags.readOnly) return { ...yes, source: 'flag', where: '--read-only' } as const;
  if (byEnv) return { ...yes, source: 'env', where: 'DOCS_READ_ONLY' } as const;
  if (own?.readOnly) return { ...yes, source: 'profile', where: `profile ${profile?.value}` } as const;
  return { value: false, source: 'default', where: 'built in' } as const;
}

function toBoolean(variable: string, text: string | undefined): boolean {
  if (!text || /^(?:0|false|no|off)$/i.test(text)) return false;
  if (/^(?:1|true|yes|on)$/i.test(text)) return true;
  throw new UsageError(`${variable} is ${JSON.stringify(text.slice(0, 80))}, not 1 or 0`, {
    hint: `set ${variable}=1`,
  });
}

const kindOf = (baseUrl: string): 'host' | 'sandbox' => (isSandboxUrl(baseUrl) ? 'sandbox' : 'host');

/** An empty text counts as not given. */
const of = (
  source: Source,
  where: string | undefined,
  value: string | undefined,
): Setting<string> | undefined => (value && where ? { value, source, where } : undefined);

const first = <T>(...candidates: (Setting<T> | undefined)[]): Setting<T> | undefined =>
  candidates.find((candidate) => candidate !== undefined);
