// docs restore --how: the ways that content can go back, whether this host has them, and what each cannot carry.
import type { Page } from '../../../api/content/content.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { plural } from '../../../output/format.ts';
import { listWriter } from '../../../output/render.ts';
import { openChangeRequestsOf } from '../../../workflows/export/manifest.ts';
import type { BackupSpace } from '../../../workflows/restore/backup.ts';
import { offerOf, type Way } from '../../../workflows/restore/host-ways.ts';
import { lossesOf } from '../../../workflows/restore/page-changes.ts';
import { sayChangeRequests } from '../export/export-left-out.ts';
import type { RestoreRun } from './restore.ts';

const WAYS: readonly { way: Way; when: string; lost: string }[] = [
  {
    way: 'change request',
    when: 'used by docs restore',
    lost: 'groups, link pages, covers, layouts, variables of pages and spaces, reusable content, names of files',
  },
  {
    way: 'git import',
    when: 'restore with --to-repository and the URL of a repository that the host can reach',
    lost: 'comments, reusable content',
  },
  {
    way: 'content import',
    when: 'docs content import, for a ZIP file or website that the host can reach',
    lost: 'comments, order, hidden pages, front matter; adds pages and never replaces them',
  },
];

/** Asks the host for each way, and prints below the first what it would lose of this backup, page by page. */
export async function printWays(run: RestoreRun, backups: readonly BackupSpace[]): Promise<void> {
  const client = await run.client();
  const rows: object[] = [];
  for (const { way, when, lost } of WAYS) {
    rows.push({ way, offered: await offerOf(client, way), when, lost: lostOf(way, lost, backups) });
    if (way !== 'change request') continue;
    for (const { path, lost: own } of backups.flatMap(lossesOf)) rows.push({ way, when: path, lost: own });
  }
  const writer = await listWriter(run.context.io, viewOf(run, ['way', 'offered', 'when', 'lost']));
  await writer.page(rows);
  await writer.end();
  sayChangeRequests(run.context.io, openChangeRequestsOf(backups.map(({ entry }) => entry)));
}

/** With what of it this backup has. */
function lostOf(way: Way, lost: string, backups: readonly BackupSpace[]): string {
  if (way === 'change request') return lost;
  const comments = backups.reduce((sum, one) => sum + one.comments.length, 0);
  const hidden = backups.flatMap(({ pages }) => pages).filter(({ fields }) => fields.hidden === true).length;
  const told = [
    ...(comments > 0 ? [plural(comments, 'comment')] : []),
    ...(hidden > 0 && way === 'content import' ? [plural(hidden, 'hidden page')] : []),
  ];
  return told.length === 0 ? lost : `${lost} (here ${told.join(', ')})`;
}

/** Pages of every type, with those below them. */
export function countPages({ pages }: { pages: readonly Page[] }): number {
  return pages.reduce((sum, page) => sum + 1 + ('pages' in page ? countPages(page) : 0), 0);
}
