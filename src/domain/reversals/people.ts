// Taking back what was done to organizations, members, teams and sign-in.

import { type Operation, splitInput } from '../../api/operation.ts';
import * as invites from '../../api/people/invites.ts';
import * as members from '../../api/people/members.ts';
import { getOrganization, updateOrganization } from '../../api/people/organizations.ts';
import type { Client } from '../../client/client.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  cannotUndo,
  GONE,
  type Input,
  type Item,
  inList,
  made,
  type Reversals,
  restoring,
  textsIn,
  type Undo,
} from './reversal.ts';

/** In a team a member stands with the person and the role. */
const userOf = ({ organization }: Item): unknown => asItem(asItem(organization).user).id;
const teamRole = (item: Item | undefined) => ({ role: asItem(item?.team).role });
/** By its input only: what a journal holds is plain data. */
const teamMembers: Operation = members.listTeamMembers;
const teamMember = inList(teamMembers, 'userId', userOf);

function roleBack(change: Change): Undo {
  const place = splitInput(members.setTeamMember, change.input).params;
  const before = change.before === null ? undefined : beforeOf(change);
  const original = teamRole(before);
  const back = before
    ? { operation: members.setTeamMember, input: { ...place, ...original } }
    : { operation: members.removeTeamMember, input: place };
  return { ...back, project: teamRole, mayBeGone: true, original, expected: { role: change.input.role } };
}

/** Whoever a change of a team names, with the role before; null: was not in it. */
async function rolesOf(client: Client, input: Input): Promise<Item> {
  const { add, remove, memberships } = input;
  const named = [...textsIn(add), ...textsIn(remove), ...Object.keys(asItem(memberships))];
  const roles: Record<string, unknown> = Object.fromEntries(named.map((user) => [user, null]));
  for await (const { items } of client.pages(teamMembers, splitInput(teamMembers, input).params)) {
    for (const item of items.map(asItem)) {
      const user = String(userOf(item));
      if (user in roles) roles[user] = teamRole(item).role;
    }
  }
  return roles;
}

function membersBack(change: Change) {
  const before = beforeOf(change);
  const users = Object.keys(before);
  const inside = users.filter((user) => before[user] !== null);
  const memberships = Object.fromEntries(inside.map((user) => [user, { role: before[user] }]));
  const left = Object.fromEntries(users.map((user) => [user, roleLeft(change.input, user, before[user])]));
  const [only = '', another] = users;
  // Of several members, each is a field of its own.
  const project = (item: Item = {}): Item => (another === undefined ? { role: item[only] } : item);
  return {
    operation: members.changeTeamMembers,
    input: {
      ...splitInput(members.changeTeamMembers, change.input).params,
      add: inside,
      remove: users.filter((user) => before[user] === null),
      memberships,
    },
    project,
    original: project(before),
    expected: project(left),
  };
}

/** The role in the team that a change leaves someone with: who is added without one becomes a member. */
function roleLeft({ remove, memberships }: Input, user: string, before: unknown): unknown {
  if (textsIn(remove).includes(user)) return null;
  return asItem(asItem(memberships)[user]).role ?? before ?? 'member';
}

export default {
  'orgs.update': restoring(updateOrganization, {
    read: byGet(getOrganization),
    fields: { logo: ({ urls }) => asItem(urls).logo },
  }),
  'orgs.join': { why: 'an administrator can remove you', hint: 'docs members remove --help' },
  'orgs.create': { why: 'the platform cannot delete an organization' },
  'invites.send': {
    why: 'the invitations were already sent',
    hint: 'withdraw them in the app, on the members page of the organization settings',
  },
  'invites.accept': { why: 'an administrator can remove you', hint: 'docs members remove --help' },
  'linkInvites.create': made('docs invites links revoke {id}'),
  'linkInvites.update': restoring(invites.updateLinkInvite, { read: byGet(invites.getLinkInvite) }),
  'linkInvites.revoke': { why: 'a revoked link stays revoked' },
  'members.update': restoring(members.updateMember, { read: byGet(members.getMember) }),
  'members.remove': {
    read: byGet(members.getMember),
    why: 'a removed member must be invited again',
    hint: 'docs invites send {email} --role {role}',
  },
  'members.addSso': { read: byGet(members.getMember), why: 'the platform cannot turn this off again' },
  'members.ping': { why: 'nothing was changed' },
  'teams.update': restoring(members.updateTeam, { read: byGet(members.getTeam) }),
  'teams.create': made('docs teams delete {id}'),
  'teams.delete': { read: byGet(members.getTeam), why: GONE },
  'teamMembers.set': { read: teamMember, undo: roleBack },
  'teamMembers.remove': {
    read: teamMember,
    undo(change) {
      if (change.before === null) throw cannotUndo('the member was not in the team');
      return roleBack(change);
    },
  },
  'teamMembers.change': { read: rolesOf, undo: membersBack },
  'saml.update': restoring(invites.updateSamlProvider, {
    read: byGet(invites.getSamlProvider),
    fields: { defaultTeam: ({ defaultTeam }) => asItem(defaultTeam).id },
  }),
  'saml.create': made('docs saml delete {id}'),
  'saml.delete': { read: byGet(invites.getSamlProvider), why: GONE },
  'conversations.ingest': { why: 'ingested conversations stay' },
} satisfies Reversals;
