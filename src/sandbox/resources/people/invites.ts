// Invitations by email, and accepting one of any kind.
import type { InputOf } from '../../../api/operation.ts';
import type { OrganizationInviteLink } from '../../../api/people/invites.generated.ts';
import type { createLinkInvite as createOperation } from '../../../api/people/invites.ts';
import * as api from '../../../api/people/invites.ts';
import type { Role } from '../../../api/roles.ts';
import { atLeast, best } from '../../access.ts';
import { collections, spaces } from '../../db/content/spaces.ts';
import {
  addMember,
  emailInvites,
  type LinkInviteRow,
  linkInvites,
  members,
  permissions,
  samlProviders,
  users,
} from '../../db/people/organizations.ts';
import { deleted, type FidelityOf, handle, handleChange, may, reply } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { badRequest, conflict, forbidden, notFound } from '../../wire-error.ts';
import { collectionView, spaceView } from '../content/spaces.ts';
import { readOrganization } from './organizations-rules.ts';
import { collectionTarget, spaceTarget } from './permissions.ts';
import { isConfigured } from './saml.ts';

// Inviting people by email or by link, and accepting. Nobody becomes a member before they accept.

/** The user of an address; a new one has the name before the at sign. */
function userFor(call: Call, email: string): string {
  const known = users(call.db).find({ email });
  if (known) return known.id;
  const id = newId();
  const displayName = email.split('@')[0] ?? email;
  users(call.db).insert({ id, displayName, email, photoURL: null, createdAt: call.now().toISOString() });
  return id;
}

/** An invite link of an organization. 404, 403: administrators only, of the space or collection where it has one. */
function readLink(call: Call, organization: string, id: string): LinkInviteRow {
  call.access.requireOrganization(organization, 'view');
  const row = linkInvites(call.db).get({ id, organization }, 'invite');
  requireAdminOf(call, row);
  return row;
}

type LinkPlace = Pick<LinkInviteRow, 'organization' | 'kind' | 'target'>;

function requireAdminOf(call: Call, { organization, kind, target }: LinkPlace): void {
  if (kind === 'organization' || target === null) {
    call.access.requireOrganization(organization, 'admin');
    return;
  }
  const place = kind === 'space' ? spaceTarget(call, target) : collectionTarget(call, target);
  if (place.organization !== organization) throw notFound(kind, target);
  if (place.role(call) !== 'admin')
    throw forbidden(`the right "admin" on ${kind} "${place.title}" is missing`);
}

/** 400 for a space and a collection at once. */
function placeOf({ organizationId, space, collection }: InputOf<typeof createOperation>): LinkPlace {
  if (space !== undefined && collection !== undefined)
    throw badRequest('give a space or a collection, not both');
  const kind = space !== undefined ? 'space' : collection !== undefined ? 'collection' : 'organization';
  return { organization: organizationId, kind, target: space ?? collection ?? null };
}

type Given = Partial<Record<'role' | 'level', Role | null | undefined>>;

/** 400 for the field of the other kind of link, or none. */
function roleOf({ kind }: Pick<LinkInviteRow, 'kind'>, { role, level }: Given): Role | null {
  const isOrganization = kind === 'organization';
  const [own, other] = isOrganization ? [role, level] : [level, role];
  const name = isOrganization ? 'role' : 'level';
  if (own === undefined || other !== undefined)
    throw badRequest(`a link to ${isOrganization ? 'an' : 'a'} ${kind} takes ${name} alone`);
  return own;
}

function acceptLink(call: Call, { organization, kind, target, role }: LinkInviteRow): void {
  if (!readOrganization(call, organization).settings.inviteLinks)
    throw conflict('invite links are turned off for this organization');
  join(call, organization, kind === 'organization' ? role : null, 0);
  if (kind === 'organization' || target === null || role === null) return;
  const given = { kind, target, subject: 'user' as const, subjectId: call.caller.userId };
  const before = permissions(call.db).find(given)?.role;
  permissions(call.db).put({ ...given, role: best(before, role) ?? role });
}

/** Who is a member keeps the higher of both roles. */
function join(call: Call, organization: string, role: Role | null, sso: 0 | 1): void {
  const { userId } = call.caller;
  const member = members(call.db).find({ organization, user: userId });
  if (member?.disabled) throw forbidden('your membership of this organization is disabled');
  if (member) {
    const higher = best(member.role ?? undefined, role ?? undefined) ?? null;
    members(call.db).update({ organization, user: userId }, { role: higher });
    return;
  }
  addMember(call.db, { organization, user: userId, role, sso, at: call.now().toISOString() });
}

