// A glossary from the rows of a file: which entries are new, which changed, and which the file no longer names.
import { LANGUAGES } from '../api/schema.ts';
import type { GlossaryBatchOperation, GlossaryEntry } from '../api/translations/glossary.generated.ts';
import { UsageError } from '../errors.ts';

type Cells = readonly (readonly [column: string, value: unknown])[];

export interface GlossaryRow {
  id?: string;
  translations: Readonly<Record<string, string>>;
}

/** What docs glossary list prints beside them: a list can be edited and pushed. */
const PASSED_OVER = ['object', 'createdAt', 'updatedAt', 'urls'];
const MOST = 255;

/** One row of a file: a column for each language, and `id` for entries that are there. Throws UsageError naming the column. */
export function glossaryRow(cells: Cells): GlossaryRow {
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

export interface Wanted {
  /** Language that tells which entry a row without an ID is. */
  key: string;
  /** Whether entries that no row names are deleted. */
  prune: boolean;
}

/** What makes the glossary what the rows say; nothing for rows that say what is there. */
export function glossaryChanges(
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
