// A plan as people read it: a line a row for a terminal, a table for a spreadsheet, Markdown for a pull request.
import { inWords } from '../../domain/reversals/reversal.ts';
import { formatBytes, plural } from '../../output/format.ts';
import type { Io } from '../../output/io.ts';
import { prose } from '../../output/note.ts';
import { markdownText, safeLine } from '../../output/safe-text.ts';
import { padToWidth } from '../../output/width.ts';
import { peopleIn } from './max-changes.ts';
import {
  type Around,
  asNamed,
  dangerOfPlan,
  type NameOf,
  type Plan,
  type PlanRow,
  type Rows,
  textOfTarget,
  titleAt,
} from './plan.ts';
import { type Change, leavesOf, maskedAt, pairOf, wordOf } from './row-state.ts';

/** `+` it is created, `-` it goes, `~` it changes. */
export function signOf({ operation, before, after }: PlanRow): '+' | '-' | '~' {
  if (after === null) return '-';
  if (operation === 'changeRequests.create' || before === null) return '+';
  // All that counts is missing: access that nobody had, a member who was in no team.
  const was = Object.values(before ?? {});
  return was.length > 0 && was.every((value) => value === null) ? '+' : '~';
}

/** What changes, part by part; of what is created, what it is created with. */
export function changesOf(row: Pick<PlanRow, 'before' | 'after'>, around: Around = {}): Change[] {
  const { before, after } = inWords(row, (id) => titleAt(id, around));
  // A field may have the name of something that every object has.
  return Object.entries(after ?? {}).flatMap(([field, to]) =>
    leavesOf(field, before && Object.hasOwn(before, field) ? before[field] : undefined, to),
  );
}

/** `merge`, `publish`: what a row does that sets no field. */
export const verbOf = ({ operation }: PlanRow): string =>
  (operation.split('.').at(-1) ?? '').replace(/[A-Z].*$/, '');

/** What the first word of its name leaves open. */
const ACTS: Readonly<Record<string, string>> = {
  'git.removeLegacy': 'remove the legacy installation',
  'integrations.devDisable': 'turn off the development mode',
  'members.addSso': 'require single sign-on',
  'sitePublishing.regenerateAuth': 'make a new signing key',
  'siteTopics.clearFindings': 'delete its findings',
};

const actOf = (row: PlanRow): string => ACTS[row.operation] ?? verbOf(row);

/** Acts whose fields say how they are done: nothing had these before. */
const WITH_FIELDS = new Set([
  'git.export',
  'git.import',
  'imports.createInChangeRequest',
  'siteSpaces.duplicate',
]);

export const EDITS: Readonly<Record<string, string>> = {
  update_page: 'edit',
  insert_page: 'create',
  delete_page: 'delete',
  revert_page: 'revert',
};

/** How many pages are edited, moved and so on. Undefined for what edits no pages. */
function editsOf({ operation, input: { changes } }: PlanRow): Map<string, number> | undefined {
  if (operation !== 'changeRequestContent.update' || !Array.isArray(changes)) return undefined;
  const counts = new Map<string, number>();
  for (const change of changes.map(Object)) {
    const { operation: name, page: _, into: __, at, ...fields } = change;
    if (name === 'insert_files') continue;
    const isMove =
      name === 'update_page' && Object.keys(fields).length === 0 && ('into' in change || at !== undefined);
    const verb = isMove ? 'move' : (EDITS[name] ?? String(name));
    counts.set(verb, (counts.get(verb) ?? 0) + 1);
  }
  return counts;
}

/** `deleted`, or of several kinds `edited 1 page, created 2 pages`. Undefined for what edits no pages. */
export function editsDone(row: PlanRow): string | undefined {
  const all = [...(editsOf(row) ?? [])].map(([verb, count]) => ({ past: verb.replace(/e?$/, 'ed'), count }));
  const [first, ...others] = all;
  if (others.length > 0) return all.map(({ past, count }) => `${past} ${plural(count, 'page')}`).join(', ');
  return first?.past === 'edited' ? 'updated' : first?.past;
}

