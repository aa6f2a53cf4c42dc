// Redirects of a site: their rules, and what becomes of many in one request.
import type { InputOf } from '../../../api/operation.ts';
import type {
  createRedirect as createOperation,
  RedirectChange,
  RedirectResult,
  updateRedirect as updateOperation,
} from '../../../api/sites/site-redirects.ts';
import { type SiteRedirectRow, siteRedirectStore } from '../../db/sites/site-redirects.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest, conflict, notFound, WireError } from '../../wire-error.ts';
import { keptDestination } from './redirect-destination.ts';
import { siteToChange } from './settings.ts';

type Settings = Pick<SiteRedirectRow, 'source' | 'draft' | 'captureWildcard' | 'permanent' | 'destination'>;

const bit = (value: boolean | undefined): 0 | 1 => (value === true ? 1 : 0);

/** Creates one. 409 for a source that has one of the kind, 400 or 404 for a destination that the site does not have. */
export function createRedirect(call: Call, input: InputOf<typeof createOperation>): SiteRedirectRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const { source, draft, captureWildcard, permanent, destination } = input;
    requireFree(call, site, source, bit(draft));
    return insert(call, site, {
      source,
      draft: bit(draft),
      captureWildcard: bit(captureWildcard),
      permanent: bit(permanent),
      destination: JSON.stringify(keptDestination(call, site, destination)),
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
  siteRedirectStore(call.db).insert(row);
  return row;
}

/** Changes what is given. 404, 409 and 400 as for a new one. */
export function updateRedirect(call: Call, input: InputOf<typeof updateOperation>): SiteRedirectRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const row = redirectOf(call, site, input.siteRedirectId);
    const { source, draft, captureWildcard, permanent, destination } = input;
    const next: Settings = {
      source: source ?? row.source,
      draft: draft === undefined ? row.draft : bit(draft),
      captureWildcard: captureWildcard === undefined ? row.captureWildcard : bit(captureWildcard),
      permanent: permanent === undefined ? row.permanent : bit(permanent),
      destination:
        destination === undefined
          ? row.destination
          : JSON.stringify(keptDestination(call, site, destination)),
    };
    if (next.source !== row.source || next.draft !== row.draft)
      requireFree(call, site, next.source, next.draft);
    change(call, row, next);
    return redirectOf(call, site, row.id);
  });
}

function change(call: Call, { id }: SiteRedirectRow, next: Settings): void {
  requireWildcard(next);
  siteRedirectStore(call.db).update(id, { ...next, updatedAt: call.now().toISOString() });
}

/** Returns whether there was one. */
export function deleteRedirect(
  call: Call,
  ref: { organizationId: string; siteId: string; siteRedirectId: string },
): boolean {
  return call.db.transaction(() => {
    const site = siteToChange(call, ref);
    const row = siteRedirectStore(call.db).row(site.id, ref.siteRedirectId);
    return row !== undefined && siteRedirectStore(call.db).remove(row.id);
  });
}

/** Does each row by itself: one that is refused is an `error` among the results. 400 for a source that comes twice. */
export function pushRedirects(
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
  const store = siteRedirectStore(call.db);
  const draft = bit(row.intent === 'draft');
  const known = store.bySource(site.id, source, draft);
  if (row.destination === null) {
    if (!known) throw notFound('redirect', source);
    store.remove(known.id);
    return { status: 'deleted', source, draft: draft === 1 };
  }
  const settings: Settings = {
    source,
    draft,
    captureWildcard: bit(row.captureWildcard),
    permanent: bit(row.permanent),
    destination: JSON.stringify(keptDestination(call, site, row.destination)),
  };
  if (!known) return { status: 'created', source, draft: draft === 1, id: insert(call, site, settings).id };
  change(call, known, settings);
  return { status: 'updated', source, draft: draft === 1, id: known.id };
}

/** A draft takes the place of the live one of its source. */
function publish(call: Call, site: SiteRow, source: string): RedirectResult {
  const store = siteRedirectStore(call.db);
  const draft = store.bySource(site.id, source, 1);
  if (!draft) throw notFound('draft redirect', source);
  const live = store.bySource(site.id, source, 0);
  if (live) store.remove(live.id);
  store.update(draft.id, { draft: 0, updatedAt: call.now().toISOString() });
  return { status: 'published', source, draft: false, id: draft.id };
}

/** 404 for what the site does not have. */
function redirectOf(call: Call, site: SiteRow, id: string): SiteRedirectRow {
  const row = siteRedirectStore(call.db).row(site.id, id);
  if (!row) throw notFound('redirect', id);
  return row;
}

function requireFree(call: Call, site: SiteRow, source: string, draft: 0 | 1): void {
  const other = siteRedirectStore(call.db).bySource(site.id, source, draft);
  const what = draft === 1 ? 'a draft redirect' : 'a redirect';
  if (other) throw conflict(`site "${site.title}" has ${what} from "${source}" already (${other.id})`);
}

function requireWildcard({ source, captureWildcard }: Settings): void {
  if (captureWildcard === 0 || source.endsWith('*')) return;
  throw badRequest(`captureWildcard: source "${source}" has no wildcard: it must end with *`);
}
