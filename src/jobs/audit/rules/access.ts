// Rules about access that was given by name, to a member or through a team, and about invite links.

import { listCollections } from '../../../api/content/collections.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import type { OrganizationInviteLink } from '../../../api/people/invites.generated.ts';
import { getLinkInvite, listLinkInvites } from '../../../api/people/invites.ts';
import type { OrganizationMember as Member } from '../../../api/people/members.generated.ts';
import { listMemberSpaces, listMembers, listTeamMembers, listTeams } from '../../../api/people/members.ts';
import {
  getOrganization,
  listAuditEventActions,
  listAuditEvents,
} from '../../../api/people/organizations.ts';
import { listSites } from '../../../api/sites/sites.ts';
import { mapPool } from '../../../client/pool.ts';
import { type Grant, LIST, readTeamGrants, readUserGrants } from '../../../domain/access/grants.ts';
import { includes } from '../../../domain/access/levels.ts';
import { isOutside } from '../../../domain/access/people.ts';
import type { Thing } from '../../../domain/access/wanted.ts';
import { shell } from '../../../files/shell-word.ts';
import { asThings } from '../../access/holdings.ts';
import { readMadeLinks } from '../../access/traces.ts';
import { refusalOf } from '../lists.ts';
import {
  type AuditContext,
  type AuditFinding,
  type AuditRule,
  type Found,
  nameOfUser,
  type Target,
} from '../rule.ts';
import { isPowerful, memberFinding, membersOf } from './people.ts';

/** Lists of guests for each space: above that, asking the spaces themselves costs hardly more. */
const MOST_LISTS = 0.5;

/** Everything on which any of these members may have been given something. */
async function placesOf(context: AuditContext, members: readonly Member[]): Promise<Thing[]> {
  const { lists, organizationId } = context;
  const [spaces, collections, sites] = await Promise.all([
    lists.all(listSpaces, { organizationId }),
    lists.all(listCollections, { organizationId }),
    lists.all(listSites, { organizationId }),
  ]);
  const isFew = members.length <= spaces.length * MOST_LISTS;
  const open = isFew ? await openTo(context, members) : undefined;
  return asThings({ spaces: open ? spaces.filter(({ id }) => open.has(id)) : spaces, collections, sites });
}

/**
 * The spaces that these members see: a guest has nothing but what was given. Undefined where that may be less than was
 * given (who is disabled sees nothing) or comes of a role too, and where the lists may not be read.
 */
async function openTo(
  { lists, organizationId, concurrency }: AuditContext,
  members: readonly Member[],
): Promise<ReadonlySet<string> | undefined> {
  if (members.some(({ role, disabled }) => role !== null || disabled)) return undefined;
  const seen = new Set<string>();
  for (const result of await mapPool(members, concurrency, ({ user }) =>
    lists.all(listMemberSpaces, { organizationId, userId: user.id }),
  )) {
    if (result.ok) for (const { space } of result.value) seen.add(space.id);
    else if (refusalOf(result.error) === undefined) throw result.error;
    else return undefined;
  }
  return seen;
}

const READS = [
  ...[listMembers, listMemberSpaces, listSpaces, listCollections, listSites, listTeams, listTeamMembers],
  ...Object.values(LIST.user),
  ...Object.values(LIST.team),
];

/** What counts as a fault: whose access, from which level on, what is said, and what ends it where it is their own. */
interface Judgement {
  isFault: (member: Member) => boolean;
  isEnough: (level: Grant['level']) => boolean;
  message: (has: string) => string;
  mend: (who: string) => string;
}

interface Given {
  place: Thing;
  level: Grant['level'];
}

