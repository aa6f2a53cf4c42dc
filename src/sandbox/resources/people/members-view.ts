// Members and teams as the platform shows them.
import type {
  OrganizationMember as Member,
  OrganizationTeam as Team,
  OrganizationTeamMember as TeamMember,
  User,
} from '../../../api/people/members.generated.ts';
import { nonNull } from '../../../files/lists.ts';
import { accessOf, type Readings, readingsIn } from '../../access.ts';
import { countOf } from '../../db/database.ts';
import {
  givenTo,
  type MemberRow,
  type TeamRow,
  teamMembers,
  type UserRow,
  users,
} from '../../db/people/organizations.ts';
import { sites } from '../../db/sites/sites.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { allOf, visibleSpaces } from '../../who-sees.ts';

type Context = Pick<Sandbox, 'db' | 'origin'>;

/** A user by id. One who is gone stays readable by what they wrote. */
export function userView(sandbox: Context, userId: string): User {
  const gone = { id: userId, displayName: 'Former user', email: null, photoURL: null };
  return toUser(sandbox, users(sandbox.db).find({ id: userId }) ?? gone);
}

export function toUser(sandbox: Context, row: Omit<UserRow, 'createdAt'>): User {
  return {
    object: 'user',
    id: row.id,
    displayName: row.displayName,
    ...nonNull({ email: row.email, photoURL: row.photoURL }),
    urls: { location: locationUrl(sandbox, `/v1/users/${row.id}`) },
  };
}

export const memberView = (call: Call, row: MemberRow): Member => memberViews(call)(row);

/** Views of many members: what is counted alike for all who were given the same is counted once. */
export function memberViews(call: Call): (row: MemberRow) => Member {
  const counts = new Map<string, number>();
  return (row) => viewOf(call, row, counts);
}

const viewOf = (call: Call, row: MemberRow, counts: Map<string, number>): Member => ({
  object: 'member',
  id: row.user,
  role: row.role,
  user: userView(call, row.user),
  disabled: row.disabled === 1,
  joinedAt: row.joinedAt,
  ...nonNull({ lastSeenAt: row.lastSeenAt }),
  sso: row.sso === 1,
  spaces: spacesOf(call, row, counts),
  teams: teamsOf(call, row),
  sites: sitesOf(call, row),
});

/** The same request as if a member had sent it: for what they see. */
export const asMember = (call: Call, userId: string, readings = sharedReadings(call)): Call => ({
  ...call,
  caller: { kind: 'user', userId },
  access: accessOf(call.db, userId, readings),
});

/** A list of members reads the collections once. */
function sharedReadings(call: Call): Readings {
  const readings = shared.get(call) ?? readingsIn(call.db);
  shared.set(call, readings);
  return readings;
}

const shared = new WeakMap<Call, Readings>();

/** Those of the organization, and for a guest the ones that were given to them. */
function sitesOf({ db }: Call, { organization, user, role, disabled }: MemberRow): number {
  if (disabled === 1) return 0;
  if (role !== null) return sites(db).count({ organization });
  const given = givenTo(db, user);
  return new Set(given.flatMap(({ kind, target }) => (kind === 'site' ? [target] : []))).size;
}

function spacesOf(call: Call, row: MemberRow, counts: Map<string, number>): number {
  const { organization, user, role, disabled } = row;
  if (disabled === 1) return 0;
  const given = role === 'admin' ? [] : givenTo(call.db, user);
  const key = JSON.stringify([
    organization,
    role,
    ...given.map(({ kind, target }) => `${kind} ${target}`).sort(),
  ]);
  const known = counts.get(key);
  if (known !== undefined) return known;
  const { where, params } = visibleSpaces(asMember(call, user), organization);
  const count = countOf(call.db, `spaces s WHERE ${allOf(where)}`, ...params);
  counts.set(key, count);
  return count;
}

const teamsOf = ({ db }: Call, { organization, user }: MemberRow): number =>
  countOf(
    db,
    'teamMembers m JOIN teams t ON t.id = m.team WHERE m.user = ? AND t.organization = ?',
    ...[user, organization],
  );

/** How many spaces a team was given by name, or with the collection that they are in. */
const GIVEN_SPACES = `
WITH RECURSIVE given (kind, id) AS (
  SELECT kind, target FROM permissions
  WHERE subject = 'team' AND subjectId = ? AND kind IN ('space', 'collection')
  UNION SELECT 'collection', c.id FROM collections c JOIN given g ON g.kind = 'collection' AND c.parent = g.id)
SELECT count(*) AS n FROM spaces s WHERE s.deletedAt IS NULL AND
  (s.id IN (SELECT id FROM given WHERE kind = 'space') OR s.parent IN (SELECT id FROM given WHERE kind = 'collection'))`;

export function teamView(call: Call, row: TeamRow): Team {
  return {
    object: 'team',
    id: row.id,
    title: row.title,
    members: teamMembers(call.db).count({ team: row.id }),
    spaces: call.db.get<{ n: number }>(GIVEN_SPACES, row.id)?.n ?? 0,
    createdAt: row.createdAt,
    permissions: teamPermissions(call, row),
  };
}

/** Administrators of the organization, and the owners of a team, manage it. */
export function teamPermissions(call: Call, { id, organization }: TeamRow): Team['permissions'] {
  const { admin, listTeams } = call.access.organizationPermissions(organization);
  const role = teamMembers(call.db).find({ team: id, user: call.caller.userId })?.role;
  return { admin: admin || role === 'owner', view: listTeams || role !== undefined };
}

export function teamMemberViews(
  call: Call,
  team: TeamRow,
): (row: MemberRow & { teamRole: TeamMember['team']['role'] }) => TeamMember {
  const view = memberViews(call);
  const permissions = teamPermissions(call, team);
  return (row) => ({ organization: view(row), team: { role: row.teamRole }, permissions });
}
