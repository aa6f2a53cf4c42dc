// Single pages of a backup back into a space that is there: through one change request, nothing else is touched.
import { getChangeRequestContent } from '../../api/content/content.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import {
  type ChangeRequestContentChange,
  updateChangeRequestContent,
} from '../../api/review/change-request-content.ts';
import { createChangeRequest, mergeChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { ConflictError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { loadMapTargets } from '../../markdown/link-targets.ts';
import { walkPages } from '../page-list.ts';
import type { BackupPage, BackupSpace } from './backup.ts';
import { backupLinks } from './backup-links.ts';
import { insertedFile, insertedPage, type Send } from './inserted.ts';
import { insertOf, MOST_CHANGES, updateOf } from './page-changes.ts';

/** A page of the backup, and the one that it replaces where that is there. */
export interface SinglePage {
  /** Its place in the backup. */
  at: number;
  page: BackupPage;
  /** ID of the page that is there; undefined where it is made again. */
  there: string | undefined;
}

interface Job {
  client: Client;
  spaceId: string;
  backup: BackupSpace;
  pages: readonly SinglePage[];
  /** Called with its number once the change request is there. */
  onOpen(changeRequest: number): void;
}

/** The page of the space that a page of the backup is: by ID, else by path. */
export function pagesThere(pages: readonly Page[]): (page: BackupPage) => string | undefined {
  const ids = new Set<string>();
  const paths = new Map<string, string>();
  for (const page of walkPages(pages)) {
    ids.add(page.id);
    if ('path' in page) paths.set(page.path, page.id);
  }
  return ({ id, path }) => (id !== '' && ids.has(id) ? id : paths.get(path));
}

/** Returns the ID of each page. Throws ConflictError `CONFLICTS`, and what the requests throw. */
export async function restoreSinglePages({ client, spaceId, backup, pages, onOpen }: Job): Promise<string[]> {
  const subject = `Restore ${pages.map(({ page }) => page.title).join(', ')}`;
  const { id: changeRequestId, number } = await client.call(createChangeRequest, {
    ...{ spaceId, subject: [...subject].slice(0, 90).join('') },
  });
  onOpen(number);
  const ref = { spaceId, changeRequestId };
  const send = (changes: ChangeRequestContentChange[]) =>
    client.call(updateChangeRequestContent, { ...ref, changes });
  const content = await client.call(getChangeRequestContent, ref);
  const files = await neededFiles(backup, pages, new Set(content.files.map(({ id }) => id)), send);
  const now = pagesThere(content.pages);
  const ids = new Map<number, string>();
  const idOf = (at: number) => {
    const page = backup.pages[at];
    return ids.get(at) ?? (page && now(page));
  };
  for (const { at, page, there } of pages) {
    const above = page.parent === undefined ? undefined : idOf(page.parent);
    ids.set(
      at,
      there ?? (await insertedPage(send, insertOf(page, { markdown: '', ref: 'page', into: above }))),
    );
  }
  const below = (folder: string, id: string | undefined) => (id === undefined ? undefined : folder + id);
  const links = backupLinks(backup, {
    page: (at) => below('/pages/', idOf(at)),
    file: (id) => below('/files/', files.get(id)),
  });
  const mapTargets = await loadMapTargets();
  const changes: ChangeRequestContentChange[] = [];
  for (const { at, page } of pages)
    changes.push(updateOf(page, ids.get(at) ?? '', mapTargets(await backup.text(page), links(at))));
  for (let at = 0; at < changes.length; at += MOST_CHANGES) await send(changes.slice(at, at + MOST_CHANGES));
  const { result } = await client.call(mergeChangeRequest, ref);
  if (result === 'conflicts')
    throw new ConflictError(`change request #${number} conflicts with what was merged meanwhile`, {
      code: 'CONFLICTS',
      hint: shell`docs cr diff ${String(number)} --space ${spaceId}`,
    });
  return pages.map(({ at }) => ids.get(at) ?? '');
}

/** Where each file is now; those that the pages need and that are gone are sent again. */
async function neededFiles(
  backup: BackupSpace,
  pages: readonly SinglePage[],
  there: ReadonlySet<string>,
  send: Send,
): Promise<Map<string, string>> {
  const now = new Map(backup.files.filter(({ id }) => there.has(id)).map(({ id }) => [id, id]));
  const used = await usedFiles(backup, pages);
  for (const file of backup.files) {
    if (now.has(file.id) || !used.has(file.id) || file.size === 0) continue;
    now.set(file.id, await insertedFile(send, await backup.bytes(file)));
  }
  return now;
}

async function usedFiles(backup: BackupSpace, pages: readonly SinglePage[]): Promise<Set<string>> {
  const used = new Set<string>();
  const note = (id: string) => {
    used.add(id);
    return undefined;
  };
  const links = backupLinks(backup, { page: () => undefined, file: (id) => id });
  const mapTargets = await loadMapTargets();
  for (const { at, page } of pages)
    mapTargets(await backup.text(page), (target) => {
      const id = links(at)(target);
      return id === undefined ? undefined : note(id.replace(/[?#].*$/, ''));
    });
  return used;
}
