// Redirects from the rows of a file: what each column means, and which redirects the file no longer names.
import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import type { RedirectChange } from '../../api/sites/site-redirects.ts';
import { readDestination } from '../../domain/redirect-destination.ts';
import { UsageError } from '../../errors.ts';
import { boundedJson } from '../../files/json-file.ts';

type Cells = readonly (readonly [column: string, value: unknown])[];

/** Other names of each column, as exports of other tools have them. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  source: ['source', 'from', 'old'],
  destination: ['destination', 'to', 'target', 'new'],
  permanent: ['permanent'],
  captureWildcard: ['captureWildcard', 'capture-wildcard', 'wildcard'],
  intent: ['intent'],
};
/** What `docs redirects list` and `suggest` print beside them: a list can be edited and pushed. */
const PASSED_OVER = ['id', 'object', 'createdAt', 'updatedAt', 'visits', 'match'];
const INTENTS = ['live', 'draft', 'publish', 'delete'];

/** One row as the platform takes it. Throws UsageError naming the column. */
export function changeOf(cells: Cells, { draft }: { draft: boolean }): RedirectChange {
  const row = namedCells(cells);
  const written = textOf(row.source);
  if (written === undefined) throw new UsageError('the row has no source');
  const source = sourceOf(written);
  const isDraft = draft || yesNo('draft', row.draft) === true;
  const intent = textOf(row.intent) ?? (isDraft ? 'draft' : 'live');
  if (!INTENTS.includes(intent))
    throw new UsageError(`intent must be one of ${INTENTS.join(', ')}, not "${intent}"`);
  if (intent === 'publish') return { source, intent };
  const asDraft = isDraft || intent === 'draft';
  const permanent = yesNo('permanent', row.permanent);
  const captureWildcard = yesNo('captureWildcard', row.captureWildcard);
  return {
    source,
    intent: asDraft ? 'draft' : 'live',
    ...(permanent !== undefined && { permanent }),
    ...(captureWildcard !== undefined && { captureWildcard }),
    destination: intent === 'delete' ? null : destinationOf(row.destination),
  };
}

/** The platform keeps no slash at the end of a path, which crawlers and people write: it is the same path. */
export const sourceOf = (written: string): string =>
  written.length > 1 ? written.replace(/(?<!\/)\/+$/, '') || '/' : written;

/** By our names of the columns. Throws UsageError for one that is not known. */
export function namedCells(cells: Cells): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {};
  for (const [column, value] of cells) {
    // A spreadsheet has `From` where a program has `from`.
    const is = (one: string) => one.toLowerCase() === column.trim().toLowerCase();
    if (PASSED_OVER.some(is)) continue;
    const name = is('draft')
      ? 'draft'
      : (Object.keys(COLUMNS).find((one) => COLUMNS[one]?.some(is)) ?? unknownColumn(column));
    row[name] = value;
  }
  return row;
}

function unknownColumn(column: string): never {
  const known = [...Object.keys(COLUMNS), 'draft'].join(', ');
  throw new UsageError(`unknown column "${column}": expected ${known}`);
}

/** An empty cell says nothing. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

function yesNo(column: string, value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const text = String(value).trim().toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw new UsageError(`${column} must be true or false, not "${text}"`);
}

/** An empty destination would be a redirect to nowhere: what is to go says so. */
function destinationOf(value: unknown): Exclude<RedirectChange, { intent: 'publish' }>['destination'] {
  if (typeof value === 'object' && value !== null) return objectOf(value);
  const text = textOf(value);
  if (text === undefined)
    throw new UsageError('the row has no destination: to delete a redirect, put delete in the column intent');
  return text.startsWith('{') ? objectOf(parsed(text)) : readDestination(text);
}

// Safe: compared with the schema of the request before anything is sent.
const objectOf = (value: unknown) => value as Exclude<RedirectChange, { intent: 'publish' }>['destination'];

function parsed(text: string): unknown {
  try {
    return boundedJson(text);
  } catch {
    throw new UsageError('the destination is not JSON');
  }
}

/** Live redirects that the rows do not name, each to be deleted. Drafts are work in progress: they stay. */
export function pruned(rows: readonly RedirectChange[], there: readonly SiteRedirect[]): RedirectChange[] {
  const kept = new Set(rows.map(({ source }) => source));
  return there
    .filter(({ source, draft }) => !draft && !kept.has(source))
    .map(({ source }) => ({ source, intent: 'live', destination: null }));
}
