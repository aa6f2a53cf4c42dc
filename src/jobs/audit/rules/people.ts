// Rules about members and their roles.

import type { OrganizationMember as Member } from '../../../api/people/members.generated.ts';
import { listMembers, listTeams } from '../../../api/people/members.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import { ROLES, type Role } from '../../../api/roles.ts';
import { isOutside } from '../../../domain/access/people.ts';
import { shell } from '../../../files/shell-word.ts';
import {
  type AuditContext,
  type AuditFinding,
  type AuditRule,
  daysSince,
  mendOf,
  nameOfUser,
  type Target,
} from '../rule.ts';

const UNSEEN_DAYS = 90;

/** Everyone in the organization, guests and disabled members included. */
export const membersOf = ({ lists, organizationId }: AuditContext): Promise<readonly Member[]> =>
  lists.all(listMembers, { organizationId });

export const memberTarget = ({ user }: Member): Target => ({
  kind: 'member',
  id: user.id,
  title: user.email ?? user.displayName,
});

export const memberFinding = (
  context: AuditContext,
  member: Member,
  said: Pick<AuditFinding, 'message' | 'mend'>,
): AuditFinding => ({ target: memberTarget(member), ...mendOf(context, member.user.id, said) });

export const isPowerful = (role: Role | null | undefined): boolean => role === 'admin' || role === 'create';

const isActiveAdmin = ({ role, disabled }: Member): boolean => role === 'admin' && !disabled;

/** Who is left when all commands have run: the caller, or who was seen last. */
const lastAdmin = (admins: readonly Member[], { caller }: AuditContext): Member | undefined =>
  admins.find(({ user }) => user.id === caller) ??
  [...admins].sort((a, b) => (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? '', 'en'))[0];

/** Who could be made the second administrator: the highest role, then the last seen. */
function successor(members: readonly Member[]): Member | undefined {
  const able = members.filter(({ role, disabled }) => role !== null && role !== 'admin' && !disabled);
  const rank = ({ role }: Member) => (role === null ? ROLES.length : ROLES.indexOf(role));
  return [...able].sort(
    (a, b) => rank(a) - rank(b) || (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? '', 'en'),
  )[0];
}

export const rules: readonly AuditRule[] = [
  {
    id: 'people/single-admin',
    severity: 'high',
    summary: 'The organization has only one administrator.',
    why: 'If that person leaves or loses access, members, billing and sign-in can no longer be managed.',
    mend: 'docs members update <member> --role admin',
    reads: [listMembers],
    async find(context) {
      const members = await membersOf(context);
      const [admin, ...others] = members.filter(isActiveAdmin);
      if (!admin || others.length > 0) return [];
      const next = successor(members);
      return [
        {
          target: memberTarget(admin),
          message: 'is the only administrator',
          mend: next && shell`docs members update ${nameOfUser(next.user)} --role admin`,
        },
      ];
    },
  },
  {
    id: 'people/unseen-admin',
    severity: 'high',
    summary: `An administrator has not been seen for ${UNSEEN_DAYS} days.`,
    why: 'If an unused account with full rights is stolen, it may take long to be noticed.',
    mend: 'docs members update <member> --role read',
    reads: [listMembers],
    async find(context) {
      const admins = (await membersOf(context)).filter(isActiveAdmin);
      const kept = lastAdmin(admins, context);
      return admins.flatMap((member) => {
        const days = daysSince(member.lastSeenAt ?? member.joinedAt, context.now);
        if (!(days >= UNSEEN_DAYS)) return [];
        const message = member.lastSeenAt
          ? `not seen for ${days} days`
          : `never seen since joining ${days} days ago`;
        const mend =
          member === kept ? undefined : shell`docs members update ${nameOfUser(member.user)} --role read`;
        return [memberFinding(context, member, { message, mend })];
      });
    },
  },
  {
    id: 'people/disabled-admin',
    severity: 'medium',
    summary: 'A disabled member still has a powerful role.',
    why: 'If the account is enabled again, it has a role that was not reviewed.',
    mend: 'docs members update <member> --role read',
    reads: [listMembers],
    async find(context) {
      const members = await membersOf(context);
      return members
        .filter(({ role, disabled }) => disabled && isPowerful(role))
        .map((member) => ({
          target: memberTarget(member),
          message: `is disabled and still has the role ${member.role}`,
          mend: shell`docs members update ${nameOfUser(member.user)} --role read`,
        }));
    },
  },
  {
    id: 'people/member-outside-domains',
    severity: 'medium',
    summary: 'A member has an email address outside the domains of the organization.',
    why: 'A personal address keeps working when its owner leaves the company.',
    mend: 'docs members update <member> --role guest',
    reads: [listMembers, getOrganization],
    async find(context) {
      const { emailDomains } = await context.lists.one(getOrganization, {
        organizationId: context.organizationId,
      });
      if (emailDomains.length === 0) return { skipped: 'the organization has no email domains' };
      const members = await membersOf(context);
      return members
        .filter(({ role, user }) => role !== null && user.email && isOutside(user.email, emailDomains))
        .map((member) =>
          memberFinding(context, member, {
            message: `has the role ${member.role} and an address outside ${emailDomains.join(', ')}`,
            mend: shell`docs members update ${nameOfUser(member.user)} --role guest`,
          }),
        );
    },
  },
  {
    id: 'people/default-role',
    severity: 'medium',
    summary: 'People who join get a powerful role.',
    why: 'Anyone with an address of the right domain can create and change content without being asked.',
    mend: 'docs orgs update <org> --default-role read',
    reads: [getOrganization],
    async find({ lists, organizationId }) {
      const { id, title, defaultRole } = await lists.one(getOrganization, { organizationId });
      if (!isPowerful(defaultRole)) return [];
      return [
        {
          target: { kind: 'organization', id, title },
          message: `people who join get the role ${defaultRole}`,
          mend: shell`docs orgs update ${id} --default-role read`,
        },
      ];
    },
  },
  {
    id: 'people/empty-team',
    severity: 'low',
    summary: 'A team has no members.',
    why: 'The next person added to it gets all of its access, which is easy to overlook.',
    mend: 'docs teams delete <team>',
    reads: [listTeams],
    async find({ lists, organizationId }) {
      const teams = await lists.all(listTeams, { organizationId });
      return teams
        .filter(({ members }) => members === 0)
        .map(({ id, title }) => ({
          target: { kind: 'team', id, title },
          message: 'has no members',
          mend: shell`docs teams delete ${id}`,
        }));
    },
  },
];
