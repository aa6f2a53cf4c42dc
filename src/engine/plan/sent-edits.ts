// Edits of a change request that were sent, and whose answer never came: whether they took effect, and what they made.

import type { Page } from '../../api/content/content-shapes.ts';
import { getChangeRequestContent, getRevision } from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { walkPages } from '../../domain/content/page-list.ts';
import { asItem } from '../../domain/reversals/reversal.ts';
import { isAbsence } from '../../errors.ts';
import type { Rows } from './plan.ts';
import type { RowState } from './plan-progress.ts';

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
  const signs = (pages: readonly Page[]) =>
    new Map(
      [...walkPages(pages)].map((page) => [page.id, JSON.stringify({ ...page, pages: [], urls: undefined })]),
    );
  const [was, is] = [signs(old.pages), signs(now)];
  return ids.some((id) => was.has(id) && was.get(id) === is.get(id));
}
