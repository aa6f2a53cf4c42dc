// Who can read a site and the spaces on it without any access of their own: everyone on the web, or whoever has a link.
import { listShareLinks } from '../../api/sites/site-publishing.ts';
import { listSiteSpaces } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll } from '../../client/pool.ts';
import type { Thing } from '../../domain/access/wanted.ts';

const AT_ONCE = 8;

export interface Opening {
  who: 'everyone' | 'anyone with the address' | 'anyone with a link' | 'visitors who sign in';
  /** `public on site Docs`. */
  origin: string;
  site: string;
}

/** The operations it reads with, for those who list them. */
export const OPENING_OPERATIONS = [listSites, listShareLinks, listSiteSpaces];

/** Of one thing. A collection is on no site. */
export async function readOpenings(
  client: Client,
  organizationId: string,
  { kind, id }: Pick<Thing, 'kind' | 'id'>,
): Promise<Opening[]> {
  if (kind === 'collection') return [];
  const query = kind === 'space' ? { organizationId, space: id } : { organizationId };
  const sites = await allItems(client.pages(listSites, query));
  return openingsOf(
    client,
    organizationId,
    kind === 'space' ? sites : sites.filter((site) => site.id === id),
  );
}

/** Of all spaces, by their ID. */
export async function readSpaceOpenings(
  client: Client,
  organizationId: string,
): Promise<Map<string, Opening[]>> {
  const sites = await allItems(client.pages(listSites, { organizationId }));
  const found = new Map<string, Opening[]>();
  const published = sites.filter((site) => site.published);
  const opened = await mapAll(client, published, AT_ONCE, ({ id: siteId }) =>
    Promise.all([
      allItems(client.pages(listSiteSpaces, { organizationId, siteId })),
      openingsOf(
        client,
        organizationId,
        sites.filter(({ id }) => id === siteId),
      ),
    ]),
  );
  for (const [shown, own] of opened) {
    if (own.length === 0) continue;
    for (const { space } of shown) found.set(space.id, [...(found.get(space.id) ?? []), ...own]);
  }
  return found;
}

async function openingsOf(
  client: Client,
  organizationId: string,
  sites: readonly Site[],
): Promise<Opening[]> {
  const published = sites.filter((site) => site.published);
  return (await mapAll(client, published, AT_ONCE, (site) => waysIn(client, organizationId, site))).flat();
}

async function waysIn(client: Client, organizationId: string, site: Site): Promise<Opening[]> {
  const on = `on site ${site.title}`;
  if (site.visibility === 'public') return [{ who: 'everyone', origin: `public ${on}`, site: site.id }];
  if (site.visibility === 'unlisted')
    return [{ who: 'anyone with the address', origin: `unlisted ${on}`, site: site.id }];
  if (site.visibility === 'visitor-auth')
    return [{ who: 'visitors who sign in', origin: `authenticated access ${on}`, site: site.id }];
  const links = await allItems(client.pages(listShareLinks, { organizationId, siteId: site.id }));
  return links
    .filter(({ active }) => active !== false)
    .map(({ name, id }) => ({ who: 'anyone with a link', origin: `${name || id} ${on}`, site: site.id }));
}
