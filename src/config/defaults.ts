// What a person has set once for every command: the output format, the pager, color, how many at a time, and aliases.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, parseJsonFile, toJsonFile } from '../files/json-file.ts';
import { updateFile } from '../files/writer.ts';
import { type Paths, requirePath } from './paths.ts';

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

export const defaultsPath = (paths: Paths): string => join(requirePath(paths, 'config'), 'defaults.json');

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
