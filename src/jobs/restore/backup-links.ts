// The links of a backup's pages, led to where pages and files are after a restore.
import type { ChangeRequestContentChange } from '../../api/review/change-requests.ts';
import { ProtocolError } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import type { ChangeTarget } from '../../markdown/link-targets.ts';
import type { BackupChangeRequest } from '../export/change-request-backup.ts';
import { type LinkedFile, type LinkedPage, linkPlaces, relinking } from '../links/link-places.ts';
import type { BackupPage, BackupSpace } from './backup.ts';
import { insertOfFiles } from './page-changes.ts';

/** Where pages and files are now; undefined for what is nowhere. */
export interface NowAt {
  /** By the place of the page in the backup. */
  page(at: number): string | undefined;
  /** By the ID that the file had. */
  file(id: string): string | undefined;
}

/** How a link names a page or file by its ID. */
export const below = (folder: '/pages/' | '/files/', id: string | undefined): string | undefined =>
  id === undefined ? undefined : folder + id;

/** What changes the links of one page, by its place in the backup. */
export type BackupLinks = (at: number, write?: (to: string) => string) => ChangeTarget;

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
