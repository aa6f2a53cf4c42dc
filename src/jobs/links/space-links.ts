// The state of the links of many spaces, as the platform tells it.
import type { ContentReferenceUsage as Link } from '../../api/content/links.generated.ts';
import { listSpaceLinks } from '../../api/content/links.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { inOrder, type PoolResult, type Width } from '../../client/pool.ts';
import { giveUp } from '../../client/retry.ts';
import { externalOf, findingsOf, type LinkFinding, onePerTarget, type SpaceRef } from './link-findings.ts';

/** Each item holds its organization and space again and again: smaller pages than usual. */
export const LINKS_A_PAGE = 250;

export interface SpaceLinks {
  space: SpaceRef;
  /** How many pages were looked at, where each was asked for; the links of a whole space come without its pages. */
  pages?: number;
  findings: LinkFinding[];
  /** Links of the web, which nobody has asked; undefined where not all links were read. */
  external: LinkFinding[] | undefined;
}

interface LinkReading {
  concurrency: Width;
  /** Reads all links, so that the external ones are known, however many there are. */
  external?: boolean;
}

/** Checks one space, one request after the other: side by side go spaces. */
export async function checkSpace(client: Client, space: SpaceRef, external = false): Promise<SpaceLinks> {
  const all = await (external ? allLinks : fewLinks)(client, space.id);
  const links = all ?? (await strayLinks(client, space.id));
  const findings = STATUSES.flatMap((wanted) =>
    onePerTarget(links.filter(({ status }) => status === wanted).flatMap((link) => findingsOf(space, link))),
  );
  return { space, findings, external: all?.flatMap((link) => externalOf(space, link)) };
}

const STATUSES = ['broken', 'in-app'] as const;

const allLinks = (client: Client, spaceId: string): Promise<Link[]> =>
  allItems(client.pages(listSpaceLinks, { spaceId }, { pageSize: LINKS_A_PAGE }));

/** All links of a space, asked for as those are that may be stray: one request for both where they are few. */
export const everyLink = async (client: Client, spaceId: string): Promise<Link[]> =>
  (await fewLinks(client, spaceId)) ?? allLinks(client, spaceId);

/** All links of a space in one request; undefined where they do not fit in it. */
async function fewLinks(client: Client, spaceId: string): Promise<Link[] | undefined> {
  const links: Link[] = [];
  const options = { pageSize: LINKS_A_PAGE, limit: LINKS_A_PAGE };
  for await (const { items, count } of client.pages(listSpaceLinks, { spaceId }, options)) {
    links.push(...items);
    if (links.length >= LINKS_A_PAGE && count !== links.length) return undefined;
  }
  return links;
}

/** Those that lead nowhere. */
export async function brokenOfSpace(client: Client, space: SpaceRef): Promise<LinkFinding[]> {
  const links = await strayLinks(client, space.id, ['broken']);
  return onePerTarget(links.flatMap((link) => findingsOf(space, link)));
}

/** Only those that lead nowhere or into the app. */
async function strayLinks(
  client: Client,
  spaceId: string,
  statuses: readonly ('broken' | 'in-app')[] = STATUSES,
): Promise<Link[]> {
  const links: Link[] = [];
  for (const status of statuses) {
    const pages = client.pages(listSpaceLinks, { spaceId, status }, { pageSize: LINKS_A_PAGE });
    for await (const { items } of pages) links.push(...items);
  }
  return links;
}

/** Checks spaces side by side; yields them in their order, failed ones as failures. After a 401 no more is tried. */
export const checkSpaces = (
  client: Client,
  spaces: Iterable<SpaceRef> | AsyncIterable<SpaceRef>,
  { concurrency, external = false }: LinkReading,
): AsyncGenerator<PoolResult<SpaceRef, SpaceLinks>, void, undefined> =>
  inOrder(spaces, (space) => checkSpace(client, space, external), {
    concurrency,
    onRateLimit: client.onRateLimit,
    stop: giveUp(),
  });