/** `edit 3 pages, move 1 page`: nobody reads whole pages on a line. Undefined for what edits no pages. */
function editsText(row: PlanRow): string | undefined {
  const counts = editsOf(row);
  if (!counts) return undefined;
  const changes = [row.input.changes].flat().map(Object);
  const files = changes.flatMap((change) => (Array.isArray(change.files) ? change.files : []));
  return [
    ...(files.length > 0 ? [`upload ${plural(files.length, 'file')} (${filesText(files)})`] : []),
    ...[...counts].map(([verb, count]) => `${verb} ${plural(count, 'page')}${belowText(verb, count)}`),
  ].join(', ');
}

/** The platform deletes what is below a page with it. */
const belowText = (verb: string, count: number): string =>
  verb === 'delete' ? ` with ${count === 1 ? 'its' : 'their'} subpages` : '';

/** `12 KB: one.svg, two.svg`; the size of files that come with their bytes. */
function filesText(files: readonly unknown[]): string {
  const names = firstOf(
    MOST_FIELDS,
    files.map((file) => wordOf(Object(file).name)),
  );
  const all = files.map((file) => Object(file).base64);
  if (!all.every((base64) => typeof base64 === 'string')) return names;
  return `${formatBytes(all.reduce((sum, base64) => sum + Buffer.byteLength(base64, 'base64'), 0))}: ${names}`;
}

/** More than that is nothing that anybody reads on a line. */
const MOST_FIELDS = 20;

/** `a, b, and 3 more`. */
export const firstOf = (most: number, all: readonly string[]): string =>
  [...all.slice(0, most), ...(all.length > most ? [`and ${all.length - most} more`] : [])].join(', ');

/** `role: read -> review`, or the verb. */
export function changeText(row: PlanRow, around: Around = {}, most = MOST_FIELDS): string {
  const edits = editsText(row);
  if (edits !== undefined) return edits;
  const role = lostRole(row);
  if (signOf(row) === '-') return role === undefined ? '' : `role: ${pairOf(role, undefined)}`;
  const fields = fieldsOf(row, around);
  if (fields.length === 0) return actOf(row);
  const text = firstOf(most, fields);
  return WITH_FIELDS.has(row.operation) ? `${actOf(row)} (${text})` : text;
}

/** Those of a row that `changeText` cuts, each by itself. */
export function manyFieldsOf(row: PlanRow, around: Around): string[] {
  const fields = signOf(row) === '-' || editsOf(row) ? [] : fieldsOf(row, around);
  return fields.length > MOST_FIELDS ? fields : [];
}

function fieldsOf(row: PlanRow, around: Around): string[] {
  const changes = changesOf(row, around);
  // What names the target and nothing else is not said twice.
  const told = changes.filter(({ to }) => !isTarget(row, to));
  const word = (field: string, value: unknown) => asNamed(field, wordIn(row, field, value), around);
  const isAct = WITH_FIELDS.has(row.operation);
  return (told.length > 0 ? told : changes).map(({ field, from, to }) => {
    if (isAct || !row.before || signOf(row) !== '~') return `${field}: ${wordOf(word(field, to))}`;
    // Nothing gets another ID: it is that of what is applied to it.
    if (field === 'id') return `${row.operation.replace(/s?\..*/, '')}: ${wordOf(to)}`;
    return `${field}: ${pairOf(word(field, from), word(field, to))}`;
  });
}

/** Of a grant that ends: what it was is not in its name. */
const lostRole = ({ target, before, after }: PlanRow): unknown =>
  target.kind === 'grant' && after === null ? before?.role : undefined;

/** A member without a role is a guest; what a space on a site has not of its own is as on the site. */
function wordIn({ operation }: PlanRow, field: string, value: unknown): unknown {
  if (operation === 'members.update' && field === 'role' && value === null) return 'guest';
  if (operation === 'customization.updateOfSiteSpace' && value === null) return 'as on the site';
  return maskedAt(field, value);
}

const isTarget = (row: PlanRow, to: unknown): boolean => {
  const { id, title } = row.target;
  if (Array.isArray(to)) return to.length === 1 && to[0] === id;
  return signOf(row) === '+' && to !== undefined && (to === id || to === title);
};

/** A line of a plan as it is printed: on a terminal a long one goes on below, indented. */
export const lineFor = (io: Io, line: string): string => prose(io, safeLine(line), '    ');

const COLUMN = 48;
/** A longer name leaves the column however wide its letters are, and takes long to measure. */
const MEASURED = COLUMN * 8;

/** The three columns of a line, before the names are padded to one width. */
export type LineParts = readonly [sign: string, name: string, change: string];

