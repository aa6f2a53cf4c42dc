// Settings of a site, and going on and off line.
import type { InputOf, ResultOf } from '../../../api/operation.ts';
import type { UserSitePermission } from '../../../api/people/permissions.generated.ts';
import type { Role } from '../../../api/roles.ts';
import type { Site as SiteEntity } from '../../../api/sites/sites.generated.ts';
import type {
  createSite as createSiteOperation,
  publishSite as publishSiteOperation,
  updateSite as updateSiteOperation,
} from '../../../api/sites/sites.ts';
import { slugify, uniqueSlug } from '../../../markdown/heading-anchor.ts';
import { atLeast, best, isFree, missing, requirePaidPlan } from '../../access.ts';
import { readExpression } from '../../content/expressions/parse.ts';
import { liveSpace, type SpaceRow } from '../../db/content/spaces.ts';
import { tellVisibility } from '../../db/integrations/integration-events.ts';
import { permissions } from '../../db/people/organizations.ts';
import { positionBetween } from '../../db/position.ts';
import {
  makeDefaultSection,
  makeDefaultSiteSpace,
  type SiteRow,
  type SiteSpaceRow,
  shownSiteSpaces,
  siteSections,
  siteSpaceCount,
  siteSpaces,
  sites,
} from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import { newId, spacePublication } from '../../urls.ts';
import { allOf, sees, visibleSpaces } from '../../who-sees.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import { visibilityOf } from '../content/spaces.ts';

/** Checks the syntax of a condition; null and an empty one mean everybody. Throws 400 naming the place. */
export function readCondition<T extends string | null | undefined>(condition: T): T | null {
  if (typeof condition !== 'string') return condition;
  if (condition.trim() === '') return null;
  readExpression('condition', condition);
  return condition;
}

/** A flag as its column keeps it; undefined where nothing is said. */
export const bitOf = (value: boolean | undefined): 0 | 1 | undefined =>
  value === undefined ? undefined : value ? 1 : 0;

export interface SiteAccess {
  /** null: a guest, who sees it by a space that it shows. */
  role: Role | null;
  origin: UserSitePermission['origin'];
}

type Site = Pick<SiteRow, 'id' | 'organization'>;

/**
 * The highest of the role in the organization and of what was given on the site. A guest without any has that of a
 * guest, where the site shows a space that they see. undefined: no access of one's own.
 */
export function siteAccess(call: Call, site: Site): SiteAccess | undefined {
  const { id, organization } = site;
  const member = call.access.memberRole(organization);
  if (member === undefined) return undefined;
  const given = call.access.givenOn(id);
  const role = best(member ?? undefined, ...given.map((one) => one.role));
  if (role === undefined) return bySpace(call, site);
  if (role === member) return { role, origin: { type: 'organization', organization } };
  const own = given.filter((one) => one.role === role);
  const team = own.some((one) => one.team === null) ? null : own[0]?.team;
  const reason = team ? { reason: 'team' as const, team } : { reason: 'member' as const };
  return { role, origin: { type: 'site', site: id, ...reason } };
}

function bySpace(call: Call, { id, organization }: Site): SiteAccess | undefined {
  const { where, params } = visibleSpaces(call, organization);
  const sql = `SELECT s.id FROM siteSpaces p JOIN spaces s ON s.id = p.space
    WHERE p.site = ? AND ${allOf(where)} ORDER BY p.position LIMIT 1`;
  const space = call.db.get<{ id: string }>(sql, id, ...params);
  return space && { role: null, origin: { type: 'space', space: space.id } };
}

/** What the caller may do on it. */
export function siteRights(call: Call, site: Site): NonNullable<SiteEntity['permissions']> {
  const role = siteAccess(call, site)?.role;
  const [creates, administers] = [atLeast(role, 'create'), atLeast(role, 'admin')];
  return {
    ...{ view: true, access: atLeast(role, 'read'), edit: atLeast(role, 'edit'), create: creates },
    ...{ admin: administers, installIntegration: administers },
    ...{ viewAdaptiveSchema: atLeast(role, 'read'), editAdaptiveSchema: creates },
  };
}

/** Throws 403 naming the role that is missing. Whoever may not see the site is refused before. */
export function requireSite(call: Call, site: Site & Pick<SiteRow, 'title'>, wanted: Role): void {
  const found = siteAccess(call, site);
  if (!atLeast(found?.role, wanted)) throw missing(wanted, `site "${site.title}"`, found?.role);
}

