// Rules about access that was given by name, and about invite links.

import { listCollections } from '../../../api/content/collections.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import { listCollectionUsers } from '../../../api/people/collection-permissions.ts';
import { listLinkInvites } from '../../../api/people/link-invites.ts';
import { listMembers, type Member } from '../../../api/people/members.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import { listSpaceUsers, type UserContentPermission } from '../../../api/people/space-permissions.ts';
import { shell } from '../../../files/shell-word.ts';
import { includes } from '../../access/levels.ts';
import { isOutside } from '../../access/people.ts';
import {
  type AuditContext,
  type AuditFinding,
  type AuditRule,
  type Found,
  nameOfUser,
  type Target,
} from '../rule.ts';
import { isPowerful, membersOf } from './people.ts';

interface Place extends Target {
  kind: 'space' | 'collection';
}

async function placesOf({ lists, organizationId }: AuditContext): Promise<Place[]> {
  const [spaces, collections] = await Promise.all([
    lists.all(listSpaces, { organizationId }),
    lists.all(listCollections, { organizationId }),
  ]);
  return [
    ...spaces.map(({ id, title }): Place => ({ kind: 'space', id, title })),
    ...collections.map(({ id, title }): Place => ({ kind: 'collection', id, title })),
  ];
}

const READS = [listSpaces, listCollections, listSpaceUsers, listCollectionUsers];

/** A finding for each grant by name that is one: the person has it on that very place. */
async function grants(
  context: AuditContext,
  judge: (grant: UserContentPermission, place: Place) => Pick<AuditFinding, 'message' | 'mend'> | undefined,
): Promise<Found> {
  const { lists } = context;
  return lists.each(await placesOf(context), async (place): Promise<AuditFinding[]> => {
    const given =
      place.kind === 'space'
        ? await lists.all(listSpaceUsers, { spaceId: place.id })
        : await lists.all(listCollectionUsers, { collectionId: place.id });
    return given.flatMap((grant) => {
      const found = judge(grant, place);
      if (!found) return [];
      const { id, email, displayName } = grant.user;
      return [
        {
          ...found,
          target: { kind: 'member', id, title: email ?? displayName },
          within: place,
          key: place.id,
        },
      ];
    });
  });
}

const flagOf = ({ kind, id }: Place): string => shell`--${kind} ${id}`;

const guestsOf = (members: readonly Member[]) =>
  new Set(members.filter(({ role }) => role === null).map(({ user }) => user.id));

export const rules: readonly AuditRule[] = [
  {
    id: 'access/guest-can-edit',
    severity: 'medium',
    summary: 'A guest can edit a space or collection.',
    why: 'Guests come from outside and are seldom reviewed; few of them need to do more than read or comment.',
    mend: 'docs permissions set <member> read --space <space>',
    reads: [listMembers, ...READS],
    async find(context) {
      const guests = guestsOf(await membersOf(context));
      return grants(context, ({ user, permission }, place) =>
        guests.has(user.id) && includes(permission, 'edit')
          ? {
              message: `is a guest with ${permission} on ${place.kind} "${place.title}"`,
              mend: `${shell`docs permissions set ${nameOfUser(user)} read`} ${flagOf(place)}`,
            }
          : undefined,
      );
    },
  },
  {
    id: 'access/outside-domains',
    severity: 'medium',
    summary: 'Someone outside the email domains has access to a space or collection.',
    why: 'Direct access of an outside address is easy to forget, and stays.',
    mend: 'docs permissions revoke <member> --space <space>',
    reads: [getOrganization, ...READS],
    async find(context) {
      const { emailDomains } = await context.lists.one(getOrganization, {
        organizationId: context.organizationId,
      });
      if (emailDomains.length === 0) return { skipped: 'the organization has no email domains' };
      return grants(context, ({ user, permission }, place) =>
        user.email !== undefined && isOutside(user.email, emailDomains)
          ? {
              message: `has ${permission} on ${place.kind} "${place.title}" with an address outside ${emailDomains.join(', ')}`,
              mend: `${shell`docs permissions revoke ${nameOfUser(user)}`} ${flagOf(place)}`,
            }
          : undefined,
      );
    },
  },
  {
    id: 'access/invite-link-open',
    severity: 'medium',
    summary: 'An invite link lets anyone who has it join.',
    why: 'A link can be passed on to anyone, and it does not expire.',
    mend: 'docs orgs invites revoke <invite>',
    reads: [getOrganization, listLinkInvites],
    find: (context) =>
      invites(
        context,
        () => true,
        (role) => `anyone who has the link joins as ${role ?? 'guest'}`,
        revoked,
      ),
  },
  {
    id: 'access/invite-link-role',
    severity: 'high',
    summary: 'An invite link gives a powerful role.',
    why: 'Anyone who finds the link gets all rights of this role.',
    mend: 'docs invites links update <invite> --role read',
    reads: [getOrganization, listLinkInvites],
    find: (context) =>
      invites(
        context,
        isPowerful,
        (role) => `anyone who has the link becomes ${role}`,
        (id) => shell`docs invites links update ${id} --role read`,
      ),
  },
];

type InviteRole = Parameters<typeof isPowerful>[0];

const revoked = (id: string): string => shell`docs orgs invites revoke ${id}`;

async function invites(
  { lists, organizationId }: AuditContext,
  isFault: (role: InviteRole) => boolean,
  message: (role: InviteRole) => string,
  mend: (id: string) => string,
): Promise<Found> {
  const { inviteLinks } = await lists.one(getOrganization, { organizationId });
  // Where invite links are turned off, none of them works.
  if (!inviteLinks) return [];
  const links = await lists.all(listLinkInvites, { organizationId });
  return links
    .filter(({ role }) => isFault(role))
    .map(({ id, role }) => ({
      target: { kind: 'invite link', id, title: id },
      message: message(role),
      mend: mend(id),
    }));
}
