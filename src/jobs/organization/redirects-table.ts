// Redirects of a site as the table beside its file: the columns of docs redirects push, names for where they lead.
import { stringify } from 'csv-stringify/sync';
import type { Fault } from '../../engine/rows/row-faults.ts';
import { UsageError } from '../../errors.ts';
import { spaceAndPage } from '../../workflows/redirect-destination.ts';
import type { Described } from '../../workflows/site-file/describe.ts';
import { spacesIn } from '../../workflows/site-file/parse.ts';
import type { RedirectItem, SiteFile } from '../../workflows/site-file/schema.ts';
import { changeOf } from '../redirects/redirect-rows.ts';
import type { Beside } from './file.ts';

const COLUMNS = ['source', 'destination', 'permanent', 'captureWildcard', 'draft'] as const;

/** A spreadsheet would take these for a formula, or drop the space. */
const QUOTED = /^[\s=+\-@]|\s$/;

/** `redirects` of a described site as a table. */
export const tableOf = (redirects: readonly Described[]): string =>
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

/** The redirects of a table as a site file has them, and what is wrong with its rows. */
export function redirectsIn(
  { rows }: Beside,
  file: SiteFile,
): { redirects: RedirectItem[]; faults: Fault[] } {
  const faults: Fault[] = [...rows.faults];
  const names = spacesIn(file).map(({ space }) => space);
  const redirects = rows.rows.flatMap(({ cells, where }): RedirectItem[] => {
    try {
      return [redirectOf(cells, names)];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push({ where, message: error.message });
      return [];
    }
  });
  return { redirects, faults };
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
