// How far plans were applied from this machine: what was sent and what is done, by the hash of the plan. Kept after the
// last row, so that the same plan applied again creates nothing twice.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../../api/content/content-shapes.ts';
import { getChangeRequestContent, getRevision } from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { readJournal } from '../../config/journal.ts';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { type Entry, entriesOf, tookEffect } from '../../domain/journal/journal-entries.ts';
import { asItem } from '../../domain/reversals/reversal.ts';
import { isAbsence, messageOf } from '../../errors.ts';
import { readPrivateFile } from '../../files/json-file.ts';
import { warn } from '../../output/note.ts';
import { historyFolder } from '../journal/record-change.ts';
import { fateWord, type ManyProgress, openProgressLines, type ProgressLines } from '../many/many-progress.ts';
import type { Task } from '../many/many-report.ts';
import type { Run } from '../model/command-type.ts';
import type { Rows } from './plan.ts';

/** Longer than any plan is good for. */
const KEPT_MS = 120 * 24 * 3600_000;

export interface RowState {
  /** `sent`, with nothing after it: the answer never came. */
  state: 'sent' | 'done';
  /** As a conflict: see `fateWord`. */
  isRefused?: true;
  /** The ID of what the row created. */
  id?: string;
  /** The ID of the space that a section was created with. */
  first?: string;
  /** The IDs of the files that it uploaded. */
  files?: readonly string[];
  /** The IDs of the pages that its edits are about, in their order. */
  pages?: readonly string[];
  /** The revision of the change request after it. */
  revision?: string;
}

const fileOf = (context: Context, hash: string) =>
  join(requirePath(context.paths(), 'data'), 'plans', `${hash}.jsonl`);

const LINE =
  /^(sent|done|failed|refused) (\d+)(?: ([\w-]+))?(?: ([\w-]+))?(?: files:([\w,-]+))?(?: pages:([\w,-]+))?(?: revision:([\w-]+))?$/;

/** By number of the row. Empty for a plan that was never applied from here. */
export function readRowStates(context: Context, hash: string): Map<number, RowState> {
  const text = readPrivateFile(fileOf(context, hash)) ?? '';
  const states = new Map<number, RowState>();
  for (const line of text.split('\n')) {
    // What a kill left of a line says nothing.
    const [, word, row, id, first, files, pages, revision] = LINE.exec(line) ?? [];
    if (word === 'failed') states.delete(Number(row));
    else if (word === 'refused') states.set(Number(row), { state: 'sent', isRefused: true });
    else if (word === 'sent' || word === 'done')
      states.set(Number(row), {
        state: word,
        ...(id !== undefined && { id }),
        ...(first !== undefined && { first }),
        ...(files !== undefined && { files: files.split(',') }),
        ...(pages !== undefined && { pages: pages.split(',') }),
        ...(revision !== undefined && { revision }),
      });
  }
  return states;
}

/** As if the plan had never been applied from here. */
export const forgetPlan = (context: Context, hash: string): void =>
  rmSync(fileOf(context, hash), { force: true });

/** As if these rows of it had not been. */
export function forgetRows(
  { context, config }: Pick<Run, 'context' | 'config'>,
  hash: string,
  rows: readonly number[],
): void {
  if (rows.length === 0) return;
  const opening = { host: config().baseUrl.value, keptMs: KEPT_MS };
  const onFailure = (error: Error) => warn(context.io, messageOf(error));
  const { write, close } = openProgressLines(fileOf(context, hash), { ...opening, onFailure });
  for (const row of rows) write(`failed ${row}`);
  close();
}

/** Writes each row down before it is sent. A home that cannot be written is said, and the work goes on. */
export function recordRows(
  { context, config }: Pick<Run, 'context' | 'config'>,
  hash: string,
  numberOf: (task: Task) => number,
): ManyProgress {
  const giveUp = (error: unknown) =>
    warn(context.io, `applying this plan again could repeat what it creates: ${messageOf(error)}`);
  try {
    const opening = { host: config().baseUrl.value, keptMs: KEPT_MS, onFailure: giveUp };
    return recorder(openProgressLines(fileOf(context, hash), opening), numberOf);
  } catch (error) {
    giveUp(error);
    return { begin: () => {}, end: () => {}, close: () => {} };
  }
}

const recorder = ({ write, close }: ProgressLines, numberOf: (task: Task) => number): ManyProgress => ({
  begin(task) {
    write(`sent ${numberOf(task)}`, task.run.operation.retry === 'never');
  },
  end(task, result) {
    const { id, siteSpaces, insertedFiles, changes, changeRequest, revision } = asItem(result?.result);
    const spaces = idsIn(siteSpaces).slice(0, 1);
    const after = idsIn([{ id: asItem(changeRequest).revision ?? revision }]);
    const lists = { files: idsIn(insertedFiles), pages: pagesIn(changes), revision: after };
    const told = Object.entries(lists).filter(([, ids]) => ids.length > 0);
    const made = [...idsIn([{ id }]), ...spaces, ...told.map(([name, ids]) => `${name}:${ids.join(',')}`)]
      .map((word) => ` ${word}`)
      .join('');
    const word = fateWord(result);
    if (word) write(`${word} ${numberOf(task)}${made}`);
  },
  close,
});

/** Of edits, each with its page or that page's ID: all of them, since they go by their place, or none. */
function pagesIn(changes: unknown): string[] {
  const pages = Array.isArray(changes) ? changes.map((one) => asItem(one).page) : [];
  const ids = idsIn(pages.map((page) => (typeof page === 'string' ? { id: page } : page)));
  return ids.length === pages.length ? ids : [];
}

