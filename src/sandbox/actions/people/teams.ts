// Teams and who is in them.
import type { TeamMemberRole as TeamRole } from '../../../api/people/members.generated.ts';
import { missing } from '../../access.ts';
import { members, permissions, type TeamRow, teamMembers, teams } from '../../db/people/organizations.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { teamPermissions } from '../../views/people/members.ts';
import { notFound } from '../../wire-error.ts';

export interface TeamRef {
  organizationId: string;
  teamId: string;
}

/** A team the caller may see. 404, 403. */
export function readTeam(call: Call, { organizationId, teamId }: TeamRef): TeamRow {
  call.access.requireOrganization(organizationId, 'view');
  const team = teams(call.db).find({ id: teamId });
  if (team?.organization !== organizationId) throw notFound('team', teamId);
  if (!teamPermissions(call, team).view) call.access.requireOrganization(organizationId, 'listTeams');
  return team;
}

/** A team the caller manages. 404, 403. */
function ownTeam(call: Call, ref: TeamRef): TeamRow {
  const team = readTeam(call, ref);
  if (teamPermissions(call, team).admin) return team;
  throw missing('admin', `team "${team.title}"`, call.access.memberRole(ref.organizationId));
}

/** Creates a team; the caller owns it when they are in it. 404 for who is no member of the organization. */
export function createTeam(call: Call, organization: string, title: string, members: string[]): TeamRow {
  return call.db.transaction(() => {
    call.access.requireOrganization(organization, 'admin');
    const team = { id: newId(), organization, title, createdAt: call.now().toISOString() };
    teams(call.db).insert(team);
    for (const user of new Set(members)) {
      requireMember(call, organization, user);
      teamMembers(call.db).put({
        team: team.id,
        user,
        role: user === call.caller.userId ? 'owner' : 'member',
      });
    }
    return team;
  });
}

function requireMember(call: Call, organization: string, user: string): void {
  if (!members(call.db).find({ organization, user })) throw notFound('member', user);
}

export function renameTeam(call: Call, ref: TeamRef, title: string): TeamRow {
  return call.db.transaction(() => {
    const team = ownTeam(call, ref);
    teams(call.db).update({ id: team.id }, { title });
    return { ...team, title };
  });
}

/** Returns whether there was one; what it was given goes with it. */
export function deleteTeam(call: Call, ref: TeamRef): boolean {
  return call.db.transaction(() => {
    call.access.requireOrganization(ref.organizationId, 'view');
    if (teams(call.db).find({ id: ref.teamId })?.organization !== ref.organizationId) return false;
    const team = ownTeam(call, ref);
    permissions(call.db).remove({ subject: 'team', subjectId: team.id });
    return teams(call.db).remove({ id: team.id });
  });
}

export interface TeamChange {
  add?: string[] | undefined;
  remove?: string[] | undefined;
  memberships?: Readonly<Record<string, { role: TeamRole }>> | undefined;
}

/** Adds, removes and gives roles, all or nothing. 404 for who is no member of the organization. */
export function changeMembers(
  call: Call,
  ref: TeamRef,
  { add = [], remove = [], memberships = {} }: TeamChange,
): void {
  call.db.transaction(() => {
    const team = ownTeam(call, ref);
    const inTeam = teamMembers(call.db);
    for (const user of [...add, ...Object.keys(memberships)]) requireMember(call, team.organization, user);
    for (const user of add)
      inTeam.put({ team: team.id, user, role: inTeam.find({ team: team.id, user })?.role ?? 'member' });
    for (const [user, { role }] of Object.entries(memberships)) inTeam.put({ team: team.id, user, role });
    for (const user of remove) inTeam.remove({ team: team.id, user });
  });
}

/** Returns whether they were in it. Anybody may leave. */
export function removeFromTeam(call: Call, ref: TeamRef, user: string): boolean {
  return call.db.transaction(() => {
    const team = user === call.caller.userId ? readTeam(call, ref) : ownTeam(call, ref);
    return teamMembers(call.db).remove({ team: team.id, user });
  });
}
