// Teams and who is in them.
import type { TeamMemberRole as TeamRole } from '../../../api/people/teams.generated.ts';
import { missing } from '../../access.ts';
import { memberStore, permissionStore } from '../../db/people/members.ts';
import { type TeamRow, teamStore } from '../../db/people/teams.ts';
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
  const team = teamStore(call.db).row(teamId);
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
    teamStore(call.db).insert(team);
    for (const user of new Set(members)) {
      requireMember(call, organization, user);
      teamStore(call.db).addMember(team.id, user, user === call.caller.userId ? 'owner' : 'member');
    }
    return team;
  });
}

function requireMember(call: Call, organization: string, user: string): void {
  if (!memberStore(call.db).row(organization, user)) throw notFound('member', user);
}

export function renameTeam(call: Call, ref: TeamRef, title: string): TeamRow {
  return call.db.transaction(() => {
    const team = ownTeam(call, ref);
    teamStore(call.db).rename(team.id, title);
    return { ...team, title };
  });
}

/** Returns whether there was one; what it was given goes with it. */
export function deleteTeam(call: Call, ref: TeamRef): boolean {
  return call.db.transaction(() => {
    call.access.requireOrganization(ref.organizationId, 'view');
    if (teamStore(call.db).row(ref.teamId)?.organization !== ref.organizationId) return false;
    const team = ownTeam(call, ref);
    permissionStore(call.db).revokeFrom('team', team.id);
    return teamStore(call.db).remove(team.id);
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
    const store = teamStore(call.db);
    for (const user of [...add, ...Object.keys(memberships)]) requireMember(call, team.organization, user);
    for (const user of add) store.addMember(team.id, user, store.roleIn(team.id, user) ?? 'member');
    for (const [user, { role }] of Object.entries(memberships)) store.addMember(team.id, user, role);
    for (const user of remove) store.removeMember(team.id, user);
  });
}

/** Returns whether they were in it. Anybody may leave. */
export function removeFromTeam(call: Call, ref: TeamRef, user: string): boolean {
  return call.db.transaction(() => {
    const team = user === call.caller.userId ? readTeam(call, ref) : ownTeam(call, ref);
    return teamStore(call.db).removeMember(team.id, user);
  });
}
