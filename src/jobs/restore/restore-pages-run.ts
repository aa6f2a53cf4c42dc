// docs restore --page: single pages of a backup, back into the space that they were in.

import type { Page } from '../../api/content/content-shapes.ts';
import { getChangeRequestContent, listPages } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Organization } from '../../api/people/organizations.generated.ts';
import * as changeRequests from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { inRequests } from '../../domain/content/content-change.ts';
import { walkPages } from '../../domain/content/page-place.ts';
import { agreeTo, place } from '../../engine/ask/confirm.ts';
import { meant } from '../../engine/references/names.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { printRows } from '../../engine/run/view.ts';
import { ConflictError, NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { loadMapTargets } from '../../markdown/link-targets.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { keyOf } from '../links/link-findings.ts';
import { brokenOfSpace } from '../links/space-links.ts';
import { type BackupPage, type BackupSpace, isNamed } from './backup.ts';
import { backupLinks, below, insertedFile, insertedPage, type Send } from './backup-links.ts';
import { canBeSent, insertOf, updateOf } from './page-changes.ts';
import type { RestoreRun } from './restore-flags.ts';
import { refuseReviewed } from './restore-refuse.ts';
import { REPLACED, refuseMoreBroken } from './restore-show.ts';

// Single pages of a backup back into a space that is there: through one change request, nothing else is touched.

/** A page of the backup, and the one that it replaces where that is there. */
interface SinglePage {
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
function pagesThere(pages: readonly Page[]): (page: BackupPage) => string | undefined {
  const ids = new Set<string>();
  const paths = new Map<string, string>();
  for (const page of walkPages(pages)) {
    ids.add(page.id);
    if ('path' in page) paths.set(page.path, page.id);
  }
  return ({ id, path }) => (id !== '' && ids.has(id) ? id : paths.get(path));
}

/** Returns the ID of each page. Throws ConflictError `CONFLICTS`, and what the requests throw. */
async function restoreSinglePages({ client, spaceId, backup, pages, onOpen }: Job): Promise<string[]> {
  const subject = `Restore ${pages.map(({ page }) => page.title).join(', ')}`;
  const { id: changeRequestId, number } = await client.call(changeRequests.createChangeRequest, {
    ...{ spaceId, subject: [...subject].slice(0, 90).join('') },
  });
  onOpen(number);
  const ref = { spaceId, changeRequestId };
  const send = (changes: changeRequests.ChangeRequestContentChange[]) =>
    client.call(changeRequests.updateChangeRequestContent, { ...ref, changes });
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
  const links = backupLinks(backup, {
    page: (at) => below('/pages/', idOf(at)),
    file: (id) => below('/files/', files.get(id)),
  });
  const mapTargets = await loadMapTargets();
  const changes: changeRequests.ChangeRequestContentChange[] = [];
  for (const { at, page } of pages)
    changes.push(updateOf(page, ids.get(at) ?? '', mapTargets(await backup.text(page), links(at))));
  for (const part of inRequests(changes)) await send(part);
  const { result } = await client.call(changeRequests.mergeChangeRequest, ref);
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
    if (now.has(file.id) || !used.has(file.id) || !canBeSent(file)) continue;
    now.set(file.id, await insertedFile(send, file.name, await backup.bytes(file)));
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

/** Throws NotFoundError for a page or space that is not there, InteractionError (exit 3), PartialError (exit 7). */
export async function restorePagesOf(
  run: RestoreRun,
  [backup]: readonly BackupSpace[],
  organization: Organization,
): Promise<void> {
  if (!backup) throw seeHelp(run.path, '--page needs a space: name it with --space');
  const client = await run.client();
  const space = await targetOf(run, backup, organization.id);
  const { pages: live } = await client.call(listPages, { spaceId: space.id });
  await refuseReviewed(run, organization, [space]);
  const find = pagesThere(live);
  const pages = chosenPages(run, backup).map((at): SinglePage => {
    const page = backup.pages[at];
    if (!page) throw new Error('no such page');
    return { at, page, there: find(page) };
  });
  if (run.flags.dryRun === true) {
    await show(run, pages, (there) => (there ? 'would be replaced' : 'would be created'));
    return done(
      run.context.io,
      `dry run: ${plural(pages.length, 'page')} of space "${space.title}" would be restored; nothing was sent`,
    );
  }
  await agree(run, pages, space.title);
  const before = new Set((await brokenOfSpace(client, space)).map(keyOf));
  const ids = await restored(run, { backup, pages, space });
  await show(run, pages, (there) => (there ? 'replaced' : 'created'), ids);
  done(
    run.context.io,
    `restored ${plural(pages.length, 'page')} of space "${space.title}"${await place(run)}`,
  );
  const now = await brokenOfSpace(client, space);
  const more = now.filter((finding) => !before.has(keyOf(finding)));
  await refuseMoreBroken(
    run,
    more.length === 0 ? [] : [{ space, before: before.size, now: now.length, more }],
  );
}

type Target = Pick<Space, 'id' | 'title' | 'organization' | 'mergeRules'>;

/** The space of --into, else the one that was backed up. */
async function targetOf(run: RestoreRun, { entry }: BackupSpace, organizationId: string): Promise<Target> {
  const { into } = run.flags;
  const client = await run.client();
  const spaceId =
    into === undefined ? entry.id : await settleOne({ ...run, input: { organizationId } }, 'spaceId', into);
  try {
    const space = await client.call(getSpace, { spaceId });
    if (space.deletedAt === undefined) return space;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  throw new NotFoundError(
    `space "${entry.title}" is not there: name the space that the pages go to with --into`,
    { hint: 'docs spaces list', details: { kind: 'space', name: entry.title } },
  );
}

/** By ID, path, file or title, each once and in reading order. */
function chosenPages({ flags }: RestoreRun, { entry, pages }: BackupSpace): number[] {
  const chosen = new Set<number>();
  const paths = pages.map(({ path }) => path);
  for (const name of flags.page ?? []) {
    const fits = pages.flatMap(({ id, path, file }, at) =>
      id === name || path === name || (file !== undefined && isNamed([name], entry, file)) ? [at] : [],
    );
    const titled = pages.flatMap(({ title }, at) => (title.toLowerCase() === name.toLowerCase() ? [at] : []));
    const found = fits.length > 0 ? fits : titled;
    const hint = `name a page by its path, such as ${pages[found[0] ?? 0]?.path ?? ''}`;
    if (found.length > 1)
      throw new UsageError(
        `the backup has ${plural(found.length, 'page')} called "${name}": name one by its path`,
        { hint },
      );
    const [at] = found;
    if (at === undefined)
      throw new NotFoundError(
        `there is no page "${name}" in space "${entry.title}" of the backup${meant(nearest(name, paths))}`,
        { hint },
      );
    if (pages[at]?.type !== 'document')
      throw new UsageError(`"${name}" is a ${pages[at]?.type}, which has no text to restore`, { hint });
    chosen.add(at);
  }
  return [...chosen].sort((a, b) => a - b);
}

async function restored(
  run: RestoreRun,
  { backup, pages, space }: { backup: BackupSpace; pages: readonly SinglePage[]; space: Target },
): Promise<string[]> {
  let opened: number | undefined;
  let finished = false;
  try {
    const ids = await restoreSinglePages({
      ...{ client: await run.client(), spaceId: space.id, backup, pages },
      onOpen: (number) => {
        opened = number;
      },
    });
    finished = true;
    return ids;
  } finally {
    if (!finished && opened !== undefined)
      note(
        run.context.io,
        `not finished: change request #${opened} of space "${space.title}" is left open; before you try again: ${shell`docs cr update ${opened} --space ${space.id} --status archived`}`,
      );
  }
}

/** What readers see is replaced: for the person to say. */
async function agree(run: RestoreRun, pages: readonly SinglePage[], title: string): Promise<void> {
  const replaced = pages.filter(({ there }) => there !== undefined);
  if (replaced.length === 0) return;
  const what = replaced.length === 1 ? `page "${replaced[0]?.page.title}"` : plural(replaced.length, 'page');
  const act = `replace ${what} of space "${title}" with what the backup has`;
  await agreeTo(run, { act, follows: REPLACED });
}

async function show(
  run: RestoreRun,
  pages: readonly SinglePage[],
  stateOf: (there: string | undefined) => string,
  ids: readonly string[] = [],
): Promise<void> {
  await printRows(
    run,
    pages.map(({ page, there }, at) => ({
      ...{ kind: 'page', from: page.id, title: page.title, id: ids[at] ?? there ?? null },
      state: stateOf(there),
    })),
  );
}
