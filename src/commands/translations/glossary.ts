// docs glossary: words that translations must use, one at a time or as a file.
import { getOrganization } from '../../api/people/organizations.ts';
import { LANGUAGES } from '../../api/schema.ts';
import type { GlossaryBatchOperation, GlossaryEntry } from '../../api/translations/translations.generated.ts';
import { getGlossaryEntry, listGlossary, updateGlossary } from '../../api/translations/translations.ts';
import { allItems } from '../../client/pages.ts';
import dangers from '../../domain/dangers/review.ts';
import { confirmDanger, place } from '../../engine/ask/confirm.ts';
import { type Command, command, group, handmade } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { flag } from '../../engine/model/option.ts';
import {
  changesOf,
  MAX_PRUNED_FLAG,
  refuseChanges,
  refuseMostRemoved,
  refuseTooMany,
} from '../../engine/plan/max-changes.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { type Fault, faultOf, refuseColumns, refuseFaults } from '../../engine/rows/row-faults.ts';
import { readRows } from '../../engine/rows/rows-file.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { chosenFormat, printDone, printRows, viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { cellText, plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';

// docs glossary export: the glossary as a table with a column for each language.

const glossaryExport: Command = handmade('export', {
  summary: 'Export the glossary as CSV, one column per language',
  options: CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : [],
  columns: ['id'],
  uses: [listGlossary, getOrganization],
  examples: [
    ['Print CSV', 'docs glossary export'],
    ['Print JSON', 'docs glossary export -o json'],
  ],
  notes: 'Edit the file, then send it with docs glossary push. -o writes another format.',
  paged: true,
  run: exportGlossary,
});

async function exportGlossary(run: Run): Promise<void> {
  const entries = await readNamed(run, listGlossary, (input) =>
    readGlossary(run, idIn(input, 'organizationId')),
  );
  const languages = [
    ...new Set(entries.flatMap(({ translations }) => Object.keys(translations ?? {}))),
  ].sort();
  const columns = ['id', ...languages];
  const view = { ...viewOf(run), columns, table: columns, format: chosenFormat(run) ?? 'csv' };
  const rows = entries.map(({ id, translations }) => ({ id, ...translations }));
  await printRows(run, rows, view);
  note(run.context.io, `exported ${plural(entries.length, 'glossary entry', 'glossary entries')}`);
}

async function readGlossary(run: Run, organizationId: string): Promise<GlossaryEntry[]> {
  const client = await run.client();
  return allItems(client.pages(listGlossary, { organizationId }));
}

// docs glossary push: the glossary as a file says it, in one request.

type PushRun = Run<Flags<'--key <language>' | '--prune' | '--max-remove <n>'>>;

const glossaryPush = command('push', updateGlossary, {
  args: ['operations'],
  options: [
    flag('--key <language>', 'language that identifies a row without an ID (default en)', {
      reach: 'platform',
      choices: LANGUAGES,
    }),
    flag('--prune', 'delete entries that the file does not name', { reach: 'platform' }),
    MAX_PRUNED_FLAG,
  ],
  columns: [],
  ...dangers['glossary.update'],
  stakes: ({ input }) => ({ what: `${plural(changesIn(input).length, 'change')} of the glossary` }),
  uses: [listGlossary],
  run: push,
  single: true,
  check: 'docs glossary list',
  examples: [
    ['Add and change what the file holds', 'docs glossary push glossary.csv'],
    [
      'See what deleting the other entries would send',
      'docs glossary push glossary.csv --prune --yes --dry-run',
    ],
  ],
  notes: `The file is CSV, TSV, NDJSON or a JSON array with a column for each language (en, de, pt-br) and, for entries that
are there, id. A row without an ID is the entry with the same word in --key, or a new one. All changes are made, or none.
A file that would delete all entries, or several that are half of them or more, is refused unless --max-remove allows it.`,
});

// Safe: put there by `push`, from rows that were checked.
const changesIn = (input: Run['input']) => (input.operations ?? []) as GlossaryBatchOperation[];
const count = (input: Run['input'], type: GlossaryBatchOperation['type']) =>
  changesIn(input).filter((one) => one.type === type).length;

const CHANGE_COLUMNS = ['type', 'id', 'translations'] as const;

