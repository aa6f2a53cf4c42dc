// Open change requests of a backup, opened again on the restored pages: the host takes whoever restores for their author.
import {
  type ChangeRequestContentChange,
  createChangeRequest,
  updateChangeRequest,
  updateChangeRequestContent,
} from '../../api/review/change-requests.ts';
import * as commentsApi from '../../api/review/comments.ts';
import { requestReviewers } from '../../api/review/reviews.ts';
import { inRequests } from '../../domain/content/content-change.ts';
import { openOfSpace } from '../clone/read-content.ts';
import { isRefusal } from '../clone/read-parts.ts';
import type { BackupChangeRequest, BackupEdit } from '../export/change-request-backup.ts';
import { insertedFile, insertedPage, requestLinks, type Send } from './backup-links.ts';
import { canBeSent, insertOf, type PageOf, TOO_LARGE, updateOf } from './page-changes.ts';
import { noteOf, personOf } from './restore-comments.ts';
import { type PageJob, relinked } from './restore-pages.ts';

export interface RequestsDone {
  restored: number;
  /** What of them is not as it was, and which were never lost. */
  said: string[];
}

const format = 'markdown' as const;

/**
 * Opens those that are neither there still nor restored before. One that an earlier run left half done is archived, and
 * made anew. Throws what the requests throw.
 */
export async function restoreChangeRequests(
  job: PageJob,
  ids: ReadonlyMap<string, string>,
): Promise<RequestsDone> {
  const { client, backup, state, save } = job;
  const found: RequestsDone = { restored: 0, said: [] };
  if (backup.changeRequests.length === 0) return found;
  const spaceId = state.space ?? '';
  state.requests ??= {};
  const there = new Set((await openOfSpace(client, spaceId)).map(({ id }) => id));
  for (const one of backup.changeRequests) {
    const own = state.requests[one.id] ?? { others: [...there] };
    if (there.has(one.id)) found.said.push(`#${one.number} is still open: left as it is`);
    if (there.has(one.id) || own.done) continue;
    for (const { id, subject } of await openOfSpace(client, spaceId))
      if (state.requests[one.id] && subject === one.subject && !own.others.includes(id))
        await client.call(updateChangeRequest, { spaceId, changeRequestId: id, status: 'archived' });
    state.requests[one.id] = own;
    await save();
    found.said.push(...(await restoreOne(job, one, ids)).map((lost) => `#${one.number}: ${lost}`));
    own.done = true;
    await save();
    found.restored += 1;
  }
  return found;
}

/** Returns what of it is not as it was. */
async function restoreOne(
  job: PageJob,
  one: BackupChangeRequest,
  ids: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { client, state } = job;
  const spaceId = state.space ?? '';
  const { id: changeRequestId } = await client.call(createChangeRequest, { spaceId, subject: one.subject });
  const ref = { spaceId, changeRequestId };
  const send: Send = (changes) => client.call(updateChangeRequestContent, { ...ref, changes });
  const large = await restoreEdits(job, one, ids, send);
  await restoreTalk(job, one, ref);
  const lost = [...lossesOf(one), ...large.map((name) => `file "${name}" is not restored: it ${TOO_LARGE}`)];
  for (const user of one.reviewers)
    try {
      await client.call(requestReviewers, { ...ref, users: [user] });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      lost.push(`reviewer ${user} was not asked: ${error.message}`);
    }
  const { description, status } = one;
  // Safe: the host checks it, and an export took it from one.
  const text = description && { description: description as never };
  await client.call(updateChangeRequest, { ...ref, ...text, status });
  return lost;
}

