// Redirects of a site.
import type { InputOf } from '../../../api/operation.ts';
import type { SiteRedirect } from '../../../api/sites/site-redirects.generated.ts';
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
  pushRedirects,
  type RedirectChange,
  type RedirectResult,
  testRedirect,
  updateRedirect,
} from '../../../api/sites/site-redirects.ts';
import { findRedirect, keptDestination } from '../../actions/sites/redirect-destination.ts';
import { readSite, siteToChange } from '../../actions/sites/settings.ts';
import { type SiteRedirectRow, siteRedirects } from '../../db/sites/site-settings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { created, deleted, handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { badRequest, conflict, notFound, WireError } from '../../wire-error.ts';

const ORDER = {
  createdAt: ['createdAt', 'rowid'],
  updatedAt: ['ifnull(updatedAt, createdAt)', 'rowid'],
  source: ['source', 'draft'],
} as const;

export default [
  handle(listRedirects, (call, { search, draft, orderBy = 'createdAt', page, limit, ...ref }) => {
    const site = readSite(call, ref);
    call.access.requireOrganization(ref.organizationId, 'listMembers');
    const contains = `instr(lower(source), lower(?)) > 0
      OR instr(lower(ifnull(json_extract(destination, '$.url'), '')), lower(?)) > 0`;
    return pageOfRows(call.db, siteRedirects, {
      where: { site: site.id, draft: draft === undefined ? undefined : bit(draft) },
      ...(search !== undefined && { also: { where: [contains], params: [search, search] } }),
      order: [...ORDER[orderBy]],
      query: { page, limit },
      item: redirectView,
    });
  }),

  handle(createRedirect, (call, input) => {
    const { organizationId, siteId } = input;
    const made = redirectView(addRedirect(call, input));
    return created(
      made,
      locationUrl(call, `/v1/orgs/${organizationId}/sites/${siteId}/redirects/${made.id}`),
    );
  }),

  handle(pushRedirects, (call, input) => ({ results: addRedirects(call, input) })),

  handle(updateRedirect, (call, input) => redirectView(changeRedirect(call, input))),

  handle(deleteRedirect, (call, ref) => deleted(dropRedirect(call, ref))),

  handle(testRedirect, (call, { source, shareKey, ...ref }) => {
    const { row, target } = findRedirect(call, readSite(call, ref), source, shareKey);
    return { redirect: redirectView(row), target };
  }),
];

// Redirects of a site: their rules, and what becomes of many in one request.

type Settings = Pick<SiteRedirectRow, 'source' | 'draft' | 'captureWildcard' | 'permanent' | 'destination'>;

const bit = (value: boolean | undefined): 0 | 1 => (value === true ? 1 : 0);

/** Creates one. 409 for a source that has one of the kind, 400 or 404 for a destination that the site does not have. */
function addRedirect(call: Call, input: InputOf<typeof createRedirect>): SiteRedirectRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const { source, draft, captureWildcard, permanent, destination } = input;
    requireFree(call, site, source, bit(draft));
    return insert(call, site, {
      source,
      draft: bit(draft),
      captureWildcard: bit(captureWildcard),
      permanent: bit(permanent),
      destination: keptDestination(call, site, destination),
    });
  });
}

function insert(call: Call, site: SiteRow, settings: Settings): SiteRedirectRow {
  requireWildcard(settings);
  const row = {
    id: newId(),
    site: site.id,
    ...settings,
    createdAt: call.now().toISOString(),
    updatedAt: null,
  };
  siteRedirects(call.db).insert(row);
  return row;
}

/** Changes what is given. 404, 409 and 400 as for a new one. */
function changeRedirect(call: Call, input: InputOf<typeof updateRedirect>): SiteRedirectRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const row = redirectOf(call, site, input.siteRedirectId);
    const { source, draft, captureWildcard, permanent, destination } = input;
    const next: Settings = {
      source: source ?? row.source,
      draft: draft === undefined ? row.draft : bit(draft),
      captureWildcard: captureWildcard === undefined ? row.captureWildcard : bit(captureWildcard),
      permanent: permanent === undefined ? row.permanent : bit(permanent),
      destination: destination === undefined ? row.destination : keptDestination(call, site, destination),
    };
    if (next.source !== row.source || next.draft !== row.draft)
      requireFree(call, site, next.source, next.draft);
    change(call, row, next);
    return redirectOf(call, site, row.id);
  });
}

function change(call: Call, { id }: SiteRedirectRow, next: Settings): void {
  requireWildcard(next);
  siteRedirects(call.db).update({ id }, { ...next, updatedAt: call.now().toISOString() });
}

/** Returns whether there was one. */
function dropRedirect(
  call: Call,
  ref: { organizationId: string; siteId: string; siteRedirectId: string },
): boolean {
  return call.db.transaction(() => {
    const site = siteToChange(call, ref);
    return siteRedirects(call.db).remove({ id: ref.siteRedirectId, site: site.id });
  });
}

/** Does each row by itself: one that is refused is an `error` among the results. 400 for a source that comes twice. */
function addRedirects(
  call: Call,
  ref: { organizationId: string; siteId: string; redirects: RedirectChange[] },
): RedirectResult[] {
  return call.db.transaction(() => {
    const site = siteToChange(call, ref);
    const keys = ref.redirects.map(({ source, intent = 'live' }) => `${intent === 'draft'} ${source}`);
    const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
    if (twice !== -1)
      throw badRequest(`redirects.${twice}: source "${ref.redirects[twice]?.source}" appears twice`);
    return ref.redirects.map((row) => {
      try {
        return call.db.transaction(() => pushOne(call, site, row));
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        return { status: 'error', source: row.source, draft: row.intent === 'draft', error: error.message };
      }
    });
  });
}

function pushOne(call: Call, site: SiteRow, row: RedirectChange): RedirectResult {
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
function publish(call: Call, site: SiteRow, source: string): RedirectResult {
  const draft = siteRedirects(call.db).find({ site: site.id, source, draft: 1 });
  if (!draft) throw notFound('draft redirect', source);
  const live = siteRedirects(call.db).find({ site: site.id, source, draft: 0 });
  if (live) siteRedirects(call.db).remove({ id: live.id });
  siteRedirects(call.db).update({ id: draft.id }, { draft: 0, updatedAt: call.now().toISOString() });
  return { status: 'published', source, draft: false, id: draft.id };
}

/** 404 for what the site does not have. */
function redirectOf(call: Call, site: SiteRow, id: string): SiteRedirectRow {
  return siteRedirects(call.db).get({ id, site: site.id }, 'redirect');
}

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
