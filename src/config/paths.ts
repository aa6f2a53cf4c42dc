// The folders of a run, and the error where there is no place for one.

import { rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
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