// Tells integrations when a site's change makes its spaces seen by others.

/** Does the change of a site, and records an event for every space whose visibility is another one after it. */
function tellingVisibility<T>(call: Call, siteId: string, change: () => T): T {
  const spaces = shownSiteSpaces(call.db, siteId).map(({ space }) => liveSpace(call.db, space));
  const before = spaces.map((space) => seenBy(call, space));
  const result = change();
  spaces.forEach((space, at) => {
    const visibility = seenBy(call, space);
    const previousVisibility = before[at] ?? visibility;
    if (visibility === previousVisibility) return;
    tellVisibility(call.db, space.organization, call.now().toISOString(), {
      spaceId: space.id,
      previousVisibility,
      visibility,
    });
  });
  return result;
}

const seenBy = (call: Call, space: SpaceRow) => visibilityOf(space, spacePublication(call, space.id));

export interface SiteRef {
  organizationId: string;
  siteId: string;
}

/** A site the caller may see. 404 when the organization has none of that id. */
export function readSite(call: Call, { organizationId, siteId }: SiteRef): SiteRow {
  call.access.requireOrganization(organizationId, 'view');
  const site = sites(call.db).find({ id: siteId, organization: organizationId });
  if (!site || !sees(call, { kind: 'site', row: site })) throw notFound('site', siteId);
  return site;
}

/** A site for whoever has a role on it, whatever that is: not for those who only see it. 404, 403. */
export function memberSite(call: Call, ref: SiteRef): SiteRow {
  const site = readSite(call, ref);
  requireSite(call, site, 'read');
  return site;
}

/** Changes what is given. 409 for a base name that is taken, 404 or 400 for a default that cannot be one. */
export function updateSite(call: Call, input: InputOf<typeof updateSiteOperation>): SiteRow {
  const site = siteToChange(call, input);
  requireAudience(call, site.organization, input.visibility);
  if (typeof input.styleguide === 'string') requireOwnSpace(call, site, input.styleguide);
  if (input.basename !== undefined) requireFreeBasename(call, site, input.basename);
  if (input.defaultSiteSection !== undefined) setDefaultSection(call, site, input.defaultSiteSection);
  if (input.defaultSiteSpace !== undefined) setDefaultSiteSpace(call, site, input.defaultSiteSpace);
  tellingVisibility(call, site.id, () => sites(call.db).update({ id: site.id }, columnsOf(input)));
  return readSite(call, input);
}

/** 404 for a space of another organization, or one that the caller does not see. */
function requireOwnSpace(call: Call, site: SiteRow, id: string): void {
  const space = liveSpace(call.db, id);
  if (space.organization !== site.organization) throw notFound('space', id);
  call.access.requireSpace(space, 'view');
}

/** Takes a site with all it holds but its spaces away; returns whether there was one. */
export function deleteSite(call: Call, { organizationId, siteId }: SiteRef): boolean {
  call.access.requireOrganization(organizationId, 'view');
  const site = sites(call.db).find({ id: siteId, organization: organizationId });
  if (!site || !sees(call, { kind: 'site', row: site })) return false;
  requireSite(call, site, 'admin');
  permissions(call.db).remove({ kind: 'site', target: siteId });
  return sites(call.db).remove({ id: siteId });
}

type Checkout = Extract<ResultOf<typeof publishSiteOperation>, { type: 'checkout' }>;

/**
 * Publishes a site. On a free plan a paid site type answers a checkout instead (src/api/README.md#sites);
 * 409 while there is nothing to show.
 */
export function publishSite(call: Call, ref: SiteRef): SiteRow | Checkout {
  const site = siteToChange(call, ref);
  if (siteSpaceCount(call.db, site.id) === 0) {
    throw conflict(`site "${site.title}" has no space to show: add one first`);
  }
  if (mustBePaid(call, site)) return { type: 'checkout', sessionId: newId() };
  tellingVisibility(call, site.id, () => sites(call.db).update({ id: site.id }, { published: 1 }));
  return readSite(call, ref);
}

export function unpublishSite(call: Call, ref: SiteRef): SiteRow {
  const site = siteToChange(call, ref);
  tellingVisibility(call, site.id, () => sites(call.db).update({ id: site.id }, { published: 0 }));
  return readSite(call, ref);
}

