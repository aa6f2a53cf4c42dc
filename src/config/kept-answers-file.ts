// Where answers of earlier runs, and what was found out of the host, are kept for a profile.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from './paths.ts';

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
