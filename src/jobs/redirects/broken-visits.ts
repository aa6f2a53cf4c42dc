// The addresses of a site that visitors opened and that lead nowhere, with the page that each most likely means.
import { aggregateEvents, MOST_ROWS } from '../../api/insights/insights.ts';
import type { InputOf } from '../../api/operation.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import type { Width } from '../../client/pool.ts';
import { spacesOf } from '../../domain/redirect-destination.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import type { Run } from '../../engine/run/run.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { normalized } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { showing } from '../../output/progress.ts';
import { readSite } from '../release/release-steps.ts';
import type { BrokenRun } from './check-flags.ts';
import { encoded } from './lint.ts';
import { comparable, readSitePages, type SitePage, type SitePages } from './site-map.ts';
import type { Suggestion } from './suggest.ts';

interface BrokenAddress {
  /** On the site, as it is written in URLs: `/guides/old`. */
  address: string;
  visits: number;
  page: SitePage | undefined;
  match: Match | undefined;
  /** What `docs redirects push` takes for the page. */
  destination: string | undefined;
}

interface BrokenVisits {
  /** The most visited first. */
  rows: BrokenAddress[];
  /** Addresses that a page or a redirect answers by now. */
  answered: number;
  /** The host counts no more addresses than these: there may be others. */
  isCut: boolean;
}

export interface BrokenQuery {
  organizationId: string;
  site: Site;
  range: { from: string; to: string };
  /** Fewest visits. */
  min: number;
  width: Width;
}

/** A page that exists, but not for this visitor, is `conditional`: no redirect helps. Nor do addresses of the platform. */
const NOT_FOUND = [
  { column: 'eventType', values: ['page_view'], operator: 'in' },
  { column: 'page', values: [null], operator: 'in' },
  { column: 'eventPageNotFoundType', values: [null], operator: 'in' },
];
const OF_PLATFORM = /^\/~/;

/** What a site answers now, whatever was visited. */
export interface Answering extends SitePages {
  isRedirected: (address: string) => boolean;
}

/** Redirects, the structure of the site, and a list of pages for each space on it. */
export async function readAnswering(
  client: Client,
  { organizationId, site, width }: Pick<BrokenQuery, 'organizationId' | 'site' | 'width'>,
): Promise<Answering> {
  const [isRedirected, pages] = await Promise.all([
    redirected(client, { organizationId, siteId: site.id }),
    readSitePages(client, { organizationId, site, width }),
  ]);
  return { ...pages, isRedirected };
}

