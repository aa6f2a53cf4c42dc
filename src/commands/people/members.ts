// docs members: who belongs to an organization.

import type { OrganizationMember as Member } from '../../api/people/members.generated.ts';
import * as api from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { ROLES } from '../../api/roles.ts';
import dangers from '../../domain/dangers/people.ts';
import { command, group, late } from '../../engine/model/command.ts';
import type { Already, Flags } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import { titleOf } from '../../engine/references/names.ts';
import { called, calledPerson } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { hasRole, stateBefore, stateIfSame } from '../already.ts';
import { titleIn } from '../live-site.ts';

const ROW = ['id', 'user.email', 'role', 'sso', 'disabled', 'teams', 'spaces', 'lastSeenAt'] as const;
const shown = {
  table: ['user.displayName', ...ROW.slice(1), 'id'],
  labels: { id: 'user id' },
  // Without a role a member is a guest.
  present: (member: Member) => ({ ...member, role: member.role ?? 'guest' }),
} as const;

const members = group(
  'members',
  'Manage members',
  [
    command('list', api.listMembers, {
      columns: [...ROW, 'user.displayName'],
      ...shown,
      hidden: ['sort'],
      examples: [
        [
          'Find guests, most recently seen first',
          'docs members list --role guest --search ann --sort -lastSeenAt',
        ],
        [
          'Find admins not seen for 90 days',
          `docs members list --where '.role == "admin" and .lastSeenAt < ago("90d")'`,
        ],
      ],
    }),
    command('get', api.getMember, {
      args: ['userId'],
      columns: [...ROW, 'joinedAt', 'user.displayName'],
      labels: shown.labels,
      present: shown.present,
      examples: [
        ['Show a member by email', 'docs members get jonas@tarnpost.example'],
        ['The same as JSON', 'docs members get jonas@tarnpost.example --json'],
      ],
    }),
    command('update', api.updateMember, {
      args: ['userId'],
      columns: [...ROW, 'user.displayName'],
      ...shown,
      hidden: ['role'],
      options: [flag('--role <role>', 'new role', { choices: [...ROLES, 'guest'], required: true })],
      prepare: readRole,
      target: api.getMember,
      ...dangers['members.update'],
      stakes: ({ input, target }) => ({
        change: `from role ${target?.role ?? 'guest'} to ${input.role ?? 'guest'}`,
      }),
      already: async (run) => {
        const same = await stateIfSame(run);
        return same && { ...hasRole(String(titleOf(run.target)), run), thing: same };
      },
      // A host that does not say the role has set what was sent.
      success: ({ input }, { role = input.role, ...member }) =>
        `changed the role of ${titleOf(member) ?? input.userId} to ${role ?? 'guest'}`,
      examples: ['docs members update jonas@tarnpost.example --role review'],
      notes: 'A guest sees only what is shared with them directly.',
    }),
    command('remove', api.removeMember, {
      args: ['userId'],
      ...dangers['members.remove'],
      target: api.getMember,
      stakes: async (run) => ({
        change: `from organization "${await titleIn(run, getOrganization, 'organizationId')}"`,
      }),
      done: 'removed',
      where: async (run) => `from ${await called(run, 'organizationId', getOrganization)}`,
      success: async (run) =>
        `removed ${await calledPerson(run, api.getMember)} from ${await called(run, 'organizationId', getOrganization)}`,
      examples: ['docs members remove jonas@tarnpost.example --confirm "Jonas Weber" --dry-run'],
      notes: 'The content of the member is kept. The last administrator cannot be removed.',
    }),
    late('offboard', 'Remove members, and end or hand over everything they have', () =>
      import('../../jobs/offboard/offboard.ts').then(({ offboard }) => offboard),
    ),
    late('reconcile', 'Make members, roles and teams match a directory', () =>
      import('../../jobs/reconcile/reconcile.ts').then(({ reconcile }) => reconcile),
    ),
    command('add-sso', api.addSsoMember, {
      args: ['userId'],
      columns: [...ROW, 'user.displayName'],
      ...shown,
      done: 'required single sign-on for',
      already: alreadySso,
      success: ({ input }, member) => `required single sign-on for ${titleOf(member) ?? input.userId}`,
      examples: ['docs members add-sso jonas@tarnpost.example --dry-run'],
    }),
    command('spaces', api.listMemberSpaces, {
      none: 'no spaces that {} can see',
      idField: 'space.id',
      args: ['userId'],
      columns: ['space.id', 'space.title', 'permission', 'space.updatedAt'],
      labels: { 'space.id': 'space id' },
      examples: ['docs members spaces jonas@tarnpost.example'],
    }),
    command('teams', api.listMemberTeams, {
      none: '{} is not in a team',
      idField: 'team.id',
      args: ['userId'],
      columns: ['team.id', 'team.title', 'member.role'],
      labels: { 'team.id': 'team id' },
      examples: ['docs members teams jonas@tarnpost.example --title docs'],
    }),
    command('ping', api.pingOrganization, {
      columns: ['serviceVisitorClaims'],
      done: 'pinged',
      success: async (run) => `recorded a visit to ${await called(run, 'organizationId', getOrganization)}`,
      examples: ['docs members ping'],
      notes: 'The claims are secret and masked unless --show-secrets is given.',
    }),
  ],
  [
    ['Find guests by name', 'docs members list --role guest --search sofia'],
    ['Let a member edit', 'docs members update lucas@tarnpost.example --role edit'],
    ['See what a member can access', 'spaces'],
    ['Preview removing a member', 'remove'],
  ],
);

export default {
  ...members,
  notes: 'docs invites send invites people by email, and docs invites links create by link.',
};

/** A guest is a member without a role: `null` on the wire (src/api/README.md#roles). */
async function readRole(run: Run<Flags<'--role <role>'>>): Promise<void> {
  const { role } = run.flags;
  if (role !== undefined) run.input = { ...run.input, role: role === 'guest' ? null : role };
}

/** Who has to sign in that way already. */
async function alreadySso(run: Run): Promise<Already | undefined> {
  const member = await stateBefore(run);
  if (member.sso !== true) return undefined;
  return {
    outcome: 'already required',
    line: `single sign-on is already required for ${titleOf(member)}`,
    thing: member,
  };
}
