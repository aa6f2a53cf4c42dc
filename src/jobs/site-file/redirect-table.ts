// Redirects of a site as the table beside its file: the columns of docs redirects push, names for where they lead.

import { stringify } from 'csv-stringify/sync';
import { spaceAndPage } from '../../domain/redirect-destination.ts';
import type { Fault } from '../../engine/rows/row-faults.ts';
import type { RawRows } from '../../engine/rows/rows-file.ts';
import { UsageError } from '../../errors.ts';
import { changeOf } from '../redirects/redirect-rows.ts';
import type { Described } from './describe.ts';
import { type Note, type ParsedSite, spacesIn } from './parse.ts';
import type { RedirectItem, SiteFile } from './schema.ts';

/** What is behind the name of the file of a site in that of the table. */
export const TABLE = '.redirects.csv';

/** `docs.redirects.csv` beside `docs.yaml`; the name as it is for another file. */
export const tableOf = (name: string): string => name.replace(/\.ya?ml$/i, TABLE);

/** Of two lists neither can be left out: what it alone has would be removed. */
export const bothHave = (file: string, table: string): string =>
  `${file} and ${table} both have redirects of this site: keep one of the two lists`;

interface Beside {
  name: string;
  rows: RawRows;
}

/** A site file with the redirects of the table, and what is wrong with its rows. */
export function withTable(
  parsed: ParsedSite,
  table: Beside,
): { parsed: ParsedSite; faults: (Fault & { file: string })[] } {
  const { redirects, notes, faults } = redirectsIn(table, parsed.file);
  const found: SiteFile = { ...parsed.file, redirects };
  const own = parsed.notes.get(parsed.file);
  const all = new Map([...parsed.notes, ...notes, ...(own ? [[found, own] as const] : [])]);
  return { parsed: { ...parsed, file: found, notes: all }, faults };
}

const COLUMNS = ['source', 'destination', 'permanent', 'captureWildcard', 'draft'] as const;

/** A spreadsheet would take these for a formula, or drop the space. */
const QUOTED = /^[\s=+\-@]|\s$/;

/** `redirects` of a described site as a table. */
export const tableText = (redirects: readonly Described[]): string =>
  stringify(
    redirects.map(({ from, to, ...flags }) => [
      String(from),
      destinationText(Object(to)),
      ...COLUMNS.slice(2).map((name) => (flags[name] ? 'true' : '')),
    ]),
    { header: true, columns: [...COLUMNS], quoted_match: QUOTED },
  );

function destinationText({ url, section, space, page }: Readonly<Record<string, unknown>>): string {
  if (url !== undefined) return String(url);
  if (section !== undefined) return `section:${section}`;
  return page === undefined ? `space:${space}` : `space:${space}/${page}`;
}

function redirectsIn({ name: file, rows }: Beside, site: SiteFile) {
  const names = spacesIn(site).map(({ space }) => space);
  const notes = new Map<object, Note>();
  const faults = rows.faults.map((fault) => ({ file, ...fault }));
  const redirects = rows.rows.flatMap(({ cells, where }): RedirectItem[] => {
    try {
      const item = redirectOf(cells, names);
      const [, line] = /^line (\d+)/.exec(where) ?? [];
      if (line !== undefined) notes.set(item, { line: Number(line), file });
      return [item];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push({ file, where, message: error.message });
      return [];
    }
  });
  return { redirects, notes, faults };
}

function redirectOf(cells: Parameters<typeof changeOf>[0], names: readonly string[]): RedirectItem {
  const change = changeOf(cells, { draft: false });
  if (change.intent === 'publish' || change.destination === null)
    throw new UsageError('intent must be live or draft in this table');
  const { source: from, permanent, captureWildcard } = change;
  const [, written] = cells.find(([name]) => /^(destination|to|target|new)$/i.test(name.trim())) ?? [];
  const to = placeNamed(String(written ?? '').trim(), names);
  return {
    ...{ from, to },
    ...(permanent && { permanent }),
    ...(captureWildcard && { captureWildcard }),
    ...(change.intent === 'draft' && { draft: true }),
  };
}

function placeNamed(text: string, names: readonly string[]): RedirectItem['to'] {
  const [, kind, name = ''] = /^(section|space):(.+)$/s.exec(text) ?? [];
  if (kind === 'section') return { section: name };
  if (kind === 'space') return spaceAndPage(name, names);
  if (/^https?:\/\//i.test(text)) return { url: text };
  throw new UsageError(
    `destination "${text}" is not a URL, section:Guides, space:Handbook or space:Handbook/install`,
  );
}
