// What a caller may know of: the one rule that every answer follows. What somebody may not know of is not found by its
// id (404, as if there were none), and absent from lists and from all that holds it.
import { type SpaceRow, spaces } from './db/content/spaces.ts';
import { countOf, type Param } from './db/database.ts';
import type { OpenApiSpecRow } from './db/integrations/openapi.ts';
import type { SiteRow, SiteRows } from './db/sites/sites.ts';
import type { TranslationRow } from './db/translations/translations.ts';
import type { Call } from './sandbox.ts';

export interface Condition {
  where: string[];
  params: Param[];
}

/** Conditions that must all hold, as one. */
export const allOf = (where: readonly string[]): string => `(${where.join(') AND (')})`;

/** Spaces of an organization (table `spaces s`) that are not deleted and that the caller may view. */
export function visibleSpaces(call: Call, organizationId: string): Condition {
  const live = ['s.organization = ?', 's.deletedAt IS NULL'];
  const role = call.access.memberRole(organizationId);
  if (role === 'admin') return { where: live, params: [organizationId] };
  // Who is disabled keeps what was given, and sees nothing.
  if (role === undefined) return { where: ['0'], params: [] };
  const { spaces, collections, below } = call.access.grants(organizationId);
  // Without a role nothing but what was given, which the indexes find without a look at every space.
  const isGuest = role === null;
  const given = [
    's.id IN (SELECT value FROM json_each(?))',
    's.parent IN (SELECT value FROM json_each(?))',
    "(s.defaultLevel = 'inherit' AND s.parent IN (SELECT value FROM json_each(?)))",
  ];
  const byRole = [
    "(s.defaultLevel IS NOT NULL AND s.defaultLevel <> 'inherit')",
    "(s.defaultLevel = 'inherit' AND s.parent IS NULL)",
  ];
  return {
    where: [...live, [...given, ...(isGuest ? [] : byRole)].join(' OR ')],
    params: [organizationId, JSON.stringify(spaces), JSON.stringify(below), JSON.stringify(collections)],
  };
}

/** Their ids, in the order of the organization. */
export function visibleSpaceIds(call: Call, organizationId: string): string[] {
  const { where, params } = visibleSpaces(call, organizationId);
  const sql = `SELECT s.id FROM spaces s WHERE ${allOf(where)} ORDER BY s.position, s.id`;
  return call.db.all<{ id: string }>(sql, ...params).map(({ id }) => id);
}

type Thing =
  | { kind: 'organization' | 'conversations'; organization: string }
  | { kind: 'space'; row: SpaceRow }
  | { kind: 'site'; row: SiteRow }
  | { kind: 'specification'; row: Pick<OpenApiSpecRow, 'organization' | 'visibility'> }
  | { kind: 'translation'; row: Pick<TranslationRow, 'organization' | 'sourceSpace'> };

/**
 * Members see what the organization has; guests see what is public and what was given to them: spaces and sites by name,
 * the sites that show one of those spaces, published sites that are for everybody, and public specifications. Collections follow the
 * same rule by `collectionRole`.
 */
export function sees(call: Call, thing: Thing): boolean {
  switch (thing.kind) {
    case 'organization':
      return call.access.memberRole(thing.organization) !== undefined;
    case 'conversations':
      return isMember(call, thing.organization);
    case 'space':
      return call.access.spaceRole(thing.row) !== undefined;
    case 'site':
      return (
        isMember(call, thing.row.organization) || (isFor(call, thing.row) && guestSeesSite(call, thing.row))
      );
    case 'specification':
      return (
        isMember(call, thing.row.organization) ||
        (sees(call, { kind: 'organization', organization: thing.row.organization }) &&
          thing.row.visibility === 'public')
      );
    case 'translation':
      return (
        call.access.memberRole(thing.row.organization) === 'admin' ||
        seenSpace(call, thing.row.sourceSpace) !== undefined
      );
  }
}

/** Any role but that of a guest. */
function isMember(call: Call, organization: string): boolean {
  const role = call.access.memberRole(organization);
  return role !== undefined && role !== null;
}

const isFor = (call: Call, { organization }: { organization: string }) =>
  sees(call, { kind: 'organization', organization });

/** A space that is not deleted and that the caller sees. */
export function seenSpace(call: Call, id: string): SpaceRow | undefined {
  const row = spaces(call.db).find({ id, deletedAt: null });
  return row && sees(call, { kind: 'space', row }) ? row : undefined;
}

function guestSeesSite(call: Call, { id, organization }: SiteRow): boolean {
  const { where, params } = visibleSites(call, organization);
  return countOf(call.db, `sites t WHERE t.id = ? AND ${allOf(where)}`, id, ...params) > 0;
}

const EVERYTHING: Condition = { where: [], params: [] };

/** The rule as a condition on sites (`sites t`) of an organization. */
export function visibleSites(call: Call, organization: string): Condition {
  if (isMember(call, organization)) return EVERYTHING;
  const spaces = visibleSpaces(call, organization);
  return {
    where: [
      `(t.published = 1 AND t.visibility IN ('public', 'unlisted')) OR EXISTS
       (SELECT 1 FROM siteSpaces p JOIN spaces s ON s.id = p.space
        WHERE p.site = t.id AND ${allOf(spaces.where)})
       OR t.id IN (SELECT value FROM json_each(?))`,
    ],
    params: [...spaces.params, JSON.stringify(call.access.grants(organization).sites)],
  };
}

/** The rule as a condition on OpenAPI specifications of an organization. */
export const visibleSpecifications = (call: Call, organization: string): Condition =>
  isMember(call, organization) ? EVERYTHING : { where: ["visibility = 'public'"], params: [] };

/** The rule as a condition on conversations, their issues and the clusters of those. */
export const visibleConversations = (call: Call, organization: string): Condition =>
  sees(call, { kind: 'conversations', organization }) ? EVERYTHING : { where: ['0'], params: [] };

/** The rule as a condition on translations (`translations`) of an organization. */
export function visibleTranslations(call: Call, organization: string): Condition {
  if (call.access.memberRole(organization) === 'admin') return EVERYTHING;
  const { where, params } = visibleSpaces(call, organization);
  return { where: [`sourceSpace IN (SELECT s.id FROM spaces s WHERE ${allOf(where)})`], params };
}

/**
 * The parts of a site that the caller may know of: site spaces whose space they see. A section or group that holds
 * only hidden ones is hidden with them; one that holds nothing at all is not.
 */
export function visibleParts(call: Call, rows: SiteRows): SiteRows {
  const siteSpaces = rows.siteSpaces.filter(({ space }) => seenSpace(call, space));
  if (siteSpaces.length === rows.siteSpaces.length) return rows;
  const shown = new Set(siteSpaces.map(({ section }) => section));
  const filled = new Set(rows.siteSpaces.map(({ section }) => section));
  const sections = rows.sections.filter(({ id }) => shown.has(id) || !filled.has(id));
  const keeps = (group: string): boolean => {
    const inside = rows.sections.filter(({ sectionGroup }) => sectionGroup === group);
    const groups = rows.groups.filter(({ parent }) => parent === group);
    const isEmpty = inside.length === 0 && groups.length === 0;
    return isEmpty || inside.some((one) => sections.includes(one)) || groups.some(({ id }) => keeps(id));
  };
  return { ...rows, siteSpaces, sections, groups: rows.groups.filter(({ id }) => keeps(id)) };
}
