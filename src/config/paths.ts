// The folders of a run, and the error where there is no place for one.
import { ConfigError } from '../errors.ts';
import type { Paths } from './folders.ts';

export type { Paths } from './folders.ts';

/** One of the folders, or ConfigError `NO_HOME` when there is no place for it. */
export function requirePath(paths: Paths, kind: keyof Paths): string {
  const path = paths[kind];
  if (path !== undefined) return path;
  throw new ConfigError(`no folder for ${kind} files: HOME is not set to an absolute path`, {
    code: 'NO_HOME',
    hint: `set HOME or DOCS_${kind.toUpperCase()}_DIR`,
  });
}