const idsIn = (things: unknown): string[] =>
  (Array.isArray(things) ? things : [])
    .map((one) => asItem(one).id)
    .filter((id) => typeof id === 'string')
    .filter((id) => /^[\w-]+$/.test(id));

// Edits of a change request that were sent, and whose answer never came: whether they took effect, and what they made.

/** A row as it would be sent. */
interface Edits {
  input: Readonly<Record<string, unknown>>;
  before: Readonly<Record<string, unknown>> | null | undefined;
  number: number;
}

/** The revision that the change request had before these edits; undefined where nothing tells it. */
export function revisionBefore(
  { input, before, number }: Edits,
  states: ReadonlyMap<number, RowState>,
  rows: Rows,
): string | undefined {
  // As the plan has it: that of an earlier row may stand for it.
  const own = rows.at(number - 1)?.input.changeRequestId;
  for (let row = number - 1; row > 0; row -= 1) {
    const { revision, id } = states.get(row) ?? {};
    const isSame = rows.at(row - 1)?.input.changeRequestId === own || id === input.changeRequestId;
    if (revision !== undefined && isSame) return revision;
  }
  return typeof before?.revision === 'string' ? before.revision : undefined;
}

/**
 * IDs of the pages and files of edits that took effect, in their order; `none` where these edits did not, as no page
 * that they insert is there, or one that they change is as it was; undefined where it cannot be told.
 */
export async function madeByEdits(
  client: Client,
  { input }: Pick<Edits, 'input'>,
  before: string,
): Promise<{ pages: string[]; files: string[] } | 'none' | undefined> {
  const { spaceId, changeRequestId, changes } = input;
  const edits = (Array.isArray(changes) ? changes : []).map(asItem);
  const ref = { spaceId: String(spaceId), changeRequestId: String(changeRequestId) };
  const content = await client.call(getChangeRequestContent, ref);
  const { walkPages } = await import('../../domain/content/page-place.ts');
  const found = new Map<unknown, string[]>();
  for (const { title, id } of walkPages(content.pages)) found.set(title, [...(found.get(title) ?? []), id]);
  const inserted = edits.filter(({ operation }) => operation === 'insert_page');
  if (inserted.length > 0 && inserted.every(({ title }) => !found.has(title))) return 'none';
  const pages = edits
    .filter(({ operation }) => operation !== 'insert_files')
    .map((edit) => {
      if (edit.operation !== 'insert_page') return typeof edit.page === 'string' ? edit.page : undefined;
      // A title that several pages have tells nothing.
      const [id, other] = found.get(edit.title) ?? [];
      return other === undefined ? id : undefined;
    });
  const count = edits.reduce((sum, { files }) => sum + (Array.isArray(files) ? files.length : 0), 0);
  const files = count === 0 ? [] : content.files.slice(-count).map(({ id }) => id);
  if (pages.some((id) => id === undefined) || files.length < count) return undefined;
  const known = pages.filter((id) => id !== undefined);
  // A later revision may also be what somebody else edited.
  if (
    inserted.length + count === 0 &&
    (await isOneAsBefore(client, known, content.pages, { ...ref, before }))
  )
    return 'none';
  return { pages: known, files };
}

/** Whether one of these pages is what it was in the revision before: edits of one request take effect together. */
async function isOneAsBefore(
  client: Client,
  ids: readonly string[],
  now: readonly Page[],
  { spaceId, before }: { spaceId: string; before: string },
): Promise<boolean> {
  const old = await client.call(getRevision, { spaceId, revisionId: before }).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
    return { pages: [] };
  });
  const { walkPages } = await import('../../domain/content/page-place.ts');
  const signs = (pages: readonly Page[]) =>
    new Map(
      [...walkPages(pages)].map((page) => [page.id, JSON.stringify({ ...page, pages: [], urls: undefined })]),
    );
  const [was, is] = [signs(old.pages), signs(now)];
  return ids.some((id) => was.has(id) && was.get(id) === is.get(id));
}

// How much of a plan was applied from this machine, and how much of that the history no longer holds.
export interface AppliedRows {
  applied: number;
  /** Of these, the rows that docs undo knows nothing of. */
  forgotten: number;
}

/** Takes the whole hash of the plan. Throws ConfigError `NO_HOME`. */
export function appliedRows(
  context: Context,
  hash: string,
  entries: readonly Entry[] = entriesOf(readJournal(historyFolder(context.paths()))),
): AppliedRows {
  const applied = [...readRowStates(context, hash).values()].filter(({ state }) => state === 'done').length;
  const held = rowsIn(entries.filter((entry) => entry.plan === hash && tookEffect(entry)));
  return { applied, forgotten: Math.max(0, applied - held) };
}

/** A plan may be applied again after it was undone: the same request of another run is the same row. */
function rowsIn(entries: readonly Entry[]): number {
  const times = new Map<string, Map<string, number>>();
  for (const { id, run = id, operation, input } of entries) {
    const key = JSON.stringify([operation, input]);
    const runs = times.get(key) ?? new Map<string, number>();
    times.set(key, runs.set(run, (runs.get(run) ?? 0) + 1));
  }
  return [...times.values()].reduce((rows, runs) => rows + Math.max(...runs.values()), 0);
}

/** `2 of the 12 rows applied from this machine are no longer in the history`; undefined where all of them are. */
export const forgottenText = ({ applied, forgotten }: AppliedRows): string | undefined =>
  forgotten === 0
    ? undefined
    : `${forgotten} of the ${applied} rows applied from this machine ${forgotten === 1 ? 'is' : 'are'} no longer in the history, so docs undo cannot undo ${forgotten === 1 ? 'it' : 'them'}`;
