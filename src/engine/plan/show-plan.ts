// docs plan show, docs plan check: the rows of a plan as the host knows what they are about, and whether each still fits.

import { getChangeRequestPage, getPage } from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import { DocsError, FindingsError, isAbsence, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import { json } from '../../output/formats/json.ts';
import { holdOut } from '../../output/io.ts';
import { done, note } from '../../output/note.ts';
import { listWriter, renderItem } from '../../output/render.ts';
import { outSafe, safeLine, safeText } from '../../output/safe-text.ts';
import { loadTextDiff, type TextDiff } from '../../output/text-diff.ts';
import { cutToLength } from '../../output/width.ts';
import type { Run } from '../model/command-type.ts';
import { chosenFormat, ownView, viewOf } from '../run/view.ts';
import { checkEach, taskSlices } from './check-rows.ts';
import { isForHost, type OpenPlan, openPlan, type PlanTask, planCalled } from './open-plan.ts';
import {
  dangerOfPlan,
  hashOf,
  namesRead,
  PackedRows,
  type Plan,
  type PlanRow,
  type Rows,
  rowsNamedIn,
  slicesOf,
} from './plan.ts';
import { readPlan } from './plan-file.ts';
import { organizationAt, placeOf } from './plan-head.ts';
import {
  cellsOf,
  columnOf,
  EDITS,
  followsIn,
  headline,
  lineFor,
  lineOfParts,
  manyFieldsOf,
  markdownOf,
  partsOf,
} from './plan-lines.ts';
import { pairOf, readable, wordOf } from './row-state.ts';
import { rowTargets } from './row-target.ts';

// What a row of a plan does to pages: each one by its name, and of its text the lines that change.

/** Of each page; who wants more says so. */
const MOST_LINES = 8;
/** Each is a request. */
const MOST_PAGES = 20;
const AT_ONCE = 8;

interface Edit {
  row: PlanRow;
  /** Of the row. */
  index: number;
  change: Readonly<Record<string, unknown>>;
  /** Title of the page that it goes below. */
  parent?: string;
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
 * By row, the lines that are under it; nothing for rows that edit no pages. Throws what reading the pages throws, but
 * for those that are gone.
 */
async function editedPages(rows: Rows, { client, isFull }: Wanted): Promise<ReadonlyMap<number, string[]>> {
  const edits: Edit[] = [];
  let index = 0;
  for (const row of rows) {
    for (const change of editsOf(row)) edits.push({ row, index, change });
    index += 1;
  }
  const shown = isFull ? edits : edits.slice(0, MOST_PAGES);
  const before = client ? await readBefore(client, shown) : new Map<Edit, Before>();
  const compare = await loadTextDiff();
  const lines = new Map<number, string[]>();
  for (const edit of shown) {
    const { row, change } = edit;
    const own = lines.get(edit.index) ?? [];
    lines.set(edit.index, own);
    // What the row itself names is not named twice.
    const isNamed = row.target.kind === 'page' && row.target.id === change.page && editsOf(row).length === 1;
    const told = [
      ...(isNamed ? [] : [nameOf(change, before.get(edit))]),
      ...placeLines(edit),
      ...fieldsOf(change, before.get(edit)),
      ...textOf(change, before.get(edit), { compare, isFull }),
    ];
    own.push(...told);
  }
  const left = edits.length - shown.length;
  const [lastRow] = shown.slice(-1);
  if (left > 0 && lastRow)
    lines.get(lastRow.index)?.push(`and ${plural(left, 'more page')}: --full shows them`);
  return lines;
}

const editsOf = ({ operation, input: { changes } }: PlanRow) =>
  operation === 'changeRequestContent.update' && Array.isArray(changes)
    ? changes.filter(isRecord).filter((change) => change.operation !== 'insert_files')
    : [];

async function readBefore(client: Client, edits: readonly Edit[]): Promise<ReadonlyMap<Edit, Before>> {
  const found = new Map<Edit, Before>();
  const known = edits.filter(({ change }) => typeof change.page === 'string');
  const ask = ({ row: { input } }: Edit, page: unknown, more: { format?: 'markdown' } = {}) => {
    const ref = { spaceId: String(input.spaceId), pageId: String(page), ...more };
    // One that the plan itself makes begins with main.
    return rowsNamedIn(input.changeRequestId).length > 0
      ? client.call(getPage, ref)
      : client.call(getChangeRequestPage, { ...ref, changeRequestId: String(input.changeRequestId) });
  };
  const read = async (edit: Edit) => {
    found.set(edit, { ...(await ask(edit, edit.change.page, { format: 'markdown' })) });
  };
  const readParent = async (edit: Edit) => {
    edit.parent = (await ask(edit, edit.change.into)).title;
  };
  const below = edits.filter(({ change: { into } }) => typeof into === 'string' && !rowsNamedIn(into).length);
  const results = [...(await mapPool(known, AT_ONCE, read)), ...(await mapPool(below, AT_ONCE, readParent))];
  for (const result of results) if (!result.ok && !isAbsence(result.error)) throw result.error;
  return found;
}

/** `place: below "Shipments", position 2`; nothing for a page that stays where it is. */
function placeLines({ change: { into, at }, parent }: Edit): string[] {
  if (into === undefined && at === undefined) return [];
  const below = `below ${parent === undefined ? wordOf(into) : JSON.stringify(parent)}`;
  const where = into === undefined ? [] : [into === null ? 'top level' : below];
  const position = typeof at === 'number' ? [`position ${at + 1}`] : [];
  return [safeLine(`place: ${[...where, ...position].join(', ')}`)];
}

function nameOf({ operation, page, title }: Edit['change'], before: Before | undefined): string {
  const verb = EDITS[String(operation)] ?? String(operation);
  const called = before?.title ?? (operation === 'insert_page' ? title : undefined);
  const id = page === undefined ? '' : ` (${String(page)})`;
  return safeLine(`${verb} page${called === undefined ? '' : ` ${JSON.stringify(called)}`}${id}`);
}

/** What is said elsewhere, or in a way of its own. */
const OTHERS = new Set(['operation', 'page', 'document', 'ref', 'into', 'at']);

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

/** Lines for people, the plan itself as JSON or YAML, a row a field for CSV, the hash with -q. */
export async function showPlan(
  run: Run,
  { asMarkdown, isFull }: { asMarkdown: boolean; isFull: boolean },
): Promise<void> {
  const { context, args } = run;
  const { io } = context;
  const read = await readPlan(context, args.plan ?? '');
  const { plan, notes, client } = await toldPlan(run, read);
  if (asMarkdown) {
    const pages = await editedPages(plan.rows, { client, isFull: true });
    const named = client && (await namesRead(run, plan.rows));
    const text = markdownOf({ plan, hash: hashOf(read), notes, pages, named });
    return io.out(outSafe(io, safeText(text, { multiline: true })));
  }
  const format = chosenFormat(run);
  if (format === 'id') return io.out(`${hashOf(read)}\n`);
  if (format === 'json' && run.flags.jq === undefined) return printWhole(run, plan, hashOf(read));
  if (format === 'json' || format === 'yaml')
    return renderItem(io, { ...plan, rows: [...plan.rows], hash: hashOf(read) }, ownView(run));
  if (format !== undefined && format !== 'table') {
    const writer = await listWriter(io, viewOf(run));
    for (const { from, rows } of slicesOf(plan.rows, AT_A_TIME)) await writer.page(cellsOf(rows, from));
    return writer.end();
  }
  const pages = await editedPages(plan.rows, { client, isFull });
  const width = widthOf(plan.rows);
  for (const { from, rows } of slicesOf(plan.rows, AT_A_TIME)) {
    // A host that was not asked has said no names, and those that were kept are of another.
    const around = { rows: plan.rows, ...(client && { named: await namesRead(run, rows) }) };
    const lines = rows.flatMap((row, at) => [
      lineFor(io, lineOfParts(partsOf(row, around), width)),
      ...[...(pages.get(from + at) ?? []), ...manyFieldsOf(row, around).map(safeLine)].map(
        (text) => `    ${text}`,
      ),
    ]);
    await io.out(`${outSafe(io, safeText(lines.join('\n'), { multiline: true }))}\n`);
  }
  for (const line of [...notes, ...factsOf(plan, hashOf(read)), ...(await appliedFacts(run, read))])
    note(io, line);
}

/** Rows that are written at once. */
const AT_A_TIME = 1000;

function widthOf(rows: Rows): number {
  let longest = 0;
  for (const row of rows) longest = Math.max(longest, partsOf(row)[1].length);
  return columnOf(longest);
}

/** The plan as one object, its rows one after the other. */
async function printWhole(run: Run, plan: Plan, hash: string): Promise<void> {
  const { io } = run.context;
  const { item } = json(io, ownView(run));
  const rows = '\n  "rows": []';
  const whole = item({ ...plan, rows: [], hash });
  // A text within has no line breaks.
  const at = whole.indexOf(rows);
  await io.out(whole.slice(0, at + rows.length - 1));
  for (const slice of slicesOf(plan.rows, AT_A_TIME)) {
    const texts = slice.rows.map((row) => `\n    ${item(row).trimEnd().replaceAll('\n', '\n    ')}`);
    await io.out(`${slice.from === 0 ? '' : ','}${texts.join(',')}`);
  }
  await io.out(`${plan.rows.length === 0 ? '' : '\n  '}${whole.slice(at + rows.length - 1)}`);
}

/** What became of it on this machine, once it was applied from here. */
async function appliedFacts({ context }: Run, plan: Plan): Promise<string[]> {
  if (context.paths().data === undefined) return [];
  const { appliedRows, forgottenText } = await import('./plan-progress.ts');
  const found = appliedRows(context, hashOf(plan));
  if (found.applied === 0) return [];
  const forgotten = forgottenText(found);
  return [
    `${found.applied} of ${plural(plan.rows.length, 'row')} applied from this machine`,
    ...(forgotten === undefined ? [] : [forgotten]),
  ];
}

/** A plan in the words of the program, and what is to be said beside its rows. */
interface ToldPlan {
  plan: Plan;
  notes: string[];
  /** Of its host; undefined where that is not asked. */
  client?: Client;
}

/** Its rows beside the host where that can be asked, else by ID alone. Throws UsageError `INVALID_PLAN`. */
async function toldPlan(run: Run, plan: Plan): Promise<ToldPlan> {
  const { operations } = await import('../../api/index.ts');
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  await checkEach(plan, known, () => {});
  try {
    if (!isForHost(plan.origin, run.config().baseUrl.value))
      return await byIds(plan, known, `it is for ${plan.origin}`);
    return await byHost(run, plan, known);
  } catch (error) {
    if (!(error instanceof DocsError) || error instanceof UsageError || run.context.signal.aborted)
      throw error;
    return byIds(plan, known, error.message);
  }
}

async function byHost(run: Run, plan: Plan, operations: OpenPlan['operations']): Promise<ToldPlan> {
  const rows = new PackedRows();
  const notes: string[] = [];
  for await (const tasks of taskSlices({ run, plan, file: run.args.plan ?? '', operations })) {
    for (const { row, number, stale, result } of tasks) {
      rows.push(row);
      const state = stale ?? (result?.ok ? result.outcome : undefined);
      if (state !== undefined) notes.push(`row ${number}: ${state}`);
    }
  }
  const organization = plan.organization && (await organizationAt(run, plan.organization.id));
  const client = await run.client();
  return { plan: { ...plan, organization, rows }, notes: [...notes, ...followsIn(rows)], client };
}

/** Nothing of the file's own words: who reads it sees what would be sent. */
async function byIds(plan: Plan, operations: OpenPlan['operations'], why: string): Promise<ToldPlan> {
  const targets = rowTargets({ run: undefined, organizationId: undefined, made: () => undefined });
  const { withDangers } = await import('./row-dangers.ts');
  const rows = new PackedRows();
  for (const { follows: _, ...row } of plan.rows) {
    const operation = operations.get(row.operation);
    if (!operation) continue;
    const [judged] = await withDangers([{ row, operation }], plan.rows);
    const target = await targets.of({ operation, input: row.input });
    rows.push({ ...row, danger: judged?.danger ?? 'severe', target });
  }
  const organization = plan.organization && { id: plan.organization.id, title: plan.organization.id };
  return {
    plan: { ...plan, organization, rows },
    notes: [`names and present values were not checked: ${why}`],
  };
}

/** The whole file: its fields are not those of a row. */

/** Of what its file says of itself. */
const LONGEST_COMMAND = 1000;

function factsOf(plan: Plan, hash: string): string[] {
  const { rows, unchanged, made, guards } = plan;
  const by = made.by?.email === undefined ? '' : ` by ${cutToLength(made.by.email, LONGEST_COMMAND)}`;
  // Nothing can check who made it, and how: the hash is not about that either.
  return [
    `${headline(plan)}${unchanged > 0 ? `, ${unchanged} unchanged` : ''}, danger: ${dangerOfPlan(rows)}${placeOf(plan)}`,
    `expires ${guards.expires}`,
    `hash ${hash}`,
    `its file says that it was made ${made.at}${by}: ${cutToLength(made.command, LONGEST_COMMAND)}`,
  ];
}

// docs plan check: whether a plan still fits, row by row. Reads only.

/** Throws FindingsError (exit 6) for a stale row, and what `openPlan` throws (exit 3). */
export async function checkPlanFile(run: Run): Promise<void> {
  const { io } = run.context;
  const open = await openPlan(run, run.args.plan ?? '');
  const held = holdOut(io);
  const writer = await listWriter(held.io, viewOf(run));
  let stale = 0;
  for await (const tasks of taskSlices(open)) {
    await writer.page(tasks.map(rowOf));
    stale += tasks.filter((task) => task.stale !== undefined).length;
  }
  await writer.end();
  await held.release();
  if (stale > 0)
    throw new FindingsError(
      `${planCalled(open.file)} no longer fits: ${stale} of ${plural(open.plan.rows.length, 'row')} changed since`,
      {
        hint: shell`make the plan again, or docs apply ${open.file} --skip-stale`,
      },
    );
  done(io, `${planCalled(open.file)} still fits`);
}

function rowOf({ number, target, stale, result, failure }: PlanTask) {
  const state = stale === undefined ? (failure ? 'unknown' : (result?.outcome ?? 'fits')) : 'stale';
  return { row: number, target: target.text, state, why: stale ?? failure?.message ?? null };
}