// Invite links as the platform shows them.

const organizationLinkView = ({ id, role }: LinkInviteRow) => ({
  object: 'invite' as const,
  id,
  role,
  redundant: false,
});

/** It is redundant where every member has as much by the level of the space or collection. */
function linkInviteView(call: Call, row: LinkInviteRow): OrganizationInviteLink {
  const { id, kind, target, role } = row;
  if (kind === 'organization' || target === null) return organizationLinkView(row);
  const place =
    kind === 'space' ? spaces(call.db).find({ id: target }) : collections(call.db).find({ id: target });
  if (!place) throw notFound(kind, target);
  const level = place.defaultLevel === 'inherit' ? undefined : place.defaultLevel;
  const redundant = role === null || atLeast(level, role);
  const shown = { object: 'invite' as const, id, level: role, redundant };
  return 'editMode' in place
    ? { ...shown, space: spaceView(call, place) }
    : { ...shown, collection: collectionView(call, place) };
}

const REDUNDANT = 'A link is called redundant by the level of its space or collection alone.';

export default [
  // Who is a member already is left out. The ID of an invitation is that of the user it is for.
  handleChange(api.sendInvites, (call, input) => {
    const organization = input.organizationId;
    call.access.requireOrganization(organization, 'admin');
    const canSso = samlProviders(call.db).all({ organization }, 'createdAt, rowid').some(isConfigured);
    const invites = input.emails.map((one) =>
      typeof one === 'string' ? { email: one, role: input.role ?? null } : one,
    );
    const failed = input.sso === true && !canSso ? invites.map(({ email }) => email) : [];
    const users = new Set<string>();
    for (const { email, role } of failed.length > 0 ? [] : invites) {
      const user = userFor(call, email);
      if (members(call.db).find({ organization, user })) continue;
      const sso = input.sso === true ? 1 : 0;
      emailInvites(call.db).put({ organization, user, role, sso, createdAt: call.now().toISOString() });
      users.add(user);
    }
    return { users: [...users], invited: users.size, failedSSOEmails: failed };
  }),

  // Makes the caller a member, with what the invitation gives. 404 for one that is not theirs.
  handleChange(api.acceptInvite, (call, { organizationId: organization, inviteId: id }) => {
    const { userId } = call.caller;
    const link = linkInvites(call.db).find({ id, organization });
    const email = id === userId ? emailInvites(call.db).find({ organization, user: userId }) : undefined;
    if (!link && !email) throw notFound('invite', id);
    if (link) acceptLink(call, link);
    else if (email) join(call, organization, email.role, email.sso);
    if (email) emailInvites(call.db).remove({ organization, user: userId });
    return {};
  }),

  handle(api.listLinkInvites, may('admin'), (call, { organizationId, ...query }) =>
    pageOfRows(call.db, linkInvites, {
      where: { organization: organizationId, kind: 'organization' },
      query,
      item: organizationLinkView,
    }),
  ),

  handleChange(api.createLinkInvite, (call, input) => {
    const place = placeOf(input);
    const role = roleOf(place, input);
    requireAdminOf(call, place);
    const organization = readOrganization(call, input.organizationId);
    if (!organization.settings.inviteLinks)
      throw conflict(`invite links are turned off for organization "${organization.title}"`);
    const row = { ...place, id: newId(), role, createdAt: call.now().toISOString() };
    linkInvites(call.db).insert(row);
    return reply(201, linkInviteView(call, row));
  }),

  handle(api.getLinkInvite, (call, { organizationId, inviteId }) =>
    linkInviteView(call, readLink(call, organizationId, inviteId)),
  ),

  handleChange(api.updateLinkInvite, (call, input) => {
    const row = readLink(call, input.organizationId, input.inviteId);
    linkInvites(call.db).update({ id: row.id }, { role: roleOf(row, input) });
    return linkInviteView(call, readLink(call, input.organizationId, input.inviteId));
  }),

  handleChange(api.revokeLinkInvite, (call, { organizationId, inviteId }) => {
    const isThere = linkInvites(call.db).find({ id: inviteId, organization: organizationId }) !== undefined;
    if (isThere) readLink(call, organizationId, inviteId);
    else call.access.requireOrganization(organizationId, 'admin');
    return deleted(linkInvites(call.db).remove({ id: inviteId, organization: organizationId }));
  }),
];

export const fidelity: FidelityOf = {
  'invites.send': 'No email is sent: the ID of an invitation is that of the user it is for.',
  'linkInvites.create': REDUNDANT,
  'linkInvites.get': REDUNDANT,
  'linkInvites.update': REDUNDANT,
};
