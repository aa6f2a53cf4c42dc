// Members and teams as the platform shows them.
import type { Member } from '../../../api/people/members.ts';
import type { TeamMember } from '../../../api/people/team-members.ts';
import type { Team } from '../../../api/people/teams.ts';
import { accessOf, collectionsIn } from '../../access.ts';
import type { MemberRow } from '../../db/people/members.ts';
import { type TeamRow, teamStore } from '../../db/people/teams.ts';
import type { Call } from '../../sandbox.ts';
import { visibleSpaces } from '../../visible-spaces.ts';
import { userView } from './users.ts';

export function memberView(call: Call, row: MemberRow): Member {
  return {
    object: 'member',
    id: row.user,
    role: row.role,
    user: userView(call, row.user),
    disabled: row.disabled === 1,
    joinedAt: row.joinedAt,
    ...(row.lastSeenAt !== null && { lastSeenAt: row.lastSeenAt }),
    sso: row.sso === 1,
    spaces: spacesOf(call, row),
    teams: teamsOf(call, row),
  };
}

/** The same request as if a member had sent it: for what they see. */
export function asMember(call: Call, userId: string): Call {
  const collections = shared.get(call) ?? collectionsIn(call.db);
  shared.set(call, collections);
  return { ...call, caller: { kind: 'user', userId }, access: accessOf(call.db, userId, collections) };
}

/** A list of members reads the collections once. */
const shared = new WeakMap<Call, ReturnType<typeof collectionsIn>>();

function spacesOf(call: Call, { organization, user, disabled }: MemberRow): number {
  if (disabled === 1) return 0;
  const { where, params } = visibleSpaces(asMember(call, user), organization);
  const sql = `SELECT count(*) AS n FROM spaces s WHERE (${where.join(') AND (')})`;
  return call.db.get<{ n: number }>(sql, ...params)?.n ?? 0;
}

const teamsOf = ({ db }: Call, { organization, user }: MemberRow): number =>
  db.get<{ n: number }>(
    'SELECT count(*) AS n FROM teamMembers m JOIN teams t ON t.id = m.team WHERE m.user = ? AND t.organization = ?',
    user,
    organization,
  )?.n ?? 0;

export function teamView(call: Call, row: TeamRow): Team {
  return {
    object: 'team',
    id: row.id,
    title: row.title,
    members: teamStore(call.db).memberCount(row.id),
    spaces: teamStore(call.db).spaceCount(row.id),
    createdAt: row.createdAt,
    permissions: teamPermissions(call, row),
  };
}

/** Administrators of the organization, and the owners of a team, manage it. */
export function teamPermissions(call: Call, { id, organization }: TeamRow): Team['permissions'] {
  const { admin, listTeams } = call.access.organizationPermissions(organization);
  const role = teamStore(call.db).roleIn(id, call.caller.userId);
  return { admin: admin || role === 'owner', view: listTeams || role !== undefined };
}

export function teamMemberView(
  call: Call,
  team: TeamRow,
  row: MemberRow & { teamRole: TeamMember['team']['role'] },
): TeamMember {
  return {
    organization: memberView(call, row),
    team: { role: row.teamRole },
    permissions: teamPermissions(call, team),
  };
}
