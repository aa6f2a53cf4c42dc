// Redirects of a site as its file has them: where they lead is named by title, and by path for pages.
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { PATTERN_WORDS } from '../../api/check.ts';
import { HTTP } from '../../api/schema.ts';
import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import { createRedirect, deleteRedirect, updateRedirect } from '../../api/sites/site-redirects.ts';
import { spaceAndPage } from '../../domain/redirect-destination.ts';
import type { Fault } from '../../engine/rows/row-faults.ts';
import type { RawRows } from '../../engine/rows/rows-file.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { changeOf } from '../redirects/redirect-rows.ts';
import type { Described } from './describe.ts';
import type { SpacePages } from './live.ts';
import { asItems, matchBy } from './match.ts';
import { type Note, type ParsedSite, spacesIn } from './parse.ts';
import type { RedirectItem, SiteFile } from './schema.ts';
import { renamed, sectionNamed } from './settings.ts';
import {
  differing,
  isRef,
  misfit,
  placeText,
  propose,
  proposeFields,
  type WantedSpace,
  type Work,
} from './work.ts';

/** Names of spaces whose pages redirects of the file lead to. */
export const spacesWithPages = ({ redirects = [] }: SiteFile): string[] => [
  ...new Set(redirects.flatMap(({ to }) => ('space' in to && to.page !== undefined ? [to.space] : []))),
];

/** `pages`: of those spaces, by the ID of the space. Throws ValidationError, NotFoundError. */
export function planRedirects(work: Work, pages: ReadonlyMap<string, SpacePages>): void {
  const { file, live, notes, prune } = work;
  const wanted = file.redirects ?? [];
  const found = new Map<RedirectItem, SiteRedirect>();
  matchBy(found, asItems(wanted), asItems(live.redirects ?? []), [
    ({ item }, one) => item.from === one.item.source && (item.draft ?? false) === one.item.draft,
    ({ item }, one) => notes.get(item)?.id === one.item.id,
    ({ item }, one) => item.from === one.item.source,
  ]);
  const kept = new Set(found.values());
  const gone = prune && file.redirects ? (live.redirects ?? []).filter((one) => !kept.has(one)) : [];
  // A source is free before another redirect takes it.
  for (const one of gone)
    propose(work, {
      operation: deleteRedirect,
      input: { siteRedirectId: one.id },
      target: { kind: 'redirect', title: one.source },
      raw: one,
      lanes: [`redirect ${one.source}`],
    });
  for (const item of wanted) planOne(work, item, { known: found.get(item), pages });
}

interface About {
  known: SiteRedirect | undefined;
  pages: ReadonlyMap<string, SpacePages>;
}

function planOne(work: Work, item: RedirectItem, { known, pages }: About): void {
  const { prune } = work;
  const { from: source, permanent, captureWildcard, draft } = item;
  const destination = destinationOf(work, item, pages, known?.destination);
  const about = { target: { kind: 'redirect', title: source }, lanes: [`redirect ${source}`], item };
  if (!known) {
    const set = Object.entries({ permanent, captureWildcard, draft }).filter(([, value]) => value === true);
    propose(work, {
      ...about,
      operation: createRedirect,
      input: { source, destination, ...Object.fromEntries(set) },
    });
    return;
  }
  const orOff = (value: boolean | undefined) => value ?? (prune ? false : undefined);
  const flags = { permanent: orOff(permanent), captureWildcard: orOff(captureWildcard), draft: orOff(draft) };
  const fields = differing({ source, ...flags, destination }, { ...known });
  proposeFields(work, fields, {
    ...about,
    operation: updateRedirect,
    input: { siteRedirectId: known.id },
    raw: known,
  });
}

type Destination = SiteRedirect['destination'];

function destinationOf(
  work: Work,
  item: RedirectItem,
  pages: About['pages'],
  known?: Destination,
): Destination {
  const { to, from } = item;
  const place = placeText(work, item);
  const unknown = (kind: string, name: string, hint = `name a ${kind} of the file`) =>
    misfit(`${place}redirect "${from}" leads to ${kind} "${name}", which is not in the file`, hint);
  if ('url' in to) {
    const external = { kind: 'external', url: to.url } as const;
    if (!HTTP_URL.test(to.url) && !isDeepStrictEqual(external, known))
      throw misfit(
        `${place}redirect "${from}": "url" must be ${PATTERN_WORDS[HTTP]}, not "${to.url}"`,
        'docs redirects create --help',
      );
    return external;
  }
  if ('section' in to) {
    const section = sectionNamed(work, to.section);
    const id = section && work.sectionIds.get(section);
    if (id === undefined) throw unknown('section', to.section, renamed(work, to.section));
    return { kind: 'site-section', siteSectionId: id };
  }
  const space = spaceOf(work, to.space);
  if (space?.id === undefined) throw unknown('space', to.space);
  if (to.page === undefined) return { kind: 'site-space', siteSpaceId: space.id };
  const pageId = isRef(space.spaceId) ? undefined : pages.get(space.spaceId)?.idOf.get(to.page);
  if (pageId === undefined)
    throw new NotFoundError(
      `${place}redirect "${from}": page "${to.page}" not found in space "${to.space}"`,
      {
        hint: isRef(space.spaceId) ? 'fill the space first' : shell`docs pages list --space ${space.spaceId}`,
      },
    );
  return { kind: 'site-page', siteSpaceId: space.id, pageId };
}

const HTTP_URL = new RegExp(HTTP);

export const spaceOf = ({ spaces }: Pick<Work, 'spaces'>, name: string): WantedSpace | undefined =>
  [...spaces.values()].find(({ item }) => item.space === name) ??
  [...spaces.values()].find(({ spaceId, title }) => spaceId === name || title === name);

// Redirects of a site as the table beside its file: the columns of docs redirects push, names for where they lead.

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
