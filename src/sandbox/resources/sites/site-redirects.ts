// Redirects of a site.
import type {
  SiteRedirect,
  SiteRedirectDestination,
  SiteRedirectInputDestination,
} from '../../../api/sites/site-redirects.generated.ts';
import * as api from '../../../api/sites/site-redirects.ts';
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
import { created, deleted, handle, handleChange } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { newId, pathIn, siteAddress, sitePartUrl } from '../../urls.ts';
import { badRequest, conflict, notFound, WireError } from '../../wire-error.ts';
import { bitOf, readSite, siteToChange } from './settings.ts';
import { siteSpaceOf } from './site-spaces.ts';

// Where redirects lead: what may be a destination, and the address that a reader ends at.

/** What is kept of a destination: a path becomes its page. 404 for what the site does not show. */
function keptDestination(
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

const ORDER = {
  createdAt: ['createdAt', 'rowid'],
  updatedAt: ['ifnull(updatedAt, createdAt)', 'rowid'],
  source: ['source', 'draft'],
} as const;

export default [
  handle(
    api.listRedirects,
    readSite,
    (call, { search, draft, orderBy = 'createdAt', page, limit, ...ref }, site) => {
      call.access.requireOrganization(ref.organizationId, 'listMembers');
      const contains = `instr(lower(source), lower(?)) > 0
      OR instr(lower(ifnull(json_extract(destination, '$.url'), '')), lower(?)) > 0`;
      return pageOfRows(call.db, siteRedirects, {
        where: { site: site.id, draft: bitOf(draft) },
        ...(search !== undefined && { also: { where: [contains], params: [search, search] } }),
        order: [...ORDER[orderBy]],
        query: { page, limit },
        item: redirectView,
      });
    },
  ),

  // 409 for a source that has one of the kind, 400 or 404 for a destination that the site does not have.
  handleChange(api.createRedirect, siteToChange, (call, input, site) => {
    const { source, draft, captureWildcard, permanent, destination } = input;
    requireFree(call, site, source, bit(draft));
    const made = redirectView(
      insert(call, site, {
        source,
        draft: bit(draft),
        captureWildcard: bit(captureWildcard),
        permanent: bit(permanent),
        destination: keptDestination(call, site, destination),
      }),
    );
    return created(made, sitePartUrl(call, site, `redirects/${made.id}`));
  }),

  // Does each row by itself: one that is refused is an `error` among the results. 400 for a source that comes twice.
  handleChange(api.pushRedirects, siteToChange, (call, { redirects }, site) => {
    const keys = redirects.map(({ source, intent = 'live' }) => `${intent === 'draft'} ${source}`);
    const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
    if (twice !== -1)
      throw badRequest(`redirects.${twice}: source "${redirects[twice]?.source}" appears twice`);
    const results = redirects.map((row): api.RedirectResult => {
      try {
        return call.db.transaction(() => pushOne(call, site, row));
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        return { status: 'error', source: row.source, draft: row.intent === 'draft', error: error.message };
      }
    });
    return { results };
  }),

  // Changes what is given. 404, 409 and 400 as for a new one.
  handleChange(api.updateRedirect, siteToChange, (call, input, site) => {
    const row = redirectOf(call, site, input.siteRedirectId);
    const { source, draft, captureWildcard, permanent, destination } = input;
    const next: Settings = {
      source: source ?? row.source,
      draft: bitOf(draft) ?? row.draft,
      captureWildcard: bitOf(captureWildcard) ?? row.captureWildcard,
      permanent: bitOf(permanent) ?? row.permanent,
      destination: destination === undefined ? row.destination : keptDestination(call, site, destination),
    };
    if (next.source !== row.source || next.draft !== row.draft)
      requireFree(call, site, next.source, next.draft);
    change(call, row, next);
    return redirectView(redirectOf(call, site, row.id));
  }),

  handleChange(api.deleteRedirect, siteToChange, (call, ref, site) =>
    deleted(siteRedirects(call.db).remove({ id: ref.siteRedirectId, site: site.id })),
  ),

  handle(api.testRedirect, (call, { source, shareKey, ...ref }) => {
    const { row, target } = findRedirect(call, readSite(call, ref), source, shareKey);
    return { redirect: redirectView(row), target };
  }),
];

// Redirects of a site: their rules, and what becomes of many in one request.

type Settings = Pick<SiteRedirectRow, 'source' | 'draft' | 'captureWildcard' | 'permanent' | 'destination'>;

const bit = (value: boolean | undefined): 0 | 1 => (value === true ? 1 : 0);

function insert(call: Call, site: SiteRow, settings: Settings): SiteRedirectRow {
  requireWildcard(settings);
  const createdAt = call.now().toISOString();
  const row = { id: newId(), site: site.id, ...settings, createdAt, updatedAt: null };
  siteRedirects(call.db).insert(row);
  return row;
}

function change(call: Call, { id }: SiteRedirectRow, next: Settings): void {
  requireWildcard(next);
  siteRedirects(call.db).update({ id }, { ...next, updatedAt: call.now().toISOString() });
}

function pushOne(call: Call, site: SiteRow, row: api.RedirectChange): api.RedirectResult {
  const { source } = row;
  if (row.intent === 'publish' || !('destination' in row)) return publish(call, site, source);
  const draft = bit(row.intent === 'draft');
  const known = siteRedirects(call.db).find({ site: site.id, source, draft });
  if (row.destination === null) {
    if (!known) throw notFound('redirect', source);
    siteRedirects(call.db).remove({ id: known.id });
    return { status: 'deleted', source, draft: draft === 1 };
  }
  const settings: Settings = {
    source,
    draft,
    captureWildcard: bit(row.captureWildcard),
    permanent: bit(row.permanent),
    destination: keptDestination(call, site, row.destination),
  };
  if (!known) return { status: 'created', source, draft: draft === 1, id: insert(call, site, settings).id };
  change(call, known, settings);
  return { status: 'updated', source, draft: draft === 1, id: known.id };
}

/** A draft takes the place of the live one of its source. */
function publish(call: Call, site: SiteRow, source: string): api.RedirectResult {
  const draft = siteRedirects(call.db).find({ site: site.id, source, draft: 1 });
  if (!draft) throw notFound('draft redirect', source);
  const live = siteRedirects(call.db).find({ site: site.id, source, draft: 0 });
  if (live) siteRedirects(call.db).remove({ id: live.id });
  siteRedirects(call.db).update({ id: draft.id }, { draft: 0, updatedAt: call.now().toISOString() });
  return { status: 'published', source, draft: false, id: draft.id };
}

/** 404 for what the site does not have. */
const redirectOf = (call: Call, site: SiteRow, id: string): SiteRedirectRow =>
  siteRedirects(call.db).get({ id, site: site.id }, 'redirect');

function requireFree(call: Call, site: SiteRow, source: string, draft: 0 | 1): void {
  const other = siteRedirects(call.db).find({ site: site.id, source, draft });
  const what = draft === 1 ? 'a draft redirect' : 'a redirect';
  if (other) throw conflict(`site "${site.title}" has ${what} from "${source}" already (${other.id})`);
}

function requireWildcard({ source, captureWildcard }: Settings): void {
  if (captureWildcard === 0 || source.endsWith('*')) return;
  throw badRequest(`captureWildcard: source "${source}" has no wildcard: it must end with *`);
}

// Redirects as the platform shows them.

const redirectView = (row: SiteRedirectRow): SiteRedirect => ({
  object: 'site-redirect',
  id: row.id,
  source: row.source,
  draft: row.draft === 1,
  captureWildcard: row.captureWildcard === 1,
  permanent: row.permanent === 1,
  destination: row.destination,
  createdAt: row.createdAt,
  ...(row.updatedAt !== null && { updatedAt: row.updatedAt }),
});
