// Where answers of earlier runs are kept for a profile.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from './paths.ts';

/** The file; undefined without a folder for caches. */
export const keptAnswersFile = ({ cache }: Paths, profile: string): string | undefined =>
  cache === undefined ? undefined : join(cache, `answers-${profile}.jsonl`);

/** They are gone with their profile. */
export function removeKeptAnswers(paths: Paths, profile: string): void {
  const path = keptAnswersFile(paths, profile);
  if (path !== undefined) rmSync(path, { force: true });
}
