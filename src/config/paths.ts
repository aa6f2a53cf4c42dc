// Where the files of a run lie, the error where there is no place for one, and the defaults that a person has set once.

import { readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { ConfigError } from '../errors.ts';
import { isJsonObject, type JsonObject, parseJsonFile, toJsonFile } from '../files/json-file.ts';
import { updateFile } from '../files/writer.ts';
import type { Paths } from './folders.ts';

export type { Paths } from './folders.ts';

/** One of the folders, or ConfigError `NO_HOME` when there is no place for it. */
export function requirePath(paths: Paths, kind: keyof Paths): string {
  const path = paths[kind];
  if (path !== undefined) return path;
  throw noHome(`no folder for ${kind} files: `, `set HOME or DOCS_${kind.toUpperCase()}_DIR`);
}

/** The home of the user, as the environment has it, or ConfigError `NO_HOME`. */
export function requireHome(home: string | undefined, hint: string): string {
  if (home !== undefined && isAbsolute(home)) return home;
  throw noHome('', hint);
}

const noHome = (what: string, hint: string): ConfigError =>
  new ConfigError(`${what}HOME is not set to an absolute path`, { code: 'NO_HOME', hint });

// Where answers of earlier runs, and what was found out of the host, are kept for a profile.

/** The file; undefined without a folder for caches. */
export const keptAnswersFile = ({ cache }: Paths, profile: string): string | undefined =>
  cache === undefined ? undefined : join(cache, `answers-${profile}.jsonl`);

/** What was found out of the host; undefined likewise. */
export const hostMemoryFile = ({ cache }: Paths, profile: string): string | undefined =>
  cache === undefined ? undefined : join(cache, `host-${profile}.jsonl`);

/** They are gone with their profile. */
export function removeKeptAnswers(paths: Paths, profile: string): void {
  for (const path of [keptAnswersFile(paths, profile), hostMemoryFile(paths, profile)])
    if (path !== undefined) rmSync(path, { force: true });
}

// What a person has set once for every command: the output format, the pager, color, how many at a time, and aliases.

export const DEFAULT_KEYS = ['output', 'pager', 'color', 'concurrency'] as const;
export type DefaultKey = (typeof DEFAULT_KEYS)[number];

export interface Defaults {
  values: { readonly [key in DefaultKey]?: string };
  /** By name, each a command line. */
  aliases: Readonly<Record<string, string>>;
}

const NONE: Defaults = { values: {}, aliases: {} };

/** What a folder works with, its aliases included. */
export const PROJECT_FILE = '.docsrc.json';

const defaultsPath = (paths: Paths): string => join(requirePath(paths, 'config'), 'defaults.json');

/** Read by every run, and nearly always missing: by one call that fails. Throws ConfigError `CONFIG_CORRUPT`. */
export function readDefaults(paths: Paths): Defaults {
  if (paths.config === undefined) return NONE;
  const path = defaultsPath(paths);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return NONE;
  }
  return defaultsIn(parseJsonFile(path, text));
}

function defaultsIn(file: JsonObject): Defaults {
  const texts = DEFAULT_KEYS.flatMap((key) => {
    const value = file[key];
    return typeof value === 'string' ? [[key, value] as const] : [];
  });
  return { values: Object.fromEntries(texts), aliases: aliasesIn(file.aliases) };
}

/** Texts by name, whatever else is there. */
export function aliasesIn(value: unknown): Record<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Changes one value, or removes it. Unknown keys are kept. Throws ConfigError, LocalIoError. */
export async function changeDefaults(paths: Paths, change: (file: JsonObject) => JsonObject): Promise<void> {
  const path = defaultsPath(paths);
  await updateFile(path, (old) => toJsonFile(change(old === undefined ? {} : parseJsonFile(path, old))), {
    ownDir: true,
  });
}