/** A finding for each grant by name, on that very place, and one for each team that gives somebody anything. */
async function grants(context: AuditContext, judgement: Judgement): Promise<Found> {
  const { lists, organizationId } = context;
  const members = (await membersOf(context)).filter(judgement.isFault);
  const people = new Map(members.map((member) => [member.user.id, member]));
  if (people.size === 0) return [];
  const places = await placesOf(context, members);
  const ref = (place: Thing) => ({ ...place, organizationId });
  const own = await lists.each(places, async (place) => {
    const given = await readUserGrants(lists.client, ref(place));
    return given.flatMap(({ id, level }) => {
      const member = people.get(id);
      return member && judgement.isEnough(level)
        ? [ownFinding(context, judgement, { member, place, level })]
        : [];
    });
  });
  const teams = await teamsOf(context, people);
  // Few teams have anybody from outside: without one, no grant to a team is read.
  const given = await lists.each(teams.size > 0 ? places : [], async (place) =>
    (await readTeamGrants(lists.client, ref(place)))
      .filter(({ id, level }) => teams.has(id) && judgement.isEnough(level))
      .map(({ id, level }) => ({ team: id, place, level })),
  );
  const byTeam = [...teams.values()].flatMap((team) => {
    const all = given.findings.filter((one) => one.team === team.id);
    return all.length === 0
      ? []
      : team.members.map((member) => teamFinding(context, judgement, { member, team, given: all }));
  });
  const skipped = own.skipped ?? given.skipped;
  return { findings: [...own.findings, ...byTeam], ...(skipped !== undefined && { skipped }) };
}

interface TeamOf extends Target {
  members: Member[];
}

/** Those in which any of these people is. */
async function teamsOf({ lists, organizationId }: AuditContext, people: ReadonlyMap<string, Member>) {
  const found = new Map<string, TeamOf>();
  for (const { id, title, members: count } of await lists.all(listTeams, { organizationId })) {
    if (count === 0) continue;
    const all = await lists.all(listTeamMembers, { organizationId, teamId: id });
    const members = all.flatMap(({ organization }) => people.get(organization.user.id) ?? []);
    if (members.length > 0) found.set(id, { kind: 'team', id, title, members });
  }
  return found;
}

function ownFinding(
  context: AuditContext,
  { message, mend }: Judgement,
  { member, place, level }: Given & { member: Member },
): AuditFinding {
  const { kind, id, title } = place;
  return findingIn(context, member, place, {
    message: message(`${level} on ${kind} "${title}"`),
    mend: `${mend(nameOfUser(member.user))} ${shell`--${kind} ${id}`}`,
  });
}

const findingIn = (
  context: AuditContext,
  member: Member,
  { kind, id, title }: NonNullable<AuditFinding['within']>,
  said: Parameters<typeof memberFinding>[2],
): AuditFinding => ({ ...memberFinding(context, member, said), within: { kind, id, title }, key: id });

function teamFinding(
  context: AuditContext,
  { message }: Judgement,
  { member, team, given }: { member: Member; team: TeamOf; given: readonly Given[] },
): AuditFinding {
  const [first, ...more] = given;
  const place = first ? `${first.level} on ${first.place.kind} "${first.place.title}"` : '';
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return findingIn(context, member, team, {
    message: message(`${place}${others} through team "${team.title}"`),
    mend: shell`docs teams members remove ${team.id} ${nameOfUser(member.user)}`,
  });
}

/** What a rule about members from outside the email domains, of those whose role is meant, finds. */
const fromOutside = (
  isMeant: (role: Member['role']) => boolean,
): Pick<AuditRule, 'severity' | 'mend' | 'reads' | 'find'> => ({
  severity: 'medium',
  mend: 'docs permissions revoke <member> --space <space>',
  reads: [getOrganization, ...READS],
  async find(context) {
    const { organizationId } = context;
    const { emailDomains } = await context.lists.one(getOrganization, { organizationId });
    if (emailDomains.length === 0) return { skipped: 'the organization has no email domains' };
    return grants(context, {
      isFault: ({ role, user }) =>
        isMeant(role) && user.email !== undefined && isOutside(user.email, emailDomains),
      isEnough: () => true,
      message: (has) => `has ${has} with an address outside ${emailDomains.join(', ')}`,
      mend: (who) => shell`docs permissions revoke ${who}`,
    });
  },
});

