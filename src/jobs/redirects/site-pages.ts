// Every page that a site shows, by the path that readers have.
import type { Page } from '../../api/content/content-shapes.ts';
import { listPages } from '../../api/content/pages.ts';
import type { SiteStructure } from '../../api/sites/site-structure.generated.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { allPages } from '../../domain/content/page-list.ts';
import { spacesOf } from '../../domain/redirect-destination.ts';
import { type SiteMap, siteMap } from './site-map.ts';

export interface SitePage {
  id: string;
  title: string;
  spaceId: string;
  siteSpaceId: string;
  /** Within its space: `webhooks`. */
  path: string;
  /** On the site, as `comparable` makes it: `/guides/webhooks`. */
  address: string;
}

export interface SitePages {
  structure: SiteStructure;
  map: SiteMap;
  /** A page of a space that the site shows twice is there twice. */
  pages: SitePage[];
}

/** The structure, and one list for each space on the site. */
export async function readSitePages(
  client: Client,
  { organizationId, site, width }: { organizationId: string; site: Pick<Site, 'id' | 'urls'>; width: Width },
): Promise<SitePages> {
  const structure = await client.call(getSiteStructure, { organizationId, siteId: site.id });
  const places = spacesOf(structure);
  const spaces = new Set(places.map(({ space }) => space.id));
  const lists = await mapAll(client, spaces, width, async (spaceId) => {
    const { pages } = await client.call(listPages, { spaceId });
    return [spaceId, pages] as const;
  });
  const bySpace = new Map<string, readonly Page[]>(lists);
  const map = siteMap(structure, { published: site.urls.published, pages: bySpace });
  const pages = places.flatMap(({ id: siteSpaceId, space }) =>
    allPages(bySpace.get(space.id) ?? []).flatMap((page): SitePage[] => {
      if (page.type !== 'document') return [];
      const address = map.pathOf({ kind: 'site-page', siteSpaceId, pageId: page.id });
      const { id, title, path } = page;
      return address === undefined ? [] : [{ id, title, spaceId: space.id, siteSpaceId, path, address }];
    }),
  );
  return { structure, map, pages };
}