/** A site the caller may change. 404, 403. */
export function siteToChange(call: Call, ref: SiteRef): SiteRow {
  const site = readSite(call, ref);
  requireSite(call, site, 'create');
  return site;
}

const PAID_TYPES: SiteRow['type'][] = ['premium', 'ultimate'];

const mustBePaid = (call: Call, site: SiteRow): boolean =>
  isFree(call.db, site.organization) && PAID_TYPES.includes(site.type);

type Settings = Partial<InputOf<typeof updateSiteOperation>>;

function columnsOf(settings: Settings) {
  const { title, visibility, basename, agentsContext, adaptiveContent, proxy } = settings;
  const { defaultLevel, styleguide } = settings;
  return {
    ...{ title, visibility, basename, agentsContext, proxy, defaultLevel, styleguide },
    adaptiveContent: bitOf(adaptiveContent?.enabled),
  };
}

function requireFreeBasename(call: Call, site: SiteRow, basename: string): void {
  if (basename !== site.basename && sites(call.db).find({ organization: site.organization, basename }))
    throw conflict(`basename "${basename}" is taken by another site of the organization`);
}

function setDefaultSection(call: Call, site: SiteRow, id: string): void {
  siteSections(call.db).get({ id, site: site.id }, 'site section');
  makeDefaultSection(call.db, site.id, id);
}

/** At the root, or in the default section of a site with sections. */
function setDefaultSiteSpace(call: Call, site: SiteRow, id: string): void {
  const row = siteSpaces(call.db).get({ id, site: site.id }, 'site space');
  const section = row.section === null ? undefined : siteSections(call.db).find({ id: row.section });
  if (row.section !== null && section?.isDefault !== 1)
    throw badRequest(`defaultSiteSpace: "${id}" is not in the default section`);
  makeDefaultSiteSpace(call.db, row);
}

// New sites, and the spaces they begin with.

/** Creates an unpublished site. 404 for a space the organization does not have, 409 for one named twice. */
export function createSite(call: Call, input: InputOf<typeof createSiteOperation>): SiteRow {
  return call.db.transaction(() => {
    const organization = input.organizationId;
    call.access.requireOrganization(organization, 'createContent');
    requireAudience(call, organization, input.visibility);
    const spaces = spacesOf(call, organization, input.spaces ?? []);
    const title = input.title ?? 'Docs';
    const taken = sites(call.db).all({ organization });
    const site: SiteRow = {
      id: newId(),
      organization,
      type: input.type ?? 'basic',
      title,
      basename: uniqueSlug(
        slugify(title),
        taken.map(({ basename }) => basename),
      ),
      hostname: null,
      proxy: null,
      visibility: input.visibility ?? 'public',
      published: 0,
      adaptiveContent: 0,
      agentsContext: 'included',
      ...{ defaultLevel: 'inherit', styleguide: null },
      icon: null,
      createdAt: call.now().toISOString(),
    };
    sites(call.db).insert(site);
    for (const row of siteSpacesOf(site, spaces)) siteSpaces(call.db).insert(row);
    return site;
  });
}

/** Who pays nothing publishes to everybody. 402. */
function requireAudience(call: Call, organization: string, visibility?: SiteRow['visibility']): void {
  if (visibility === 'share-link' || visibility === 'visitor-auth')
    requirePaidPlan(call, organization, `sites with visibility ${visibility}`);
}

/** The first space is the one shown at the root. */
function siteSpacesOf(site: SiteRow, spaces: SpaceRow[]): SiteSpaceRow[] {
  const rows: SiteSpaceRow[] = [];
  for (const { id: space, title } of spaces) {
    const paths = rows.map(({ path }) => path);
    rows.push({
      ...{ id: newId(), site: site.id, section: null, space, title },
      path: uniqueSlug(slugify(title), paths),
      ...{ condition: null, draft: 0, hidden: 0, pageId: null },
      isDefault: rows.length === 0 ? 1 : 0,
      position: positionBetween(rows.at(-1)?.position),
    });
  }
  return rows;
}

const spacesOf = (call: Call, organization: string, ids: string[]): SpaceRow[] =>
  ids.map((id, index) => {
    if (ids.indexOf(id) !== index) throw conflict(`spaces: "${id}" appears twice`);
    const space = liveSpace(call.db, id);
    if (space.organization !== organization) throw notFound('space', id);
    call.access.requireSpace(space, 'view');
    return space;
  });