export const rules: readonly AuditRule[] = [
  {
    id: 'access/guest-can-edit',
    severity: 'medium',
    summary: 'A guest can edit a space, collection or site.',
    why: 'Guests come from outside and are seldom reviewed; few of them need to do more than read or comment.',
    mend: 'docs permissions set <member> read --space <space>',
    reads: READS,
    find: (context) =>
      grants(context, {
        isFault: ({ role }) => role === null,
        isEnough: (level) => includes(level, 'edit'),
        message: (has) => `is a guest with ${has}`,
        mend: (who) => shell`docs permissions set ${who} read`,
      }),
  },
  {
    id: 'access/outside-domains',
    summary: 'A guest from outside the email domains has access to a space, collection or site.',
    why: 'Direct access of an outside address is easy to forget, and stays.',
    ...fromOutside((role) => role === null),
  },
  {
    id: 'access/member-outside-domains',
    summary: 'A member from outside the email domains was given access by name, on top of a role.',
    why: 'Direct access of an outside address is easy to forget, and stays when the role is taken away.',
    // Only the spaces themselves tell what was given beside a role: one request each.
    onRequest: true,
    ...fromOutside((role) => role !== null),
  },
  {
    id: 'access/invite-link-open',
    severity: 'medium',
    summary: 'An invite link lets anyone who has it join.',
    why: 'A link can be passed on to anyone, and it does not expire.',
    mend: 'docs invites links revoke <invite>',
    reads: [getOrganization, listLinkInvites, listAuditEventActions, listAuditEvents, getLinkInvite],
    find: (context) =>
      invites(
        context,
        () => true,
        (gives) => `anyone who has the link joins as ${gives}`,
        (id) => shell`docs invites links revoke ${id}`,
      ),
  },
  {
    id: 'access/invite-link-role',
    severity: 'high',
    summary: 'An invite link gives a powerful role.',
    why: 'Anyone who finds the link gets all rights of this role.',
    mend: 'docs invites links update <invite> --role read',
    reads: [getOrganization, listLinkInvites, listAuditEventActions, listAuditEvents, getLinkInvite],
    find: (context) =>
      invites(
        context,
        isPowerful,
        (gives) => `anyone who has the link becomes ${gives}`,
        (id, field) => shell`docs invites links update ${id} --${field} read`,
      ),
  },
];

type InviteRole = Parameters<typeof isPowerful>[0];

/** Those to one space or collection are in no list: the audit events tell of them. */
async function linksOf(
  context: AuditContext,
): Promise<{ links: OrganizationInviteLink[]; isWhole: boolean }> {
  const { lists, organizationId } = context;
  const listed = await lists.all(listLinkInvites, { organizationId });
  const made = await lists.once('invite links', () => readMadeLinks(lists.client, { organizationId }));
  const all = [...listed, ...(made ?? [])];
  return { links: [...new Map(all.map((link) => [link.id, link])).values()], isWhole: made !== undefined };
}

async function invites(
  context: AuditContext,
  isFault: (role: InviteRole) => boolean,
  message: (gives: string) => string,
  mend: (id: string, field: 'role' | 'level') => string,
): Promise<Found> {
  const { lists, organizationId } = context;
  const { inviteLinks } = await lists.one(getOrganization, { organizationId });
  // Where invite links are turned off, none of them works.
  if (!inviteLinks) return [];
  const { links, isWhole } = await linksOf(context);
  const findings = links.flatMap((link): AuditFinding[] => {
    const { id } = link;
    const given = 'level' in link ? link.level : 'role' in link ? link.role : null;
    if (!isFault(given)) return [];
    const gives = `${given ?? 'guest'}${placeText(link)}`;
    const target = { kind: 'invite link', id, title: id };
    return [{ target, message: message(gives), mend: mend(id, 'level' in link ? 'level' : 'role') }];
  });
  const skipped = isWhole ? {} : { skipped: 'this host does not list the links to one space or collection' };
  return { findings, ...skipped };
}

function placeText(link: OrganizationInviteLink): string {
  if ('space' in link) return ` on space "${link.space.title}"`;
  return 'collection' in link ? ` on collection "${link.collection.title}"` : '';
}