/** New files and pages first: only then their IDs are known, which links lead to. Returns the files that are too large. */
async function restoreEdits(
  job: PageJob,
  one: BackupChangeRequest,
  ids: ReadonlyMap<string, string>,
  send: Send,
): Promise<string[]> {
  const { backup, state, organizationId } = job;
  const large: string[] = [];
  const files = new Map(Object.entries(state.files).map(([old, { id }]) => [old, id]));
  for (const file of one.files) {
    const bytes = await backup.bytes(file);
    if (canBeSent({ size: bytes.length })) files.set(file.id, await insertedFile(send, file.name, bytes));
    else if (bytes.length > 0) large.push(file.name);
  }
  const pages = new Map(Object.entries(state.pages));
  const isNew = ({ change, id }: BackupEdit) =>
    change === 'added' || (change === 'changed' && !pages.has(id));
  const above = ({ into }: BackupEdit) => (typeof into === 'string' ? pages.get(into) : undefined);
  for (const edit of one.edits.filter(isNew)) {
    const insert = insertOf(pageOf(edit), { markdown: '', ref: 'page', into: above(edit) });
    pages.set(edit.id, await insertedPage(send, insert));
  }
  const relink = await relinked(
    requestLinks(backup, one, {
      page: (id) => pages.get(id),
      file: (id) => files.get(id),
    }),
    { ids, organizationId },
  );
  const changes = one.edits.flatMap((edit): ChangeRequestContentChange[] => {
    const page = pages.get(edit.id);
    if (page === undefined) return [];
    if (edit.change === 'removed') return [{ operation: 'delete_page', page }];
    const text = edit.text === undefined ? undefined : relink(edit.id, edit.text);
    const { at } = edit;
    const into = edit.into === null ? null : above(edit);
    const place = { ...(into !== undefined && { into }), ...(at !== undefined && { at }) };
    return [{ ...updateOf(pageOf(edit), page, text, edit.attributes), ...place }];
  });
  for (const part of inRequests(changes)) await send(part);
  return large;
}

const pageOf = ({ title, fields }: BackupEdit): PageOf => ({ title, fields });

type Ref = { spaceId: string; changeRequestId: string };

/** Who opened and reviewed it as the first comment, then the comments as notes. */
async function restoreTalk({ client, state }: PageJob, one: BackupChangeRequest, ref: Ref): Promise<void> {
  const comment = (markdown: string, page?: string) =>
    client.call(commentsApi.createChangeRequestComment, {
      ...ref,
      body: { markdown },
      ...(page !== undefined && { page }),
    });
  await comment(originOf(one));
  for (const old of one.comments) {
    const page = state.pages[String(Object(Object(old.target).page).id)];
    const { id: commentId } = await comment(noteOf(old), page);
    for (const reply of Array.isArray(old.replies) ? old.replies : [])
      await client.call(commentsApi.createChangeRequestCommentReply, {
        ...{ ...ref, commentId, format },
        body: { markdown: noteOf(Object(reply)) },
      });
    if (old.status === 'resolved')
      await client.call(commentsApi.updateChangeRequestComment, { ...ref, commentId, resolved: true });
  }
}

function originOf({ number, createdBy, createdAt, reviews }: BackupChangeRequest): string {
  const said = reviews.map(({ reviewer, status, createdAt: at }) => {
    const when = String(at ?? '').slice(0, 10);
    return `* ${personOf(reviewer)}: ${String(status)}${when === '' ? '' : ` on ${when}`}`;
  });
  const opened = `_Change request #${number} of a backup, opened by ${personOf(createdBy)} on ${createdAt.slice(0, 10)}._`;
  return said.length === 0 ? opened : `${opened}\n\nReviews:\n\n${said.join('\n')}`;
}

/** What edits cannot carry. */
function lossesOf({ edits, otherFiles }: BackupChangeRequest): string[] {
  const lost = ['cover', 'layout', 'variables'];
  return [
    ...edits.flatMap(({ path, attributes, conflicts }) => [
      ...attributes
        .filter((name) => lost.includes(name))
        .map((name) => `${path}: its ${name} is not restored`),
      ...(conflicts ? [`${path}: main changed the same lines, which the change request replaces`] : []),
    ]),
    ...otherFiles.map((name) => `file "${name}" stays as it is`),
  ];
}