/** Only reads: counts of visits, and what the site answers where that was not read before. */
export async function readBroken(
  client: Client,
  query: BrokenQuery,
  known?: Answering,
): Promise<BrokenVisits> {
  const { organizationId, site, range, min } = query;
  const ref = { organizationId, siteId: site.id };
  const counted = { select: [{ column: 'url' }, { column: 'eventsCount' }], groupBy: [{ column: 'url' }] };
  const order = { by: { column: 'eventsCount' }, direction: 'desc' };
  // Safe: the form of the query, whose columns are too many for the types.
  const input = { ...ref, ...counted, where: NOT_FOUND, order, range, limit: MOST_ROWS } as InputOf<
    typeof aggregateEvents
  >;
  const [{ columns }, { isRedirected, map, pages, structure }] = await Promise.all([
    client.call(aggregateEvents, input),
    known ?? readAnswering(client, query),
  ]);
  // Safe: every column has its values.
  const found = columns as { column: string; values: readonly unknown[] }[];
  const valuesOf = (name: string) => found.find(({ column }) => column === name)?.values ?? [];
  const counts = valuesOf('eventsCount');
  const visits = new Map<string, number>();
  for (const [at, url] of valuesOf('url').entries()) {
    const address = map.inside(String(url).replace(/[?#].*$/s, ''));
    if (address !== undefined && !OF_PLATFORM.test(address))
      visits.set(address, (visits.get(address) ?? 0) + Number(counts[at] ?? 0));
  }
  const most = [...visits]
    .filter(([, count]) => count >= min)
    .sort(([a, x], [b, y]) => y - x || Number(a > b) - Number(a < b));
  const open = most.filter(
    ([address]) => !isRedirected(address) && !['page', 'some', 'group'].includes(map.served(address)),
  );
  const likely = likelyPages(pages);
  const shown = spacesOf(structure).map(({ space }) => space.id);
  const rows = open.map(([address, count]): BrokenAddress => {
    const { page, match } = likely(address) ?? { page: undefined, match: undefined };
    const isOnce = page && shown.filter((id) => id === page.spaceId).length === 1;
    const place = page && { kind: 'site-page', siteSpaceId: page.siteSpaceId, pageId: page.id };
    const destination = page && (isOnce ? encoded(page.address) : JSON.stringify(place));
    return { address: encoded(address), visits: count, page, match, destination };
  });
  return { rows, answered: most.length - open.length, isCut: counts.length >= MOST_ROWS };
}

/** Whether a live redirect of the site has this address. */
async function redirected(
  client: Client,
  ref: { organizationId: string; siteId: string },
): Promise<(address: string) => boolean> {
  const exact = new Set<string>();
  const below: string[] = [];
  for await (const { items } of client.pages(listRedirects, ref))
    for (const { source, draft } of items) {
      if (draft) continue;
      if (source.endsWith('*')) below.push(comparable(source.slice(0, -1)));
      else exact.add(comparable(source));
    }
  return (address) =>
    exact.has(address) || below.some((root) => `${address}/`.startsWith(root === '/' ? root : `${root}/`));
}

// The page that somebody most likely meant by an address that leads nowhere: by the words of both.

type Match = 'same name' | 'similar name';

interface Likely {
  page: SitePage;
  match: Match;
}

/** From 0 to 1: what is less alike is no guess. */
const ENOUGH = 0.45;
/** How much the last part of an address says; the rest is said by the parts above it. */
const NAME = 0.8;
/** How much it says that all words of the address are in the name of the page; the rest is that the name has no others. */
const HELD = 0.6;
/** `config` for `configuration`. */
const SHORTENED = 0.8;
/** Words that begin alike are compared. */
const KEY_LENGTH = 4;

interface Indexed {
  page: SitePage;
  /** Of its address, and as its title. */
  names: readonly (readonly string[])[];
  above: readonly string[];
}

/** For each address the nearest page, of those that share a word with it; undefined where none is near enough. */
function likelyPages(pages: readonly SitePage[]): (address: string) => Likely | undefined {
  const byKey = new Map<string, Set<Indexed>>();
  for (const page of pages) {
    const { last, above } = partsOf(page.address);
    const one: Indexed = { page, names: [last, stemsOf(page.title)], above };
    for (const word of new Set([...last, ...one.names.flat(), ...above].map(keyOf)))
      byKey.set(word, (byKey.get(word) ?? new Set()).add(one));
  }
  // A word of many pages says little.
  const weight = (word: string) => Math.log(1 + (pages.length + 1) / (byKey.get(keyOf(word))?.size ?? 1));
  return (address) => {
    const { last, above } = partsOf(address);
    const near = (words: readonly string[]) =>
      new Set(words.flatMap((word) => [...(byKey.get(keyOf(word)) ?? [])]));
    const scored = [...near(last)].map((one) => {
      const name = Math.max(...one.names.map((words) => likeness(last, words, weight)));
      return { one, name, score: NAME * name + (1 - NAME) * likeness(above, one.above, weight) };
    });
    const named = scored.filter(({ name }) => name > 0);
    // A name that no page has: what it was part of may be there.
    const whole = () =>
      [...near(above)].map((one) => ({
        one,
        score: NAME * likeness(above, [...one.above, ...(one.names[0] ?? [])], weight),
      }));
    const [best] = (named.length > 0 ? named : whole()).sort((a, b) => b.score - a.score);
    if (!best || best.score < ENOUGH) return undefined;
    const isSame = last.join(' ') === best.one.names[0]?.join(' ');
    return { page: best.one.page, match: isSame ? 'same name' : 'similar name' };
  };
}

/** The words of an address, without what other hosts put behind a page: `.html`, `/index`. */
function partsOf(address: string): { last: string[]; above: string[] } {
  const parts = address
    .replace(/\.(?:md|mdx|html?|php|aspx?)$/i, '')
    .replace(/\/(?:index|readme)$/i, '')
    .split('/')
    .filter(Boolean);
  return { last: stemsOf(parts.at(-1) ?? ''), above: stemsOf(parts.slice(0, -1).join(' ')) };
}

const FILLERS = new Set('a an and as at by for from in of on or the to with your'.split(' '));

/** Words in small letters without accents, endings and fillers. */
function stemsOf(text: string): string[] {
  const plain = normalized(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !FILLERS.has(word));
  return (telling.length > 0 ? telling : words).map(stemOf);
}

const ENDINGS = ['ations', 'ation', 'ings', 'ing', 'es', 'ed', 's', 'e'];
const SHORTEST_STEM = 3;

/** `install` for `installing`, `retry` for `retries`: enough for names in English, and harmless elsewhere. */
function stemOf(word: string): string {
  if (/..ies$/.test(word)) return `${word.slice(0, -3)}y`;
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST_STEM);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

const keyOf = (stem: string): string => stem.slice(0, KEY_LENGTH);

/** How alike two lists of words are, from 0 to 1, each word by its weight. Two that are empty are alike. */
function likeness(
  asked: readonly string[],
  there: readonly string[],
  weight: (word: string) => number,
): number {
  if (asked.length + there.length === 0) return 1;
  const sum = (words: Iterable<string>) => [...words].reduce((all, word) => all + weight(word), 0);
  const left = new Set(there);
  let [held, shared] = [0, 0];
  for (const word of new Set(asked)) {
    const same = left.has(word) ? word : [...left].find((other) => isShortened(word, other));
    if (same === undefined) continue;
    left.delete(same);
    const part = same === word ? 1 : SHORTENED;
    held += part * weight(word);
    shared += part * (weight(word) + weight(same));
  }
  if (shared === 0) return 0;
  const own = sum(new Set(asked));
  return HELD * (held / own) + (1 - HELD) * (shared / (own + sum(new Set(there))));
}

function isShortened(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= KEY_LENGTH && long.startsWith(short);
}

// Runs docs insights broken, and docs redirects suggest --from-visits.
export async function runBroken(run: BrokenRun): Promise<void> {
  const { site, found } = await read(run, {
    from: String(run.flags.from),
    flag: '--from',
    min: run.flags.min,
  });
  const rows = found.rows.map(({ page, match, ...row }) => ({
    ...{ address: row.address, visits: row.visits, page: page?.address ?? null, match: match ?? null },
    next: nextFor(site.id, row),
  }));
  await printRows(run, rows);
  const likely = found.rows.filter(({ page }) => page !== undefined).length;
  note(run.context.io, summaryOf(found, `${likely} with a page that they most likely mean`));
}

/** A redirect where the page is known, else a search for the words of the address. */
function nextFor(
  site: string,
  { address, destination }: Pick<BrokenAddress, 'address' | 'destination'>,
): string {
  if (destination !== undefined) return shell`docs redirects create ${address} ${destination} --site ${site}`;
  const words = address.replace(/%[\dA-F]{2}|[^A-Za-z\d]+/g, ' ').trim();
  return shell`docs sites search ${site} ${words === '' ? address : words}`;
}

export interface VisitRow extends Suggestion {
  visits: number;
  match: string;
}

type SuggestRun = Run<{ readonly min?: string | undefined }>;

/**
 * `moved`: rows of pages that were at the address before, which are surer than any name. `from`: as it was typed, or
 * true where only the flag was.
 */
export async function suggestFromVisits(
  run: SuggestRun,
  { from, moved }: { from: string | true; moved: readonly Suggestion[] },
): Promise<void> {
  const { found } = await read(run, {
    from: from === true ? '30d' : from,
    flag: '--from-visits',
    min: run.flags.min,
  });
  const before = new Map(moved.map((row) => [row.source, row]));
  const rows = found.rows.flatMap(
    ({ address, visits, page, match = 'similar name', destination }): VisitRow[] => {
      const known = before.get(address);
      if (known) return [{ ...known, visits, match: 'moved' }];
      return page && destination !== undefined
        ? [{ source: address, destination, visits, match, id: page.id }]
        : [];
    },
  );
  const columns = ['source', 'destination', 'visits', 'match', 'id'];
  await printRows(run, rows, {
    ...viewOf(run, columns),
    ...(run.flags.fields === undefined && { columns, table: columns }),
  });
  const lost = found.rows.length - rows.length;
  const rest = lost > 0 ? [`${lost} with no page of a similar name`] : [];
  note(run.context.io, summaryOf(found, [plural(rows.length, 'redirect'), ...rest].join(', ')));
}

interface Asked {
  from: string;
  flag: string;
  min: string | undefined;
}

async function read(run: BrokenRun | SuggestRun, { from, flag, min = '1' }: Asked) {
  const { io, now } = run.context;
  if (!/^[1-9]\d{0,8}$/.test(min))
    throw new UsageError(`--min must be a number of visits, not "${min}"`, { hint: '--min 3' });
  const range = { from: parsePastTime(from, flag, now()), to: now().toISOString() };
  const client = await run.client();
  const { site, place } = await readSite(run, client);
  const { organizationId } = place;
  const query = { organizationId, site, range, min: Number(min), width: readWidthOf(run) };
  const found = await showing(io, 'reading visits', () => readBroken(client, query));
  if (found.isCut)
    warn(io, 'only the 1000 most visited addresses were counted: choose a shorter time to see others');
  return { site, found };
}

function summaryOf({ rows, answered }: BrokenVisits, rest: string): string {
  const others = answered > 0 ? `, ${answered} answered by now` : '';
  return `${plural(rows.length, 'broken address', 'broken addresses')}: ${rest}${others}`;
}
