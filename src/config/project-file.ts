// .docsrc.json: the names a folder works with. It may come with a cloned repository, so it can hold no token and no
// address a token could be sent to.
import { existsSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../errors.ts';
import { ioError } from '../files/io-error.ts';
import { corrupt, type JsonObject, parseJsonFile, toJsonFile } from '../files/json-file.ts';
import { effectiveUser } from '../files/leftovers.ts';
import { updateFile } from '../files/writer.ts';
import { aliasesIn, PROJECT_FILE } from './defaults.ts';

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

export type ProjectKey = (typeof KEYS)[number];

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