async function push(run: PushRun): Promise<void> {
  const { rows, source } = await readAll(run);
  run.input = { operations: [] };
  await fillContext(run);
  await settle(run);
  const organizationId = String(run.input.organizationId);
  const there = await readGlossary(run, organizationId);
  const wanted = { key: run.flags.key ?? 'en', prune: run.flags.prune === true };
  const all = twiceIn(rows, there, wanted.key);
  refuseFaults(run, { source, all });
  run.input = { organizationId, operations: glossaryChanges(rows, there, wanted) };
  const gone = count(run.input, 'delete');
  refuseMostRemoved(run, {
    ...{ count: gone, total: there.length, left: rows.length },
    would: `--prune would delete ${gone} of ${plural(there.length, 'entry', 'entries')}`,
  });
  if (run.flags.planOut !== undefined) {
    const { makePlan } = await import('../../engine/plan/make-plan.ts');
    return makePlan(run, changesIn(run.input).length === 0 ? [] : [{ run }]);
  }
  if (changesIn(run.input).length === 0) {
    note(run.context.io, 'nothing to do: the glossary already matches the file');
    return printDone(run, [], CHANGE_COLUMNS);
  }
  if (run.flags.dryRun) return showUnsent(run, there);
  await refuseTooMany(run, changesOf(run));
  await confirmDanger(run);
  const client = await run.client();
  await client.call(updateGlossary, { organizationId, operations: changesIn(run.input) });
  const states = (['insert', 'update', 'delete'] as const).flatMap((type) => {
    const found = count(run.input, type);
    return found === 0 ? [] : [`${found} ${type === 'insert' ? 'added' : `${type}d`}`];
  });
  done(run.context.io, `pushed the glossary: ${states.join(', ')}`);
  await printDone(run, changesIn(run.input), CHANGE_COLUMNS);
}

/** A line for each entry, where no format is chosen; else the request. Throws ForbiddenError. */
async function showUnsent(run: PushRun, there: readonly GlossaryEntry[]): Promise<void> {
  if (chosenFormat(run) !== undefined)
    return (await import('../../engine/plan/dry-run.ts')).printRequest(run);
  const changes = changesIn(run.input);
  const lines = changes.map((change) => `${safeLine(changeLine(change, there, run.flags.key ?? 'en'))}\n`);
  await run.context.io.out(lines.join(''));
  const refused = await (await import('../../engine/run/missing-right.ts')).missingRight(run);
  if (refused) throw refused;
  const amount = plural(changes.length, 'glossary entry', 'glossary entries');
  done(run.context.io, `dry run: ${amount} to change${await place(run)}; nothing was sent`);
  refuseChanges(run, changes.length);
}

/** `~ parcel  de: Paket -> Sendung`; `key`: the language that an entry is called by. */
function changeLine(change: GlossaryBatchOperation, there: readonly GlossaryEntry[], key: string): string {
  if (change.type === 'insert') return `+ ${wordsOf(change.translations)}`;
  const before = there.find(({ id }) => id === change.id)?.translations ?? {};
  if (change.type === 'delete') return `- ${wordsOf(before)}`;
  const after = change.translations;
  const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  const words = changed.map((name) => `${name}: ${before[name] ?? '(none)'} -> ${after[name] ?? '(none)'}`);
  return `~ ${before[key] ?? change.id}  ${words.join(', ')}`;
}

/** Every row of the file. Throws UsageError with all that is wrong with them. */
async function readAll(run: PushRun): Promise<{ rows: GlossaryRow[]; source: string }> {
  const {
    source,
    header,
    rows,
    faults: unread,
  } = await readRows(run, String(run.input.operations), '<file>');
  refuseColumns(run, { source, header }, (column) => {
    const [[name] = ['']] = spread([column, '']);
    if (name !== 'id' && name !== 'translations' && !PASSED_OVER.includes(name)) languageOf(name);
  });
  const faults: Fault[] = [...unread];
  const read = rows.flatMap(({ cells, where }): GlossaryRow[] => {
    try {
      return [{ ...glossaryRow(cells), where }];
    } catch (error) {
      faults.push(faultOf(error, { where }));
      return [];
    }
  });
  refuseFaults(run, { source, all: faults });
  return { rows: read, source };
}

const ROW = ['id', 'translations', 'updatedAt'] as const;
const table = ['translations', 'updatedAt', 'id'];
const labels = { translations: 'words' };

export default group(
  'glossary',
  'Manage the words that translations must use',
  [
    command('list', listGlossary, {
      none: 'glossary entries',
      columns: ROW,
      table,
      labels,
      present,
      examples: [
        ['List all entries', 'docs glossary list'],
        ['Sort by the English term, as JSON', 'docs glossary list --order-by en --json'],
      ],
    }),
    command('get', getGlossaryEntry, {
      args: ['glossaryEntryId'],
      columns: [...ROW, 'createdAt'],
      table,
      labels,
      present,
      examples: ['docs glossary get Fzwpvgb2veSxg37LNsXp'],
    }),
    glossaryPush,
    glossaryExport,
  ],
  [
    ['See all words', 'list'],
    ['Print the glossary as CSV', 'export'],
    ['Make the glossary match a file', 'push'],
  ],
);

