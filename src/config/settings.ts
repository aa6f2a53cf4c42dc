// config.json: profiles and the default one, no secret. Read on every command, so: node:fs and nothing else.
import { join } from 'node:path';
import { EXIT, UsageError } from '../errors.ts';
import {
  corrupt,
  isJsonObject,
  type JsonObject,
  parseJsonFile,
  readPrivateFile,
} from '../files/json-file.ts';
import { shell } from '../files/shell-word.ts';
import { type Paths, requirePath } from './paths.ts';

export const SETTINGS_VERSION = 1;
export const PROFILE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';

export interface Profile {
  baseUrl: string;
  organization?: string;
  space?: string;
  site?: string;
  readOnly?: boolean;
  kind?: 'host' | 'sandbox';
}

export interface Settings {
  version: number;
  defaultProfile: string | undefined;
  profiles: ReadonlyMap<string, Profile>;
}

export const settingsPath = (paths: Paths): string => join(requirePath(paths, 'config'), 'config.json');

/** The settings; empty ones when there is no file. Throws ConfigError `CONFIG_CORRUPT`, `UNSAFE_FILE`, `NO_HOME`, and LocalIoError. */
export function readSettings(paths: Paths): Settings {
  const path = settingsPath(paths);
  const text = readPrivateFile(path);
  if (text === undefined)
    return { version: SETTINGS_VERSION, defaultProfile: undefined, profiles: new Map() };
  const file = parseJsonFile(path, text);
  const version = typeof file.version === 'number' ? file.version : SETTINGS_VERSION;
  return {
    version,
    defaultProfile: typeof file.defaultProfile === 'string' ? file.defaultProfile : undefined,
    profiles: readProfiles(path, file.profiles, version > SETTINGS_VERSION),
  };
}

export const isProfileName = (text: string): boolean => new RegExp(PROFILE_NAME).test(text);

/** The name itself, or UsageError. */
export function checkProfileName(text: string): string {
  if (isProfileName(text)) return text;
  throw new UsageError(`profile name ${JSON.stringify(text.slice(0, 80))} is not valid`, {
    code: 'BAD_PROFILE_NAME',
    hint: 'use 1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first',
  });
}

/**
 * UsageError `UNKNOWN_PROFILE`, exit 5, for a name that no profile bears; `where` says what chose it for a command. It is no
 * NotFoundError: `--if-exists` must not take it for a thing that is gone.
 */
export function unknownProfile(name: string, known: Iterable<string>, where = ''): UsageError {
  const names = [...known];
  const list = names.length > 0 ? ['docs profiles list'] : [];
  const signIn = where && isProfileName(name) ? [shell`docs auth login --profile ${name}`] : [];
  // A flag was typed in this very line.
  const named = where === '' || where.startsWith('--') ? '' : ` (named by ${where})`;
  return new UsageError(`profile ${JSON.stringify(name)} not found${named}`, {
    code: 'UNKNOWN_PROFILE',
    exit: EXIT.notFound,
    hint: [...list, ...signIn].join(', or ') || 'docs auth login',
    details: { profile: name, known: names },
  });
}

/** A later format may hold what we cannot read: that is left out rather than called corrupt. */
function readProfiles(path: string, value: unknown, isNewer: boolean): Map<string, Profile> {
  const profiles = new Map<string, Profile>();
  if (value === undefined) return profiles;
  if (!isJsonObject(value)) throw corrupt(path, 'has a "profiles" that is not an object');
  for (const [name, entry] of Object.entries(value)) {
    const profile = isProfileName(name) ? toProfile(entry) : undefined;
    if (profile) profiles.set(name, profile);
    else if (!isNewer) throw corrupt(path, `has a profile that cannot be used (number ${profiles.size + 1})`);
  }
  return profiles;
}

function toProfile(entry: unknown): Profile | undefined {
  if (!isJsonObject(entry) || typeof entry.baseUrl !== 'string') return undefined;
  return {
    baseUrl: entry.baseUrl,
    ...text(entry, 'organization'),
    ...text(entry, 'space'),
    ...text(entry, 'site'),
    ...(entry.readOnly === true ? { readOnly: true } : {}),
    ...(entry.kind === 'host' || entry.kind === 'sandbox' ? { kind: entry.kind } : {}),
  };
}

function text<K extends string>(entry: JsonObject, key: K): { [k in K]?: string } {
  const value = entry[key];
  if (typeof value !== 'string' || value === '') return {};
  const part: { [k in K]?: string } = {};
  part[key] = value;
  return part;
}
