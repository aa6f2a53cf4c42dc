// The addresses of a site that visitors opened and that lead nowhere, with the page that each most likely means.
import { aggregateEvents, MOST_ROWS } from '../../api/insights/insights.ts';
import type { InputOf } from '../../api/operation.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import type { Width } from '../../client/pool.ts';
import { spacesOf } from '../../workflows/redirect-destination.ts';
import { likelyPages, type Match } from './likely-page.ts';
import { encoded } from './lint.ts';
import { comparable } from './site-map.ts';
import { readSitePages, type SitePage, type SitePages } from './site-pages.ts';

export interface BrokenAddress {
  /** On the site, as it is written in URLs: `/guides/old`. */
  address: string;
  visits: number;
  page: SitePage | undefined;
  match: Match | undefined;
  /** What `docs redirects push` takes for the page. */
  destination: string | undefined;
}

export interface BrokenVisits {
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
