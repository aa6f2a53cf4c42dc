// What the caller may do, from the member's role, default levels and explicit permissions.

import type { Space } from '../api/content/spaces.generated.ts';
import type { Organization } from '../api/people/organizations.generated.ts';
import { ROLES, type Role } from '../api/roles.ts';
import { type CollectionRow, collections, type SpaceRow } from './db/content/spaces.ts';
import type { Database } from './db/database.ts';
import {
  type GivenRow,
  givenTo,
  type MemberRow,
  members,
  organizations,
  type Permission,
} from './db/people/organizations.ts';
import { forbidden, notFound, WireError } from './wire-error.ts';

type OrganizationRight = keyof Organization['permissions'];
type SpaceRight = keyof Space['permissions'];
/** What a space or collection says about who may see it. */
export interface Leveled {
  id: string;
  organization: string;
  parent: string | null;
  defaultLevel: Space['defaultLevel'];
}

export interface Grants {
  /** Spaces given by name. */
  spaces: string[];
  /** Collections the caller sees, by whatever way. */
  collections: string[];
  /** Collections that were given by name, or that are in one that was. */
  below: string[];
  /** Sites given by name. */
  sites: string[];
}

export interface Access {
  /** null: a guest; undefined: not a member. */
  memberRole(organizationId: string): Role | null | undefined;
  organizationPermissions(organizationId: string): Organization['permissions'];
  /** undefined: may not see it. */
  spaceRole(space: Leveled): Role | undefined;
  spacePermissions(space: Leveled): Space['permissions'];
  collectionRole(collectionId: string): Role | undefined;
  /** What was given on a site by name or, where it names one, through a team. */
  givenOn(siteId: string): { role: Role; team: string | null }[];
  /** What lists are filtered by. */
  grants(organizationId: string): Grants;
  /** Throws 404 for an organization that is unknown to the caller, 403 naming the right that is missing. */
  requireOrganization(organizationId: string, right: OrganizationRight): void;
  /** Throws 404 for a space that the caller may not see, 403 naming the right that is missing. */
  requireSpace(space: Pick<SpaceRow, 'title'> & Leveled, right: SpaceRight): void;
}

/** Whether a role includes another one. Nobody's role (a guest's, or none) includes nothing. */
export const atLeast = (role: Role | null | undefined, wanted: Role): boolean =>
  role !== null && role !== undefined && ROLES.indexOf(role) <= ROLES.indexOf(wanted);

/** The role each right of a space needs. */
const SPACE_RIGHTS: Record<SpaceRight, Role> = {
  view: 'read',
  access: 'read',
  admin: 'admin',
  viewInviteLinks: 'admin',
  edit: 'edit',
  triggerGitSync: 'create',
  comment: 'comment',
  merge: 'review',
  review: 'review',
  installIntegration: 'admin',
};

/** What rights are worked out from. A request that asks about everyone reads it once for all of them. */
export interface Readings {
  collections: Collections;
  member(organizationId: string, userId: string): MemberRow | undefined;
  given(userId: string): readonly GivenRow[];
}

export const readingsIn = (db: Database): Readings => ({
  collections: collectionsIn(db),
  member: (organization, user) => members(db).find({ organization, user }),
  given: (user) => givenTo(db, user),
});

/** The rights of one user. Roles are read once and kept, so make one for each request. */
export function accessOf(db: Database, userId: string, readings = readingsIn(db)): Access {
  const { collections } = readings;
  const memberRole = memo((organizationId: string) => activeRole(readings.member(organizationId, userId)));
  const given = memo(readings.given);
  const granted = memo((kind: Permission['kind']) => grantsOf(given(userId), kind));
  const collectionRole = memo((id: string): Role | undefined => {
    const row = collections.row(id);
    return row && roleOn(row, 'collection');
  });
  const roleOn = (thing: Leveled, kind: 'space' | 'collection'): Role | undefined => {
    const member = memberRole(thing.organization);
    if (member === undefined) return undefined;
    if (member === 'admin') return 'admin';
    const above = thing.parent === null ? undefined : collectionRole(thing.parent);
    const explicit = granted(kind).get(thing.id);
    if (thing.defaultLevel !== 'inherit') {
      // A level of its own ends inheritance of levels, not what was given by name further up.
      const own = member === null ? undefined : (thing.defaultLevel ?? undefined);
      return best(explicit, own, grantedAbove(collections, granted('collection'), thing.parent));
    }
    return best(explicit, thing.parent === null ? (member ?? undefined) : above);
  };
  const spaceRole = (space: Leveled) => roleOn(space, 'space');
  const organizationPermissions = (id: string) =>
    organizationRights(memberRole(id), () => ownsTeam(db, id, userId));
  return {
    memberRole,
    organizationPermissions,
    spaceRole,
    collectionRole,
    givenOn: (siteId) => given(userId).filter(({ kind, target }) => kind === 'site' && target === siteId),
    grants(organizationId) {
      const all = collections.ofOrganization(organizationId).map(({ id }) => id);
      return {
        spaces: [...granted('space').keys()],
        sites: [...granted('site').keys()],
        collections: all.filter((id) => collectionRole(id) !== undefined),
        below: all.filter((id) => grantedAbove(collections, granted('collection'), id) !== undefined),
      };
    },
    spacePermissions: (space) => spaceRights(spaceRole(space)),
    requireOrganization(id, right) {
      const organization = organizations(db).find({ id });
      if (!organization || memberRole(id) === undefined) throw notFound('organization', id);
      if (!organizationPermissions(id)[right]) {
        throw missing(right, `organization "${organization.title}"`, memberRole(id));
      }
    },
    requireSpace(space, right) {
      const role = spaceRole(space);
      if (role === undefined) throw notFound('space', space.id);
      if (!spaceRights(role)[right]) throw missing(right, `space "${space.title}"`, role);
    },
  };
}

