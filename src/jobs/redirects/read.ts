// Reads what redirects are compared with: the structure of the site, and pages of the spaces that they touch.

import type { Page } from '../../api/content/content.ts';
import { listPages } from '../../api/content/pages.ts';
import { listRedirects, type SiteRedirect, testRedirect } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { mapPool, type Width } from '../../client/pool.ts';
import { NotFoundError } from '../../errors.ts';
import { spacesOf } from '../../workflows/redirect-destination.ts';
import { lintRedirects, type RedirectFinding } from './lint.ts';
import { comparable, siteMap } from './site-map.ts';

export interface LintedSite {
  findings: RedirectFinding[];
  /** Live redirects that were checked. */
  checked: number;
  drafts: number;
}

/** Only reads. Throws what reading throws: a site that was read in part is not judged. */
export async function lintSite(
  client: Client,
  { site, organizationId, concurrency }: { site: Site; organizationId: string; concurrency: Width },
): Promise<LintedSite> {
  const ref = { organizationId, siteId: site.id };
  const redirects: SiteRedirect[] = [];
  for await (const { items } of client.pages(listRedirects, ref)) redirects.push(...items);
  const structure = await client.call(getSiteStructure, ref);
  // The address of a share-link site has a key: which of its paths a URL means, nobody can tell without it.
  const published = site.visibility === 'share-link' ? undefined : site.urls.published;
  const live = redirects.filter(({ draft }) => !draft);
  const bare = siteMap(structure, { published, pages: new Map() });
  const spaceOf = new Map(spacesOf(structure).map(({ id, space }) => [id, space.id]));
  const touched = new Set<string>();
  const add = (space: string | undefined) => space !== undefined && touched.add(space);
  for (const { source, destination } of live) {
    add(bare.spaceAt(comparable(source)));
    const inside = destination.kind === 'external' ? bare.inside(destination.url) : undefined;
    if (inside !== undefined) add(bare.spaceAt(inside));
    if (destination.kind === 'site-page') add(spaceOf.get(destination.siteSpaceId));
  }
  const pages = new Map<string, readonly Page[]>();
  for (const result of await mapPool(touched, concurrency, (spaceId) =>
    client.call(listPages, { spaceId }),
  )) {
    if (!result.ok) throw result.error;
    pages.set(result.item, result.value.pages);
  }
  const found = lintRedirects(redirects, siteMap(structure, { published, pages }));
  const findings = await confirmed(client, found, { ref, concurrency });
  return { findings, checked: live.length, drafts: redirects.length - live.length };
}

/** Spaces may have redirects of their own, in .gitbook.yaml, which no list names: the platform is asked. */
async function confirmed(
  client: Client,
  findings: readonly RedirectFinding[],
  { ref, concurrency }: { ref: { organizationId: string; siteId: string }; concurrency: Width },
): Promise<RedirectFinding[]> {
  const paths = new Set(findings.flatMap(({ dead }) => dead ?? []));
  const alive = new Set<string>();
  const results = await mapPool(paths, concurrency, (path) =>
    client.call(testRedirect, { ...ref, source: encoded(path) }),
  );
  for (const result of results) {
    if (result.ok) alive.add(result.item);
    else if (!(result.error instanceof NotFoundError)) throw result.error;
  }
  return findings.filter(({ dead }) => dead === undefined || !alive.has(dead));
}

/** A path as `comparable` has it, for a URL. */
export const encoded = (path: string): string =>
  path
    .split('/')
    .map((word) =>
      encodeURIComponent(decodeURIComponent(word.replace(/%(?!2F|2A)/g, '%25'))).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