/** A row is one line, whatever its target is called. */
export const partsOf = (row: PlanRow, around?: Around): LineParts => [
  signOf(row),
  safeLine(textOfTarget(row.target)),
  safeLine(changeText(row, around)),
];

/** How wide the column of the names is, given the letters of the longest. */
export const columnOf = (longest: number): number => Math.min(COLUMN, longest);

export const lineOfParts = ([sign, name, change]: LineParts, width: number): string =>
  `${sign} ${name.length > MEASURED ? name : padToWidth(name, width)}  ${change}`.trimEnd();

/** Lines for a terminal, the names in a column. */
export function linesOf(rows: Rows, around: Around = {}): string[] {
  const parts = Array.from(rows, (row) => partsOf(row, { rows, ...around }));
  const width = columnOf(parts.reduce((most, [, name]) => Math.max(most, name.length), 0));
  return parts.map((one) => lineOfParts(one, width));
}

const SIGNS = { '+': 'create', '-': 'delete', '~': 'change' };
/** A delete that takes something from a thing which stays, and a change that leaves the thing as it is. */
const NAMED: Readonly<Record<string, string>> = { '-': 'remove', '~': 'duplicate' };

const MOST_FOLLOWS = 5;

/** What follows from the rows, each text once: what who applies them is asked about. */
export function followsIn(rows: Iterable<PlanRow>): string[] {
  const found = new Set<string>();
  for (const { follows } of rows) if (follows !== undefined) found.add(follows);
  const more = found.size - MOST_FOLLOWS;
  return [...[...found].slice(0, MOST_FOLLOWS), ...(more > 0 ? [`and ${more} more of the kind`] : [])];
}

/** What rows come to, counted one by one. */
export class Headline {
  count = 0;
  private readonly kinds = new Set<string>();
  /** How many things bear each sign, and by which verbs. */
  private readonly signs = new Map<ReturnType<typeof signOf>, { count: number; verbs: Set<string> }>();
  private readonly things = new Set<string>();
  /** One thing that is changed twice is no two things. */
  private isAnyTwice = false;

  add(row: PlanRow): void {
    const count = peopleIn(row);
    this.count += count;
    this.kinds.add(row.target.kind);
    const { id, where = '' } = row.target;
    // A grant has the ID of whom it is given to: on another space it is another one.
    if (id !== undefined) {
      this.isAnyTwice ||= this.things.has(`${id} ${where}`);
      this.things.add(`${id} ${where}`);
    }
    const alike = this.signs.get(signOf(row)) ?? { count: 0, verbs: new Set() };
    alike.count += count;
    alike.verbs.add(verbOf(row));
    this.signs.set(signOf(row), alike);
  }

  /** `12 members to change`, `1 member to change, 5 to remove`, `3 changes`. */
  get text(): string {
    const [kind, ...others] = this.kinds;
    if (kind === undefined) return 'nothing to change';
    if (others.length > 0 || areMany(kind) || this.isAnyTwice) return plural(this.count, 'change');
    const parts = [...this.signs].map(([sign, { count, verbs }], at) => {
      const [only, other] = verbs;
      const verb = other === undefined && only === NAMED[sign] ? only : SIGNS[sign];
      return `${at === 0 ? plural(count, kind, pluralOf(kind)) : count} to ${verb}`;
    });
    return parts.join(', ');
  }
}

export function headline({ rows }: Pick<Plan, 'rows'>): string {
  const all = new Headline();
  for (const row of rows) all.add(row);
  return all.text;
}

/** `redirects of site`: one row changes all of them. */
const areMany = (kind: string): boolean => /s(?: of |$)/.test(kind);

/** `members`, `customizations of site`, `installations on space`. */
const pluralOf = (kind: string): string => kind.replace(/^(?:.(?! (?:of|on) ))*./, severalOf);
const severalOf = (noun: string): string => `${noun.replace(/y$/, 'ie')}s`;

/** `3 changes (3 members to change)`; what the headline says already is said once. */
export function amountOf(plan: Pick<Plan, 'rows'>): string {
  const amount = plural(plan.rows.length, 'change');
  const told = headline(plan);
  return told === amount ? amount : `${amount} (${told})`;
}

const CELLS = ['row', 'change', 'kind', 'id', 'title', 'field', 'from', 'to', 'danger'] as const;
export const PLAN_COLUMNS: readonly string[] = CELLS;

