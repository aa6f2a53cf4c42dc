// Members: their roles, and leaving. An organization always keeps an administrator.
import type { Role } from '../../../api/roles.ts';
import { type MemberRow, memberStore } from '../../db/people/members.ts';
import { userStore } from '../../db/people/users.ts';
import type { Call } from '../../sandbox.ts';
import { conflict, forbidden, notFound } from '../../wire-error.ts';

export interface MemberRef {
  organizationId: string;
  userId: string;
}

/** A member of the organization. 404 for anybody else, 403 for a caller who may list nobody but asks for another. */
export function readMember(call: Call, { organizationId, userId }: MemberRef): MemberRow {
  const own = userId === call.caller.userId;
  call.access.requireOrganization(organizationId, own ? 'view' : 'listMembers');
  return memberOf(call, { organizationId, userId });
}

export function memberOf(call: Call, { organizationId, userId }: MemberRef): MemberRow {
  const row = memberStore(call.db).row(organizationId, userId);
  if (!row) throw notFound('member', userId);
  return row;
}

/** Changes a role; null makes a guest. 409 for the last administrator. */
export function setRole(call: Call, ref: MemberRef, role: Role | null | undefined): MemberRow {
  return call.db.transaction(() => {
    call.access.requireOrganization(ref.organizationId, 'admin');
    const row = memberOf(call, ref);
    if (role === undefined) return row;
    if (role !== 'admin') requireOtherAdmin(call, row);
    memberStore(call.db).update(ref.organizationId, ref.userId, { role });
    return memberOf(call, ref);
  });
}

/** Returns whether there was one. Anybody may leave; others are removed by administrators. 409 for the last one. */
export function removeMember(call: Call, ref: MemberRef): boolean {
  return call.db.transaction(() => {
    const own = ref.userId === call.caller.userId;
    call.access.requireOrganization(ref.organizationId, own ? 'view' : 'admin');
    const row = memberStore(call.db).row(ref.organizationId, ref.userId);
    if (!row) return false;
    requireOtherAdmin(call, row);
    memberStore(call.db).remove(ref.organizationId, ref.userId);
    return true;
  });
}

function requireOtherAdmin(call: Call, { organization, user }: MemberRow): void {
  const admins = memberStore(call.db).activeAdmins(organization);
  if (!admins.includes(user) || admins.length > 1) return;
  const name = userStore(call.db).row(user)?.displayName ?? user;
  throw conflict(`${name} is the only administrator: make someone else an administrator first`);
}

export function addSso(call: Call, ref: MemberRef): MemberRow {
  return call.db.transaction(() => {
    call.access.requireOrganization(ref.organizationId, 'admin');
    memberOf(call, ref);
    memberStore(call.db).update(ref.organizationId, ref.userId, { sso: 1 });
    return memberOf(call, ref);
  });
}

/** Remembers that the caller was here. 403 for somebody who is no member. */
export function seeCaller(call: Call, organizationId: string): MemberRow {
  return call.db.transaction(() => {
    call.access.requireOrganization(organizationId, 'view');
    const { userId } = call.caller;
    memberStore(call.db).update(organizationId, userId, { lastSeenAt: call.now().toISOString() });
    const row = memberStore(call.db).row(organizationId, userId);
    if (!row) throw forbidden('you are not a member of this organization');
    return row;
  });
}
