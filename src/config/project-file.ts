// .docsrc.json: the names a folder works with. It may come with a cloned repository, so it can hold no token and no
// address a token could be sent to.

import { existsSync, lstatSync, readFileSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../errors.ts';
import { ioError } from '../files/io-error.ts';
import {
  corrupt,
  isJsonObject,
  type JsonObject,
  parseJsonFile,
  readPrivateFile,
  refuseNewer,
  toJsonFile,
} from '../files/json-file.ts';
import { effectiveUser } from '../files/lock.ts';
import { nodeCrypto } from '../files/of-node.ts';
import { updateFile } from '../files/writer.ts';
import { aliasesIn, type Paths, PROJECT_FILE, requirePath } from './paths.ts';

const MAX_LEVELS = 100;
const MAX_BYTES = 64 * 1024;
const KEYS = ['organization', 'space', 'site', 'profile'] as const;
/** Compared without case, dashes and underscores. */
const FORBIDDEN = new Set([
  'token',
  'baseurl',
  'url',
  'apiurl',
  'apikey',
  'apitoken',
  'host',
  'origin',
  'secret',
  'tokencommand',
  'command',
]);

type ProjectKey = (typeof KEYS)[number];

export interface ProjectFile {
  path: string;
  values: { readonly [key in ProjectKey]?: string };
  /** Command lines by name: whoever uses them checks that they only read. */
  aliases?: Readonly<Record<string, string>>;
}

/** The nearest .docsrc.json, from `cwd` upwards. Throws ConfigError for one that holds a token, an address or broken JSON. */
export function findProjectFile(cwd: string): ProjectFile | undefined {
  let folder = resolve(cwd);
  for (let level = 0; level < MAX_LEVELS; level++) {
    const path = join(folder, PROJECT_FILE);
    if (existsSync(path) && isTrusted(folder, path)) {
      const file = parseJsonFile(path, read(path));
      const values = checkValues(path, file);
      return file.aliases === undefined
        ? { path, values }
        : { path, values, aliases: aliasesIn(file.aliases) };
    }
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return undefined;
}

/** Changes names in `cwd`/.docsrc.json, where null removes one; returns its path. Unknown keys are kept; a file without any goes. */
export async function writeProjectFile(
  cwd: string,
  patch: { readonly [key in ProjectKey | 'aliases']?: unknown },
): Promise<string> {
  const path = join(resolve(cwd), PROJECT_FILE);
  const change = (old: string | undefined) => {
    const file = old === undefined ? {} : parseJsonFile(path, old);
    const next = Object.fromEntries(
      Object.entries({ ...file, ...defined(patch) }).filter(([, value]) => value !== null),
    );
    checkValues(path, next);
    return toJsonFile(next);
  };
  // Names only, made to be shared with those who work on the same files.
  await updateFile(path, change, { mode: 0o644 });
  if (Object.keys(parseJsonFile(path, read(path))).length === 0) rmSync(path, { force: true });
  return path;
}

function read(path: string): string {
  try {
    const stats = statSync(path);
    if (stats.isFile() && stats.size <= MAX_BYTES) return readFileSync(path, 'utf8');
  } catch (error) {
    throw ioError('read', path, error);
  }
  throw corrupt(path, `is not a regular file of at most ${MAX_BYTES} bytes`);
}

function checkValues(path: string, file: JsonObject): ProjectFile['values'] {
  for (const key of Object.keys(file)) {
    if (FORBIDDEN.has(key.toLowerCase().replace(/[-_]/g, ''))) throw forbidden(path, key);
  }
  const values: { [key in ProjectKey]?: string } = {};
  for (const key of KEYS) {
    const value = file[key];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || !/^[^\u0000-\u001f\u007f]{1,500}$/.test(value)) {
      throw corrupt(path, `has "${key}" that is not a text of 1 to 500 characters`);
    }
    values[key] = value;
  }
  return values;
}

/**
 * A file of another user could steer our commands. In a folder where everybody may write (/tmp) it is passed over;
 * elsewhere it ends the command, as with git. Root's is of whoever runs the machine. Throws ConfigError.
 */
function isTrusted(folder: string, path: string): boolean {
  const user = effectiveUser();
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  if (user === undefined || owner === user || owner === 0) return true;
  if (owner === undefined || (statSync(folder).mode & 0o002) !== 0) return false;
  throw new ConfigError(`"${path}" belongs to another user, who could choose where your commands act`, {
    code: 'PROJECT_FILE',
    hint: 'make the file yours with chown, or work in another folder',
    details: { path },
  });
}

const defined = (patch: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

const forbidden = (path: string, key: string): ConfigError =>
  new ConfigError(`"${path}" must not contain ${JSON.stringify(key)}: a project file contains only names`, {
    code: 'PROJECT_FILE',
    hint: `remove ${JSON.stringify(key)} from "${path}"`,
    details: { path, key },
  });

// Which project files may choose a profile: those the user allowed, by the hash of their text, in our own config folder.

const VERSION = 1;

interface Refusal {
  why: string;
  /** Only the user's own file can be allowed. */
  canAllow: boolean;
}

export interface RefusedProfile extends Refusal {
  profile: string;
  path: string;
}

/** Why the file at `path` may not choose a profile; undefined when it may. A changed file is asked about anew. */
export function profileRefusal(paths: Paths, path: string): Refusal | undefined {
  const foreign = foreignOwner(path);
  if (foreign !== undefined) return { why: foreign, canAllow: false };
  if (isAllowed(paths, path)) return undefined;
  return { why: 'it was not allowed for this folder', canAllow: true };
}

/** True when the text of the file, as it is now, was allowed. */
export function isAllowed(paths: Paths, path: string): boolean {
  if (paths.config === undefined) return false;
  const file = allowedPath(paths);
  const text = readPrivateFile(file);
  if (text === undefined) return false;
  const { projects } = parseJsonFile(file, text);
  return isJsonObject(projects) && hashOf(path) === projects[realpathSync(path)];
}

/** Allows the file at `path`, as it is now, to choose a profile. Throws ConfigError and LocalIoError. */
export async function allowProjectFile(paths: Paths, path: string): Promise<void> {
  const file = allowedPath(paths);
  const hash = hashOf(path);
  const change = (old: string | undefined) => {
    const now: JsonObject = old === undefined ? {} : parseJsonFile(file, old);
    refuseNewer(file, now.version, VERSION);
    const projects = isJsonObject(now.projects) ? now.projects : {};
    return toJsonFile({ version: VERSION, ...now, projects: { ...projects, [realpathSync(path)]: hash } });
  };
  await updateFile(file, change, { ownDir: true });
}

/** A ConfigError `PROJECT_PROFILE`. */
export function notAllowed({ profile, path, why, canAllow }: RefusedProfile): ConfigError {
  const shown = JSON.stringify(profile);
  return new ConfigError(`"${path}" may not choose profile ${shown}: ${why}`, {
    code: 'PROJECT_PROFILE',
    hint: canAllow
      ? 'docs use --allow, or name the profile with --profile'
      : 'name the profile with --profile',
    details: { profile, path },
  });
}

const allowedPath = (paths: Paths) => join(requirePath(paths, 'config'), 'allowed.json');

function hashOf(path: string): string {
  return nodeCrypto().createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The file, and whoever can replace it: the folder it is in, also behind a link. */
function foreignOwner(path: string): string | undefined {
  const user = effectiveUser();
  if (user === undefined) return undefined;
  const real = realpathSync(path);
  const owners = [path, dirname(path), real, dirname(real)].map((one): [string, Stats] => [
    one,
    lstatSync(one),
  ]);
  const foreign = owners.find(([, { uid }]) => uid !== user);
  return foreign && `"${foreign[0]}" belongs to another user (uid ${foreign[1].uid})`;
}