/** A row for each field that changes, for CSV and the like. `from`: how many rows of the plan come before these. */
export const cellsOf = (rows: readonly PlanRow[], from = 0): Record<(typeof CELLS)[number], unknown>[] =>
  rows.flatMap((row, at): Record<(typeof CELLS)[number], unknown>[] => {
    const { kind, id = null, title = null } = row.target;
    const change = { '+': 'create', '-': 'delete', '~': 'update' }[signOf(row)];
    const about = { row: from + at + 1, change, kind, id, title, danger: row.danger };
    const changes = changesOf(row);
    const role = lostRole(row);
    if (role !== undefined) return [{ ...about, field: 'role', from: role, to: null }];
    if (changes.length === 0 || row.after === null)
      return [{ ...about, field: row.after === null ? null : actOf(row), from: null, to: null }];
    const shown = (field: string, value: unknown) => maskedAt(field, value) ?? null;
    return changes.map(({ field, from, to }) => ({
      ...{ ...about, field },
      ...{ from: shown(field, from), to: shown(field, to) },
    }));
  });

const MOST_OPEN = 50;

interface Reviewed {
  plan: Plan;
  hash: string;
  notes: readonly string[];
  /** What its rows do to pages, line by line, by index of the row. */
  pages: ReadonlyMap<number, readonly string[]>;
  named?: NameOf | undefined;
}

/** The rows as Markdown: a table, or one for each file that they come from. */
export function rowsText(rows: Rows, named?: NameOf): string {
  const files = new Map<string | undefined, PlanRow[]>();
  for (const row of rows) {
    const own = files.get(row.file) ?? [];
    own.push(row);
    files.set(row.file, own);
  }
  const around = { rows, ...(named && { named }) };
  const texts = [...files].map(([file, own]) =>
    file === undefined ? tableOf(own, around) : `### ${markdownText(file)}\n\n${tableOf(own, around)}`,
  );
  return rows.length === 0 ? 'Nothing to change.\n' : `${texts.join('\n\n')}\n`;
}

function tableOf(rows: readonly PlanRow[], around: Around): string {
  const table = [
    '| | Target | Change |',
    '|---|---|---|',
    ...Array.from(
      rows,
      (row) =>
        `| ${signOf(row)} | ${markdownText(textOfTarget(row.target))} | ${markdownText(changeText(row, around, Number.POSITIVE_INFINITY))} |`,
    ),
  ].join('\n');
  return rows.length > MOST_OPEN
    ? `<details><summary>${plural(rows.length, 'row')}</summary>\n\n${table}\n\n</details>`
    : table;
}

/** Markdown for a review; what is longer than fifty rows is folded, and so is what becomes of each page. */
export function markdownOf({ plan, hash, notes, pages, named }: Reviewed): string {
  const { rows, unchanged, organization, origin, made, guards } = plan;
  const facts = [
    `**${markdownText(headline(plan))}**${unchanged > 0 ? `, ${unchanged} unchanged` : ''}`,
    '',
    `- Where: ${markdownText(organization?.title ?? '')} ${markdownText(origin)}`,
    `- Danger: ${dangerOfPlan(rows)}`,
    `- Expires: ${guards.expires}`,
    `- Made, as its file says: ${made.at}${made.by?.email === undefined ? '' : ` by ${markdownText(made.by.email)}`}`,
    `- Hash: ${hash}`,
    ...notes.map((text) => `- ${markdownText(text)}`),
  ];
  const texts = Array.from(rows, (row, at) => pagesText(row, at + 1, pages.get(at) ?? [])).flat();
  return `${facts.join('\n')}\n${rows.length > 0 ? `\n${rowsText(rows, named)}` : ''}${texts.join('')}`;
}

/** Lines of a difference, in a fence that nothing in them ends; none where there is none. */
function pagesText({ target }: PlanRow, number: number, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const ticks = lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(ticks.reduce((most, length) => Math.max(most, length + 1), 3));
  // No title within a tag, where Markdown escapes nothing.
  return [
    `\n<details><summary>Text of row ${number}</summary>\n\n${markdownText(textOfTarget(target))}`,
    `\n\n${fence}diff\n${lines.join('\n')}\n${fence}\n\n</details>\n`,
  ];
}
