// Where the content of a release came from: kept once it is cut, and compared when it is cut again.

import { UsageError } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { shell } from '../../files/shell-word.ts';
import { sameRepository } from '../../workflows/git-status.ts';
import type { Cut } from './copy.ts';
import type { CutJob, State } from './cut.ts';

/** A release that was cut before keeps what is known of it. */
export function keepOrigin({ memory, repository, now }: CutJob, { space }: State): void {
  if (!space || memory.load()?.cut?.space === space.id) return;
  const { url, ref, repoProjectDirectory: directory } = repository ?? {};
  const from = {
    ...(url !== undefined && { url: maskUrl(url) }),
    ...(ref !== undefined && { ref }),
    ...(directory !== undefined && { directory }),
  };
  memory.save({ before: [], at: now.toISOString(), cut: { space: space.id, ...from } });
}

/** Throws UsageError (exit 2) for a release that was cut from elsewhere; returns what cannot be compared. */
export function compareOrigin(job: CutJob, { space, siteSpace }: State): string | undefined {
  const { repository, memory, version } = job;
  if (!repository || !space || !siteSpace) return undefined;
  const { cut, copy } = memory.load() ?? {};
  if (cut?.space === space.id) {
    if (!isSame(cut, repository)) throw other(version, cut);
    return undefined;
  }
  // Still on its way: this run goes on with it.
  if (copy === space.id) return undefined;
  // Cut on another machine: the platform tells the repository, and neither branch nor folder.
  const { gitSync } = space;
  const url = gitSync?.url ?? gitSync?.repoName;
  if (gitSync === undefined || url === undefined)
    return `it is not known on this machine what ${version} was cut from`;
  if (!sameRepository(repository.url, gitSync)) throw other(version, { space: space.id, url: maskUrl(url) });
  return `the branch and folder that ${version} was cut from are not known on this machine`;
}

const isSame = (cut: Cut, { url, ref, repoProjectDirectory }: NonNullable<CutJob['repository']>): boolean =>
  cut.url === maskUrl(url) && cut.ref === ref && (cut.directory ?? '') === (repoProjectDirectory ?? '');

function other(version: string, { url, ref, directory }: Cut): UsageError {
  const branch = ref === undefined ? '' : ` (${ref.replace('refs/heads/', '')})`;
  const from =
    url === undefined
      ? 'without a repository'
      : `from ${url}${branch}${directory === undefined ? '' : `, folder ${directory}`}`;
  return new UsageError(`${version} was cut ${from}`, {
    code: 'RELEASE_DIFFERS',
    hint: shell`docs release retire ${version} --delete-space`,
  });
}
