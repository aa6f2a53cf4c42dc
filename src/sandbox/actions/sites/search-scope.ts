// Which site spaces a search or a question on a site is about.
import { type SiteRow, type SiteSpaceRow, siteRows } from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import { visibleParts } from '../../who-sees.ts';
import { badRequest } from '../../wire-error.ts';
import { liveParts } from './live-parts.ts';
import { siteSpaceOf } from './site-spaces.ts';

export interface Scope {
  scope?:
    | { mode: 'all' }
    | { mode: 'specific'; siteSpaceIds: string[] }
    | { mode: 'default'; currentSiteSpace?: string; restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces' }
    | undefined;
  mode?: 'specific' | 'current' | 'all' | undefined;
  siteSpaceIds?: string[] | undefined;
  siteSpaceId?: string | undefined;
}

/** The site spaces to search. 400 for a scope that lacks what it is about, 404 for what is not on the site. */
export function placesOf(
  call: Call,
  site: SiteRow,
  { scope, mode, siteSpaceIds, siteSpaceId }: Scope,
): SiteSpaceRow[] {
  const all = liveParts(visibleParts(call, siteRows(call.db, site.id))).siteSpaces;
  const these = (ids: readonly string[] | undefined) => {
    if (!ids || ids.length === 0) throw badRequest('siteSpaceIds or siteSpaceId is required with this mode');
    return ids.map((id) => siteSpaceOf(call, site, id));
  };
  if (!scope) {
    if (mode === undefined) throw badRequest('scope or mode is required');
    if (mode === 'all') return all;
    return mode === 'specific' ? these(siteSpaceIds) : these(siteSpaceId === undefined ? [] : [siteSpaceId]);
  }
  if (scope.mode === 'all') return all;
  if (scope.mode === 'specific') return these(scope.siteSpaceIds);
  const { currentSiteSpace, restrictTo } = scope;
  if (currentSiteSpace === undefined) return all;
  const current = siteSpaceOf(call, site, currentSiteSpace);
  const others = all.filter(({ id }) => id !== current.id);
  if (restrictTo === 'currentSiteSpace') return [current];
  return restrictTo === 'otherSiteSpaces' ? others : [current, ...others];
}
