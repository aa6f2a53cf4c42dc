// What a row of a plan does to pages: each one by its name, and of its text the lines that change.
import { getChangeRequestPage } from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import { isAbsence } from '../../errors.ts';
import { isRecord } from '../../files/is-record.ts';
import { plural } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import { loadTextDiff, type TextDiff } from '../../workflows/text-diff.ts';
import { pairOf, readable, wordOf } from './change-leaves.ts';
import type { PlanRow } from './plan.ts';

/** Of each page; who wants more says so. */
const MOST_LINES = 8;
/** Each is a request. */
const MOST_PAGES = 20;
const AT_ONCE = 8;

interface Edit {
  row: PlanRow;
  change: Readonly<Record<string, unknown>>;
}

/** A page as it is before the plan; absent where it was not read, or is not there. */
interface Before {
  title?: unknown;
  markdown?: unknown;
  [field: string]: unknown;
}

export interface Wanted {
  /** Undefined where the host is not asked: then the text is shown as it will be. */
  client?: Client | undefined;
  /** Every line of every page. */
  isFull: boolean;
}

/**
 * By row, the lines that stand under it; nothing for rows that edit no pages. Throws what reading the pages throws, but
 * for those that are gone.
 */
export async function editedPages(
  rows: readonly PlanRow[],
  { client, isFull }: Wanted,
): Promise<ReadonlyMap<PlanRow, string[]>> {
  const edits = rows.flatMap((row) => editsOf(row).map((change): Edit => ({ row, change })));
  const shown = isFull ? edits : edits.slice(0, MOST_PAGES);
  const before = client ? await readBefore(client, shown) : new Map<Edit, Before>();
  const compare = await loadTextDiff();
  const lines = new Map<PlanRow, string[]>();
  for (const edit of shown) {
    const { row, change } = edit;
    const own = lines.get(row) ?? [];
    lines.set(row, own);
    // What the row itself names is not named twice.
    const isNamed = row.target.kind === 'page' && row.target.id === change.page && editsOf(row).length === 1;
    const told = [
      ...(isNamed ? [] : [nameOf(change, before.get(edit))]),
      ...fieldsOf(change, before.get(edit)),
      ...textOf(change, before.get(edit), { compare, isFull }),
    ];
    own.push(...told);
  }
  const left = edits.length - shown.length;
  const [lastRow] = shown.slice(-1);
  if (left > 0 && lastRow)
    lines.get(lastRow.row)?.push(`and ${plural(left, 'more page')}: --full shows them`);
  return lines;
}

const editsOf = ({ operation, input: { changes } }: PlanRow) =>
  operation === 'changeRequestContent.update' && Array.isArray(changes)
    ? changes.filter(isRecord).filter((change) => change.operation !== 'insert_files')
    : [];

async function readBefore(client: Client, edits: readonly Edit[]): Promise<ReadonlyMap<Edit, Before>> {
  const found = new Map<Edit, Before>();
  const known = edits.filter(({ change }) => typeof change.page === 'string');
  const read = async (edit: Edit) => {
    const { spaceId, changeRequestId } = edit.row.input;
    const ref = { spaceId: String(spaceId), changeRequestId: String(changeRequestId) };
    const pageId = String(edit.change.page);
    const page = await client.call(getChangeRequestPage, { ...ref, pageId, format: 'markdown' });
    found.set(edit, { ...page });
  };
  for (const result of await mapPool(known, AT_ONCE, read))
    if (!result.ok && !isAbsence(result.error)) throw result.error;
  return found;
}

const VERBS: Readonly<Record<string, string>> = {
  update_page: 'edit',
  insert_page: 'create',
  delete_page: 'delete',
  revert_page: 'revert',
};

function nameOf({ operation, page, title }: Edit['change'], before: Before | undefined): string {
  const verb = VERBS[String(operation)] ?? String(operation);
  const called = before?.title ?? (operation === 'insert_page' ? title : undefined);
  const id = page === undefined ? '' : ` (${String(page)})`;
  return safeLine(`${verb} page ${called === undefined ? '' : JSON.stringify(called)}${id}`);
}

/** What is said elsewhere, or in a way of its own. */
const OTHERS = new Set(['operation', 'page', 'document', 'ref']);

const fieldsOf = (change: Edit['change'], before: Before | undefined): string[] =>
  Object.entries(change)
    .filter(([field]) => !OTHERS.has(field) && !(field === 'title' && change.operation === 'insert_page'))
    .map(([field, to]) => {
      const from = before !== undefined && Object.hasOwn(before, field) ? before[field] : undefined;
      return safeLine(`${field}: ${from === undefined ? wordOf(to) : pairOf(from, to)}`);
    });

function textOf(
  { document }: Edit['change'],
  before: Before | undefined,
  { compare, isFull }: { compare: (from: string, to: string) => TextDiff; isFull: boolean },
): string[] {
  if (document === undefined) return [];
  const [from, to] = [readable({ markdown: before?.markdown }), readable(joinedIn(document))];
  if (typeof to !== 'string') return [safeLine(`text: ${wordOf(document)}`)];
  const { hunks, added, removed } = compare(typeof from === 'string' ? from : '', to);
  const all = hunks.flatMap(({ lines }) => lines.filter(({ type }) => isFull || type !== 'same'));
  const shown = all
    .slice(0, isFull ? all.length : MOST_LINES)
    .map(({ type, text }) => safeLine(`${SIGNS[type]}${text}`));
  const left = all.length - shown.length;
  if (all.length === 0) return ['the text stays as it is'];
  return left === 0
    ? shown
    : [...shown, `and ${plural(left, 'more line')} (${added} added, ${removed} removed): --full shows them`];
}

/** A text that names what earlier rows upload comes in parts: `{row 1}` stands where the file will be named. */
function joinedIn(document: unknown): unknown {
  const markdown = isRecord(document) ? document.markdown : undefined;
  const parts = isRecord(markdown) ? markdown.joined : undefined;
  return Array.isArray(parts) ? { markdown: parts.join('') } : document;
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;
