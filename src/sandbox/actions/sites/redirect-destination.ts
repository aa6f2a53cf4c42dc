// Where redirects lead: what may be a destination, and the address that a reader ends at.
import type {
  SiteRedirectDestination,
  SiteRedirectInputDestination,
} from '../../../api/sites/site-redirects.generated.ts';
import { findPage, findPageByPath, walk } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { liveSpace } from '../../db/content/spaces.ts';
import { gitSetups } from '../../db/integrations/git.ts';
import { type SiteRedirectRow, siteRedirects } from '../../db/sites/site-settings.ts';
import {
  liveParts,
  type SiteRow,
  type SiteSpaceRow,
  shareLinks,
  shownSiteSpaces,
  siteRows,
  siteSections,
} from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import { pathIn, siteAddress } from '../../urls.ts';
import { badRequest, notFound, WireError } from '../../wire-error.ts';
import { siteSpaceOf } from './site-spaces.ts';

/** What is kept of a destination: a path becomes its page. 404 for what the site does not show. */
export function keptDestination(
  call: Call,
  site: SiteRow,
  destination: SiteRedirectInputDestination,
): SiteRedirectDestination {
  switch (destination.kind) {
    case 'external':
      // What a browser would run, or open on the reader's machine, is no place to send readers to.
      if (!/^https?:\/\//i.test(destination.url))
        throw badRequest('a redirect must lead to an http or https address');
      return destination;
    case 'site-section':
      if (siteSections(call.db).find({ id: destination.siteSectionId, site: site.id })) return destination;
      throw notFound('site section', destination.siteSectionId);
    case 'site-space':
      siteSpaceOf(call, site, destination.siteSpaceId);
      return destination;
    case 'site-page': {
      const { space } = siteSpaceOf(call, site, destination.siteSpaceId);
      if (findPage(treeOf(call, space), destination.pageId)) return destination;
      throw notFound('page', destination.pageId);
    }
    case 'path':
      return pageAt(call, site, destination);
  }
}

function pageAt(
  call: Call,
  site: SiteRow,
  { spaceId, path }: { spaceId: string; path: string },
): SiteRedirectDestination {
  const { siteSpaces } = siteRows(call.db, site.id);
  const place = siteSpaces.find(({ space }) => space === spaceId);
  if (!place) throw notFound('space on the site', spaceId);
  const found = findPageByPath(treeOf(call, spaceId), path);
  if (!found) throw notFound('page', path);
  return { kind: 'site-page', siteSpaceId: place.id, pageId: found.page.id };
}

const treeOf = (call: Call, space: string) =>
  revisionsStore(call.db).tree(liveSpace(call.db, space).revision);

export interface Found {
  row: SiteRedirectRow;
  /** Address that the reader ends at. */
  target: string;
}

/** Live ones whose source ends with a wildcard, the longest first. */
const wildcards = ({ db }: Call, site: SiteRow): SiteRedirectRow[] =>
  siteRedirects(db)
    .all({ site: site.id, draft: 0 }, 'length(source) DESC, source')
    .filter((row) => row.source.endsWith('*'));

/** What a reader of the site gets for a path: the redirect from exactly it, else that of the longest wildcard. 404 without. */
export function findRedirect(call: Call, site: SiteRow, source: string, shareKey: string | undefined): Found {
  const exact = siteRedirects(call.db).find({ site: site.id, source, draft: 0 });
  const row = exact ?? wildcards(call, site).find((one) => source.startsWith(one.source.slice(0, -1)));
  if (!row) {
    const found = spaceRedirect(call, site, source);
    if (found) return { row: found, target: addressOf(call, site, found, shareKey) };
    throw notFound('redirect', source);
  }
  const rest = row.captureWildcard === 1 ? source.slice(row.source.length - 1).replace(/\*$/, '') : '';
  return { row, target: withRest(addressOf(call, site, row, shareKey), rest) };
}

/** What the wildcard matched goes behind the path, before a query. */
function withRest(address: string, rest: string): string {
  if (rest === '') return address;
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${rest.replace(/^\//, '')}`;
  return url.href;
}

function addressOf(call: Call, site: SiteRow, row: SiteRedirectRow, shareKey: string | undefined): string {
  const destination = row.destination;
  if (destination.kind === 'external') return destination.url;
  const root = rootOf(call, site, shareKey);
  const live = liveParts(siteRows(call.db, site.id));
  if (destination.kind === 'site-section') {
    const section = live.sections.find(({ id }) => id === destination.siteSectionId);
    if (!section) throw gone(row);
    return root + pathIn([section.path]);
  }
  const place = live.siteSpaces.find(({ id }) => id === destination.siteSpaceId);
  if (!place) throw gone(row);
  const paths = pathsOf(call, site, place);
  if (destination.kind === 'site-space') return root + pathIn(paths);
  const found = findPage(treeOf(call, place.space), destination.pageId);
  if (!found) throw gone(row);
  return root + pathIn([...paths, ...found.path.split('/')]).replace(/\/$/, '');
}

/** A share-link site has an address for whoever holds a key; one that is not published has the address it will have. */
function rootOf(call: Call, site: SiteRow, shareKey: string | undefined): string {
  if (site.visibility !== 'share-link') return siteAddress(call, site);
  if (shareKey !== undefined && shareLinks(call.db).find({ site: site.id, key: shareKey, active: 1 }))
    return siteAddress(call, site, shareKey);
  throw new WireError(404, `site "${site.id}" opens with its shareKey only`);
}

/** A redirect that the .gitbook.yaml of a space on the site names: below the path of the space. */
function spaceRedirect(call: Call, site: SiteRow, source: string): SiteRedirectRow | undefined {
  for (const place of shownSiteSpaces(call.db, site.id)) {
    const setup = gitSetups(call.db).find({ space: place.space });
    const prefix = ['', ...pathsOf(call, site, place), ''].join('/');
    if (!setup?.redirects || !source.startsWith(prefix)) continue;
    // Written by the sandbox only.
    const redirects = JSON.parse(setup.redirects) as Record<string, string>;
    const old = source.slice(prefix.length);
    if (!Object.hasOwn(redirects, old)) continue;
    const pages = [...walk(treeOf(call, place.space).pages)];
    const found = pages.find(({ page }) => page.git?.path === redirects[old]);
    if (!found) continue;
    return {
      id: `${place.id}-${old}`,
      site: site.id,
      source,
      ...{ draft: 0, captureWildcard: 0, permanent: 1 },
      destination: { kind: 'site-page', siteSpaceId: place.id, pageId: found.page.id },
      createdAt: setup.updatedAt ?? site.createdAt,
      updatedAt: null,
    };
  }
  return undefined;
}

function pathsOf(call: Call, site: SiteRow, { section, path, isDefault }: SiteSpaceRow): string[] {
  const above = section === null ? undefined : siteSections(call.db).find({ id: section, site: site.id });
  return [...(above ? [above.path] : []), ...(isDefault === 1 ? [] : [path])];
}

const gone = ({ source }: SiteRedirectRow) =>
  new WireError(404, `the destination of the redirect from "${source}" no longer exists`);
