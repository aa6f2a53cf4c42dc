// docs restore --how: the ways that content can go back, and what each cannot carry.
import type { Page } from '../../../api/content/content.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { listWriter } from '../../../output/render.ts';
import type { BackupSpace } from '../../../workflows/restore/backup.ts';
import { lossesOf } from '../../../workflows/restore/page-changes.ts';
import type { RestoreRun } from './restore.ts';

const WAYS = [
  {
    way: 'change request',
    when: 'used by docs restore; older hosts do not have content edits',
    lost: 'groups, link pages, covers, layouts, variables of pages and spaces, reusable content, names of files',
  },
  {
    way: 'git import',
    when: 'docs git import, once the folder is in a repository that the host can reach',
    lost: 'comments; expects the layout of a synced repository, not of an export',
  },
  {
    way: 'content import',
    when: 'docs content import, for a ZIP file or website that the host can reach',
    lost: 'comments, order, hidden pages, front matter; adds pages and never replaces them',
  },
];

/** Prints the ways, and below the first what it would lose of this backup, page by page. */
export async function printWays(run: RestoreRun, backups: readonly BackupSpace[]): Promise<void> {
  const writer = await listWriter(run.context.io, viewOf(run, ['way', 'when', 'lost']));
  const losses = backups.flatMap((backup) => lossesOf(backup));
  await writer.page([
    ...WAYS,
    ...losses.map(({ path, lost }) => ({ way: 'change request', when: path, lost })),
  ]);
  await writer.end();
}

/** Pages of every type, with those below them. */
export function countPages({ pages }: { pages: readonly Page[] }): number {
  return pages.reduce((sum, page) => sum + 1 + ('pages' in page ? countPages(page) : 0), 0);
}
