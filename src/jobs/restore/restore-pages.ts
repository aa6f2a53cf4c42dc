// The pages and files of one space, into its change request: what is there from a run that was cut off is not sent again.

import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import { getChangeRequestContent, getPage } from '../../api/content/pages.ts';
import type { ChangeRequestContentUpdate } from '../../api/review/change-requests.generated.ts';
import {
  type ChangeRequestContentChange,
  updateChangeRequestContent,
} from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { inRequests, MOST_EDITS } from '../../domain/content/content-change.ts';
import { ConflictError, ProtocolError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { type ChangeTarget, loadMapTargets } from '../../markdown/link-targets.ts';
import type { BackupFile, BackupSpace } from './backup.ts';
import { backupLinks, below } from './backup-links.ts';
import { canBeSent, insertOf, insertOfFiles, MOST_BYTES, MOST_FILES, textOf } from './page-changes.ts';
import { newId, type SpaceState } from './restore-state.ts';

export interface PageJob {
  client: Client;
  organizationId: string;
  backup: BackupSpace;
  /** Of this space; it has its space and its change request. */
  state: SpaceState;
  /** The space was created for it. */
  isNew: boolean;
  save(): Promise<void>;
  /** Called with the number of pages and files of each request that was made. */
  onStep?: (count: number) => void;
}

const refOf = ({ space, changeRequest }: SpaceState) => ({
  spaceId: space ?? '',
  changeRequestId: changeRequest ?? '',
});

const send = (job: PageJob, changes: ChangeRequestContentChange[]) =>
  job.client.call(updateChangeRequestContent, { ...refOf(job.state), changes });

const contentNow = (job: PageJob) => job.client.call(getChangeRequestContent, refOf(job.state));

/**
 * Brings the change request to what the backup holds, links still as they were. Throws ConflictError `RESTORE_TOUCHED`
 * where somebody edited it meanwhile, and what the requests throw; calling it again goes on.
 */
export async function restorePages(job: PageJob): Promise<void> {
  const { state, save } = job;
  const now = await contentNow(job);
  if (!state.before) {
    state.before = { pages: now.pages.map(({ id }) => id), files: now.files.map(({ id }) => id) };
    await save();
  }
  await removeOld(job, now.pages);
  await insertFiles(job, now.files);
  await insertPages(job, now.pages);
}

async function removeOld(job: PageJob, pages: readonly Page[]): Promise<void> {
  const old = new Set(job.state.before?.pages);
  const left = pages.filter(({ id }) => old.has(id));
  if (job.isNew) await refuseWritten(job, left);
  for (const part of inRequests(left))
    await send(
      job,
      part.map(({ id }) => ({ operation: 'delete_page', page: id })),
    );
}

/** Nobody was asked whether pages of a new space may go: there is at most one without text, as some hosts begin one. */
async function refuseWritten({ client, state }: PageJob, [first, second]: readonly Page[]): Promise<void> {
  if (!first) return;
  const spaceId = state.space ?? '';
  const one = { spaceId, pageId: first.id, format: 'markdown' as const };
  const isBlank = async () => String(Object(await client.call(getPage, one)).markdown ?? '').trim() === '';
  if (!second && first.type === 'document' && first.pages.length === 0 && (await isBlank())) return;
  throw new ConflictError(
    `space "${state.title}" was edited since it was created: it has page "${first.title}"`,
    {
      code: 'RESTORE_TOUCHED',
      hint: shell`docs pages list --space ${spaceId}`,
    },
  );
}

async function insertFiles(job: PageJob, files: readonly File[]): Promise<void> {
  const { backup, state, save } = job;
  const old = new Set(state.before?.files);
  const madeOf = (all: readonly File[]) => all.filter(({ id }) => !old.has(id));
  const made = madeOf(files);
  const wanted = backup.files.filter(canBeSent);
  take(job, wanted, made);
  const left = wanted.slice(made.length);
  let batch: { file: BackupFile; name: string; bytes: Uint8Array }[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const sent = batch;
    batch = [];
    const answer = await send(job, [insertOfFiles(sent)]);
    const inserted = (answer as Partial<ChangeRequestContentUpdate>).insertedFiles;
    const batched = sent.map(({ file }) => file);
    if (inserted) take(job, batched, inserted);
    else take(job, wanted, madeOf((await contentNow(job)).files));
    await save();
    job.onStep?.(sent.length);
  };
  let size = 0;
  for (const file of left) {
    const bytes = await backup.bytes(file);
    const own = (bytes.length * 4) / 3;
    if (batch.length >= MOST_FILES || (batch.length > 0 && size + own > MOST_BYTES)) {
      await flush();
      size = 0;
    }
    batch.push({ file, name: file.name, bytes });
    size += own;
  }
  await flush();
}

/** Files keep their order; sizes tell when they do not. */
function take({ state }: PageJob, files: readonly BackupFile[], made: readonly File[]): void {
  for (const [at, { id, name, size }] of made.entries()) {
    const file = files[at];
    if (!file) break;
    if (file.size !== size) throw touched(`file "${name}" has ${size} bytes instead of ${file.size}`);
    state.files[file.id] = { id, name };
  }
}

async function insertPages(job: PageJob, now: readonly Page[]): Promise<void> {
  const { backup, state, save } = job;
  const old = new Set(state.before?.pages);
  const madeOf = (all: readonly Page[]) => all.filter(({ id }) => !old.has(id));
  recognize(job, madeOf(now));
  while (state.order.length < backup.pages.length) {
    const start = state.order.length;
    const changes = await nextInserts(job, start);
    const answer = await send(job, changes);
    const made = 'changes' in answer ? answer.changes : [];
    const ids = made.flatMap((one) => (one.object === 'created_page' ? [one.page.id] : []));
    if (ids.length === changes.length) for (const id of ids) note(job, id);
    // Older hosts answer with the change request alone.
    else recognize(job, madeOf((await contentNow(job)).pages));
    if (state.order.length !== start + changes.length)
      throw new ProtocolError(
        `the host took ${changes.length} pages and shows ${state.order.length - start}`,
      );
    await save();
    job.onStep?.(changes.length);
  }
}

async function nextInserts({ backup, state }: PageJob, start: number): Promise<ChangeRequestContentChange[]> {
  const changes: ChangeRequestContentChange[] = [];
  let bytes = 0;
  for (let at = start; at < backup.pages.length && changes.length < MOST_EDITS; at += 1) {
    const page = backup.pages[at];
    if (!page) break;
    const markdown = await textOf(backup, page);
    bytes += Buffer.byteLength(markdown);
    if (changes.length > 0 && bytes > MOST_BYTES) break;
    const { parent } = page;
    const into = parent === undefined ? undefined : parent < start ? state.order[parent] : refName(parent);
    changes.push(insertOf(page, { markdown, ref: refName(at), into }));
  }
  return changes;
}

const refName = (at: number) => `page-${at}`;

function note({ backup, state }: PageJob, id: string): void {
  const page = backup.pages[state.order.length];
  state.order.push(id);
  if (page && page.id !== '') state.pages[page.id] = id;
}

/** Pages come in reading order, each behind its siblings: those that are there are the first ones of the backup. */
function recognize(job: PageJob, pages: readonly Page[]): void {
  const { backup, state } = job;
  state.order = [];
  const walk = (siblings: readonly Page[]): void => {
    for (const page of siblings) {
      const wanted = backup.pages[state.order.length];
      if (!wanted || (wanted.title !== page.title && wanted.title !== ''))
        throw touched(`page "${page.title}" is not one of the backup`);
      note(job, page.id);
      if ('pages' in page) walk(page.pages);
    }
  };
  walk(pages);
}

export const touched = (why: string): ConflictError =>
  new ConflictError(`the change request of this restore was edited: ${why}`, {
    code: 'RESTORE_TOUCHED',
    hint: 'archive that change request, then restore again with --fresh',
  });

/** Writes again the pages whose links lead to what has another ID now. Throws what the requests throw. */
export async function restoreLinks(job: PageJob, ids: ReadonlyMap<string, string>): Promise<void> {
  const { backup, state, onStep } = job;
  const relink = await relinkedText(job, ids);
  let changes: ChangeRequestContentChange[] = [];
  let bytes = 0;
  const flush = async () => {
    if (changes.length > 0) await send(job, changes);
    changes = [];
    bytes = 0;
  };
  for (const [at, page] of backup.pages.entries()) {
    const before = await textOf(backup, page);
    const markdown = relink(at, before);
    if (markdown === before) continue;
    const size = Buffer.byteLength(markdown);
    if (changes.length >= MOST_EDITS || bytes + size > MOST_BYTES) await flush();
    changes.push({ operation: 'update_page', page: state.order[at] ?? '', document: { markdown } });
    bytes += size;
  }
  await flush();
  onStep?.(0);
}

/** The text of a page, by its place in the backup, with links to where their targets are now. */
async function relinkedText(
  { backup, state, organizationId }: PageJob,
  ids: ReadonlyMap<string, string>,
): Promise<(at: number, markdown: string) => string> {
  const links = backupLinks(backup, {
    page: (at) => below('/pages/', state.order[at]),
    file: (id) => below('/files/', state.files[id]?.id),
  });
  return relinked(links, { ids, organizationId });
}

/** The new IDs, and the organization that has them. */
interface Now {
  ids: ReadonlyMap<string, string>;
  organizationId: string;
}

/** Markdown with links to where their targets are now, of this space and of others. */
export async function relinked<P>(
  links: (page: P) => ChangeTarget,
  now: Now,
): Promise<(page: P, markdown: string) => string> {
  const mapTargets = await loadMapTargets();
  return (page, markdown) => {
    const inSpace = links(page);
    return mapTargets(markdown, (target) => inSpace(target) ?? withIds(target, now));
  };
}

const ID = /[A-Za-z0-9_-]{12,}/g;

/** What leads to another space, or into the app: each part of it that is an ID. */
function withIds(target: string, { ids, organizationId }: Now): string {
  const words = target.match(ID) ?? [];
  const led = target.replace(ID, (word) => newId(ids, word, words) ?? word);
  return led === target ? target : led.replace(/(?<=\/o\/)[A-Za-z0-9_-]{12,}(?=\/)/, () => organizationId);
}
