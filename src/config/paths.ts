// The folders of a run, and the error where there is no place for one.
import { isAbsolute } from 'node:path';
import { ConfigError } from '../errors.ts';
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