/** `en: parcel, de: Paket`. */
const wordsOf = (translations: Readonly<Record<string, string>> = {}): string =>
  Object.entries(translations)
    .map(([language, word]) => `${language}: ${cellText(word)}`)
    .join(', ');

function present(entry: GlossaryEntry) {
  return { ...entry, translations: wordsOf(entry.translations) };
}

// A glossary from the rows of a file: which entries are new, which changed, and which the file no longer names.

type Cells = readonly (readonly [column: string, value: unknown])[];

interface GlossaryRow {
  id?: string;
  /** `line 3`. */
  where: string;
  translations: Readonly<Record<string, string>>;
}

/** What docs glossary list prints beside them: a list can be edited and pushed. */
const PASSED_OVER = ['object', 'createdAt', 'updatedAt', 'urls'];
const MOST = 255;

/** One row of a file: a column for each language, and `id` for entries that are there. Throws UsageError naming the column. */
function glossaryRow(cells: Cells): Omit<GlossaryRow, 'where'> {
  const translations: Record<string, string> = {};
  let id: string | undefined;
  for (const [column, value] of cells.flatMap(spread)) {
    if (PASSED_OVER.includes(column) || value === undefined || value === null || value === '') continue;
    if (column === 'id') id = String(value);
    else translations[languageOf(column)] = wordOf(column, value);
  }
  if (Object.keys(translations).length === 0) throw new UsageError('the row has no word in any language');
  return { ...(id !== undefined && { id }), translations };
}

/** JSON as docs glossary list prints it holds the words in one field. */
const spread = ([column, value]: Cells[number]): Cells =>
  column === 'translations' && typeof value === 'object' && value !== null
    ? Object.entries(value)
    : [[column.replace(/^translations\./, ''), value]];

function languageOf(column: string): string {
  const language = column.trim().toLowerCase();
  if (LANGUAGES.includes(language)) return language;
  throw new UsageError(`column "${column}" is not a language: use codes such as en, de or pt-br`);
}

function wordOf(column: string, value: unknown): string {
  const word = String(value).trim();
  if (word.length > MOST) throw new UsageError(`${column} has ${word.length} characters, at most ${MOST}`);
  if (/[\r\n]/.test(word)) throw new UsageError(`${column} contains a line break`);
  return word;
}

interface Wanted {
  /** Language that tells which entry a row without an ID is. */
  key: string;
  /** Whether entries that no row names are deleted. */
  prune: boolean;
}

/** Rows that are the entry of an earlier row: which of them holds would be anybody's guess. */
function twiceIn(rows: readonly GlossaryRow[], there: readonly GlossaryEntry[], key: string): Fault[] {
  const ids = new Map(there.map(({ id, translations }) => [translations[key], id]));
  const first = new Map<string, string>();
  return rows.flatMap(({ id, where, translations }): Fault[] => {
    const word = translations[key];
    const entry = id ?? ids.get(word) ?? word;
    const earlier = entry === undefined ? undefined : first.get(entry);
    if (entry !== undefined && earlier === undefined) first.set(entry, where);
    return earlier === undefined ? [] : [{ where, message: `"${word ?? id}" is in ${earlier}, too` }];
  });
}

/** What makes the glossary what the rows say; nothing for rows that say what is there. */
function glossaryChanges(
  rows: readonly GlossaryRow[],
  there: readonly GlossaryEntry[],
  { key, prune }: Wanted,
): GlossaryBatchOperation[] {
  const byId = new Map(there.map((entry) => [entry.id, entry]));
  const byWord = new Map(there.map((entry) => [entry.translations[key], entry]));
  const named = new Set<string>();
  const changes = rows.flatMap(({ id, translations }): GlossaryBatchOperation[] => {
    const known = id === undefined ? byWord.get(translations[key] ?? '') : byId.get(id);
    if (id !== undefined && !known)
      throw new UsageError(`glossary entry "${id}" not found`, { hint: 'docs glossary list' });
    if (!known) return [{ type: 'insert', translations }];
    named.add(known.id);
    const next = id === undefined ? { ...known.translations, ...translations } : translations;
    return isSame(next, known.translations) ? [] : [{ type: 'update', id: known.id, translations: next }];
  });
  const gone = prune ? there.filter(({ id }) => !named.has(id)) : [];
  return [...changes, ...gone.map(({ id }): GlossaryBatchOperation => ({ type: 'delete', id }))];
}

function isSame(a: GlossaryRow['translations'], b: GlossaryRow['translations']): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
