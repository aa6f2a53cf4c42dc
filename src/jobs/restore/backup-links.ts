// The links of a backup's pages, led to where pages and files are after a restore, and whether more are broken than before.

import { listSpaceLinks } from '../../api/content/links.ts';
import type { ChangeRequestContentChange } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { ProtocolError } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import type { SpaceEntry } from '../../folder/manifest.ts';
import type { ChangeTarget } from '../../markdown/link-targets.ts';
import type { BackupChangeRequest } from '../export/change-request-backup.ts';
import type { LinkFinding } from '../links/link-findings.ts';
import { type LinkedFile, type LinkedPage, linkPlaces, relinking } from '../links/link-places.ts';
import { brokenOfSpace } from '../links/space-links.ts';
import type { BackupPage, BackupSpace } from './backup.ts';
import { insertOfFiles } from './page-changes.ts';

/** Where pages and files are now; undefined for what is nowhere. */
interface NowAt {
  /** By the place of the page in the backup. */
  page(at: number): string | undefined;
  /** By the ID that the file had. */
  file(id: string): string | undefined;
}

/** How a link names a page or file by its ID. */
export const below = (folder: '/pages/' | '/files/', id: string | undefined): string | undefined =>
  id === undefined ? undefined : folder + id;

/** What changes the links of one page, by its place in the backup. */
type BackupLinks = (at: number, write?: (to: string) => string) => ChangeTarget;

export function backupLinks(backup: BackupSpace, now: NowAt): BackupLinks {
  const pages: LinkedPage[] = [];
  for (const [at, page] of backup.pages.entries()) pages.push(linkedPage(page, pages, now.page(at)));
  const files = linkedFiles(backup, now.file);
  const { entry } = backup;
  const places = linkPlaces({ space: entry.id, pages, files, byFile: entry.links === 'files' });
  return (at, write) => {
    const page = pages[at];
    return page ? relinking(places, page, write) : () => undefined;
  };
}

/** What changes the links of one page of a change request, by its ID; they are as the platform wrote them. */
export function requestLinks(
  backup: BackupSpace,
  { edits, files }: BackupChangeRequest,
  now: { page(id: string): string | undefined; file(id: string): string | undefined },
): (id: string) => ChangeTarget {
  const toPage = (id: string) => below('/pages/', now.page(id));
  const toFile = (id: string) => below('/files/', now.file(id));
  const pages: LinkedPage[] = [];
  for (const page of backup.pages) pages.push(linkedPage(page, pages, toPage(page.id)));
  const known = new Set(pages.map(({ id }) => id));
  for (const { id, path } of edits)
    if (!known.has(id)) pages.push({ id, path, inGit: false, to: toPage(id) });
  const all = [
    ...linkedFiles(backup, toFile),
    ...files.map(({ id, name }) => ({ id, name, to: toFile(id) })),
  ];
  const places = linkPlaces({ space: backup.entry.id, pages, files: all, byFile: false });
  return (id) => {
    const page = pages.find((one) => one.id === id);
    return page ? relinking(places, page) : () => undefined;
  };
}

const linkedFiles = ({ files }: BackupSpace, to: (id: string) => string | undefined): LinkedFile[] =>
  files.map(({ id, name, path }) => ({ id, name, file: path, to: to(id) }));

function linkedPage(page: BackupPage, above: readonly LinkedPage[], to: string | undefined): LinkedPage {
  const git = gitPathOf(page);
  return {
    id: page.id,
    path: page.path,
    git: git ?? (page.parent === undefined ? undefined : above[page.parent]?.git),
    inGit: git !== undefined,
    file: page.file,
    to,
  };
}

/** Where a page is in the repository that it came from. */
const gitPathOf = ({ fields: { git } }: BackupPage): string | undefined =>
  isRecord(git) && typeof git.path === 'string' ? git.path : undefined;

// Pages and files that a change request gets one by one, because their IDs are needed at once.

export type Send = (changes: ChangeRequestContentChange[]) => Promise<object>;

/** Throws ProtocolError where the host does not say which page it made. */
export async function insertedPage(send: Send, change: ChangeRequestContentChange): Promise<string> {
  const answer: { changes?: { object: string; page?: unknown }[] } = await send([change]);
  const id: unknown = Object(answer.changes?.[0]?.page).id;
  if (typeof id === 'string') return id;
  throw new ProtocolError('the host does not say which page it made');
}

/** Throws ProtocolError where the host does not say which file it made. */
export async function insertedFile(send: Send, name: string, bytes: Uint8Array): Promise<string> {
  const answer: { insertedFiles?: { id: string }[] } = await send([insertOfFiles([{ name, bytes }])]);
  const [made] = answer.insertedFiles ?? [];
  if (!made) throw new ProtocolError('the host does not say which file it made');
  return made.id;
}

/** What comparing sends. */
export const BROKEN_LINK_READS = [listSpaceLinks];

/** A space of a backup where it is now. */
export interface Compared {
  entry: SpaceEntry;
  space: { id: string; title: string };
  /** New IDs of pages by old ones; undefined where the backup does not say which page became which. */
  pages?: Readonly<Record<string, string>>;
}

export interface LinksNow {
  space: Compared['space'];
  /** undefined: the backup does not tell. */
  before: number | undefined;
  now: number;
  /** Those of pages that have more than before. */
  more: LinkFinding[];
  /** The backup holds no file, and some of those lead to files. */
  lacksFiles?: boolean;
}

const AT_ONCE = 8;

/** The spaces that have broken links, with those that are new. Throws what reading them throws. */
export async function brokenNow(client: Client, all: readonly Compared[]): Promise<LinksNow[]> {
  const found = await mapAll(client, all, AT_ONCE, async ({ entry, space, pages }) => {
    const broken = await brokenOfSpace(client, space);
    return broken.length > 0 ? [compared(entry, { space, broken, pages })] : [];
  });
  return found.flat();
}

function compared(
  { broken: counts, files }: SpaceEntry,
  {
    space,
    broken,
    pages,
  }: Pick<Compared, 'space'> & { broken: LinkFinding[]; pages: Compared['pages'] | undefined },
): LinksNow {
  const now = broken.length;
  if (!counts) return { space, before: undefined, now, more: [] };
  const before = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (now <= before) return { space, before, now, more: [] };
  const allowed = new Map(Object.entries(counts).map(([old, count]) => [pages?.[old] ?? old, count]));
  const more = pages
    ? broken.filter(({ page }) => {
        const left = broken.filter((one) => one.page.id === page.id).length;
        return left > (allowed.get(page.id) ?? 0);
      })
    : broken;
  const holdsFiles = files.some(({ kind }) => kind === 'file');
  return {
    space,
    before,
    now,
    more,
    lacksFiles: !holdsFiles && more.some(({ reason }) => reason === 'file not found'),
  };
}