/** 403 that names the right, what it is missing on, and the role the caller has there. */
export function missing(right: string, what: string, role: Role | null | undefined) {
  const has = role === undefined ? 'you have no role there' : `your role there is ${role ?? 'guest'}`;
  return forbidden(`the right "${right}" on ${what} is missing: ${has}`);
}

const activeRole = (member: MemberRow | undefined): Role | null | undefined =>
  member && member.disabled === 0 ? member.role : undefined;

type Given = Pick<Permission, 'kind' | 'target' | 'role'>;

function grantsOf(given: readonly Given[], kind: Permission['kind']): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const grant of given) {
    const role = grant.kind === kind ? best(grant.role, roles.get(grant.target)) : undefined;
    if (role) roles.set(grant.target, role);
  }
  return roles;
}

/** Collections as a request finds them, each read once; those of an organization all at once. */
function collectionsIn(db: Database) {
  const rows = new Map<string, CollectionRow>();
  const keep = (row: CollectionRow | undefined) => {
    if (row) rows.set(row.id, row);
    return row;
  };
  return {
    row: (id: string) => rows.get(id) ?? keep(collections(db).find({ id })),
    ofOrganization: memo((organization: string) => {
      const all = collections(db).all({ organization });
      for (const row of all) keep(row);
      return all;
    }),
  };
}

type Collections = ReturnType<typeof collectionsIn>;

function grantedAbove(
  collections: Collections,
  grants: Map<string, Role>,
  parent: string | null,
): Role | undefined {
  if (parent === null) return undefined;
  const above = collections.row(parent)?.parent ?? null;
  return best(grants.get(parent), grantedAbove(collections, grants, above));
}

export const best = (...roles: (Role | undefined)[]): Role | undefined =>
  ROLES.find((role) => roles.includes(role));

export const spaceRights = (role: Role | undefined): Space['permissions'] =>
  // Safe: every right is in the list.
  Object.fromEntries(
    Object.entries(SPACE_RIGHTS).map(([right, wanted]) => [right, atLeast(role, wanted)]),
  ) as Space['permissions'];

const ownsTeam = (db: Database, organization: string, user: string): boolean =>
  db.get(
    `SELECT 1 FROM teamMembers m JOIN teams t ON t.id = m.team
     WHERE t.organization = ? AND m.user = ? AND m.role = 'owner'`,
    organization,
    user,
  ) !== undefined;

/** `ownsTeam`: whether they own a team of it. */
export function organizationRights(
  role: Role | null | undefined,
  ownsTeam = () => false,
): Organization['permissions'] {
  const admin = role === 'admin';
  const regular = role !== undefined && role !== null;
  return {
    view: role !== undefined,
    access: role !== undefined,
    admin,
    ownTeam: admin || (regular && ownsTeam()),
    createContent: atLeast(role, 'create'),
    createOpenAPISpec: atLeast(role, 'create'),
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: regular,
    listTeams: regular,
    listIntegrations: regular,
    listInstallations: regular,
    installIntegration: admin,
  };
}

function memo<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined || known.has(key)) return value as V; // what `has` says is there, is a V
    const fresh = compute(key);
    known.set(key, fresh);
    return fresh;
  };
}

/** Whether it pays nothing. */
export const isFree = (db: Database, organization: string): boolean =>
  (organizations(db).find({ id: organization })?.settings.plan ?? '').startsWith('free');

/** Throws 402 on a free plan; `feature` is what it lacks. Ask for the right first: who may not, hears nothing of plans. */
export function requirePaidPlan({ db }: { db: Database }, organization: string, feature: string): void {
  if (!isFree(db, organization)) return;
  const title = organizations(db).find({ id: organization })?.title ?? organization;
  throw new WireError(402, `the free plan of organization "${title}" does not include ${feature}`);
}
