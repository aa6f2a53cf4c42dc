// What changes to organizations, their people and what they may do endanger.
import { getCaller, getTeam } from '../../api/people/members.ts';
import { ROLES } from '../../api/roles.ts';
import { listSites } from '../../api/sites/sites.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll } from '../../client/pool.ts';
import { NotFoundError, UnsupportedError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import {
  always,
  asks,
  type Change,
  type Danger,
  type Dangers,
  moderateIf,
  moderateWhere,
  type OperationDanger,
  saying,
  stateBefore,
  wantsName,
} from './danger.ts';

type Input = Pick<Change, 'input'>;

/** Roles that let their holder do no harm. */
const HARMLESS: readonly unknown[] = ['read', 'comment', 'edit', 'review'];

/** The harm that a role lets its holder do; `place` is what it was given on, in words. */
export const POWER: Readonly<Record<string, (place: string) => string>> = {
  admin: (place) => `can change and delete everything in ${place}, and give access to others`,
  create: (place) => `can change and merge everything in ${place}`,
};

const powerText = ({ input: { role } }: Input): string =>
  `they ${POWER[String(role)]?.('it') ?? `get the role ${role}`}`;

/** A role on a place, given by name. A field that is missing is for the platform to refuse. */
const powerfulRole = saying(
  moderateIf(
    'the role is admin or create',
    ({ input: { role } }) => role !== undefined && !HARMLESS.includes(role),
  ),
  powerText,
);

/** Whether a role that someone has lets them do more than another one. */
export const hasMore = (role: unknown, other: unknown): boolean =>
  role != null && rankOf({ role }) < rankOf({ role: other });

/** The roles of those to whom one is given. */
const rolesBefore = async (change: Change): Promise<unknown[]> => Object.values(await stateBefore(change));

/** What is given in place of more is taken away. */
const takesAway = async (change: Change): Promise<boolean> =>
  (await rolesBefore(change)).some((role) => hasMore(role, change.input.role));

/** Takes how many members a team has, where the host says it. */
function accessLost(members: unknown): string {
  if (members === 0) return '';
  const who = typeof members === 'number' ? plural(members, 'member') : 'members';
  return `its ${who} ${members === 1 ? 'loses' : 'lose'} what the team gives access to; `;
}

const LOSES = 'they have more now, and lose it';

/** A role on a place, given to some who may have another one there. */
const givenRole: OperationDanger = {
  danger: 'mild',
  asksIf: 'the role is admin or create, or someone has more',
  dangerOf: async (change): Promise<Danger> => {
    const given = await powerfulRole.dangerOf(change);
    return given === 'mild' && (await takesAway(change)) ? 'moderate' : given;
  },
  follows: async (change): Promise<string> => ((await takesAway(change)) ? LOSES : powerText(change)),
};

/** Less than someone was given takes away what is between the two. A role that is not shown may be more. */
async function isLess(change: Change): Promise<boolean> {
  // A list calls it otherwise than a plan.
  const { permission, role = permission } = await stateBefore(change);
  return role === undefined || hasMore(role, change.input.role);
}

/** Another role on a place for someone who has one there. */
const changedRole: OperationDanger = {
  danger: 'mild',
  asksIf: 'the role is admin or create, or less than they have now',
  dangerOf: async (change): Promise<Danger> => {
    const given = await powerfulRole.dangerOf(change);
    return given === 'mild' && (await isLess(change)) ? 'moderate' : given;
  },
  follows: async (change): Promise<string> => ((await isLess(change)) ? LOSES : powerText(change)),
};

/** Guests, who have no role, come after all others. */
const rankOf = (given: Readonly<Record<string, unknown>> | undefined): number => {
  const role = given?.role ?? given?.level;
  const rank = (ROLES as readonly unknown[]).indexOf(role);
  return role == null || role === 'guest' ? ROLES.length : rank;
};

const givesMore = ({ input, target }: Change): boolean => rankOf(input) < rankOf(target);

/** A field that hands out administration to all who join. */
export const makesAdmins = ({ input, target }: Change): boolean =>
  input.defaultRole === 'admin' && target?.defaultRole !== 'admin';

const defaultsToAdmin = ({ input }: Input): boolean => input.defaultRole === 'admin';

const NEW_ADMINS = 'everyone who signs in with it for the first time can change and delete everything';

const adminForAll = saying(
  moderateIf('everyone who joins becomes an administrator', makesAdmins, defaultsToAdmin),
  NEW_ADMINS,
);

/** What the identity provider has to agree with, in words. */
const SIGN_IN = { ssoURL: 'sign-in URL', entityID: 'entity ID', certificate: 'certificate' } as const;

/** What members sign in with now, and what would be something else. One that is not set up yet signs nobody in. */
function newSignIn({ input, target }: Change): string[] {
  if (target?.status === 'pending') return [];
  return Object.entries(SIGN_IN).flatMap(([field, words]) =>
    input[field] !== undefined && trimmed(input[field]) !== trimmed(target?.[field]) ? [words] : [],
  );
}

const trimmed = (value: unknown): string => String(value ?? '').trim();

/** A wrong value keeps everybody out who signs in with it. */
const samlProvider = saying(
  moderateIf(
    'members can sign in only if the identity provider agrees, or everyone who joins becomes an administrator',
    (change) => newSignIn(change).length > 0 || makesAdmins(change),
    ({ input }) => defaultsToAdmin({ input }) || Object.keys(SIGN_IN).some((one) => input[one] !== undefined),
  ),
  (change) => {
    const changed = newSignIn(change);
    const keepsOut = `members can sign in only once the identity provider uses the new ${changed.join(' and ')}`;
    return [...(changed.length > 0 ? [keepsOut] : []), ...(makesAdmins(change) ? [NEW_ADMINS] : [])].join(
      '; ',
    );
  },
);

/** Becoming an administrator, a guest, or no guest any more; and a role that is less than the one before. */
const memberRole = {
  danger: 'mild',
  targetIf: ({ input }) => input.role !== undefined,
  asksIf: 'the member becomes an administrator, stops being a guest, or has more now',
  dangerOf: ({ input: { role }, target }): Danger => {
    const before = target?.role ?? null;
    if (role === undefined || role === before) return 'mild';
    return role === 'admin' || before === null || hasMore(before, role) ? 'moderate' : 'mild';
  },
  follows: async (change): Promise<string> => {
    const { role } = change.input;
    if (await demotesCaller(change)) return YOU;
    if (role === null) return WHO.guest;
    return hasMore(change.target?.role, role) ? LOSES : WHO[role === 'admin' ? 'admin' : 'member'];
  },
} satisfies OperationDanger;

const YOU = 'that is you: you are no longer an administrator, and cannot undo it';

const WHO = {
  admin: 'an administrator can change, publish and delete everything, and remove members',
  guest: 'a guest keeps only direct access, their own and that of their teams',
  member: 'a member gets the default level of every space and collection',
} as const;

/** Only an administrator can change roles, so that only an administrator loses something by it. */
async function demotesCaller(change: Change): Promise<boolean> {
  const { input, target } = change;
  if (target?.role !== 'admin' || input.role === undefined || input.role === 'admin') return false;
  return isCaller(change);
}

async function isCaller({ input, client }: Change): Promise<boolean> {
  const caller = await (await client()).call(getCaller, {});
  return caller.id === input.userId;
}

export const changesSso = ({ input, target }: Change): boolean =>
  input.sso !== undefined && input.sso !== target?.sso;

/** Domains of which nobody could join by themselves before. */
export function newDomains({ input, target }: Change): string[] {
  const before: readonly unknown[] = Array.isArray(target?.emailDomains) ? target.emailDomains : [];
  const { emailDomains } = input;
  if (!Array.isArray(emailDomains)) return [];
  // What cannot be a domain is for the platform to refuse.
  return emailDomains.map(String).filter((one) => !before.includes(one) && /^[^\s.]+(\.[^\s.]+)+$/.test(one));
}

export const opensLinks = ({ input, target }: Change): boolean =>
  input.inviteLinks === true && target?.inviteLinks !== true;

/** Everybody's way in changes with `sso`; more people get in with a domain or an invite link. */
const organization: OperationDanger = {
  danger: 'mild',
  worst: 'severe',
  targetIf: always,
  asksIf: 'it changes how members sign in, or lets more people join',
  dangerOf: (change): Danger => {
    if (changesSso(change)) return 'severe';
    return opensLinks(change) || newDomains(change).length > 0 || makesAdmins(change) ? 'moderate' : 'mild';
  },
  follows: (change): string => {
    const domains = newDomains(change);
    return [
      ...(changesSso(change) ? [change.input.sso === true ? SSO_ON : SSO_OFF] : []),
      ...(domains.length > 0
        ? [`anyone with a verified address of ${domains.join(' or ')} can join by themselves`]
        : []),
      ...(opensLinks(change) ? ['anyone with an invite link can join'] : []),
      ...(makesAdmins(change) ? ['everyone who joins can change and delete everything'] : []),
    ].join('; ');
  },
};

/** An owner who becomes a member manages the team no more; one who is not in it yet gets what it gives. */
const teamRole = moderateWhere(
  'they own the team, and would be a member of it, or are not in it and it gives access to a space or site',
  whatTeamRoleDoes,
);

async function whatTeamRoleDoes(change: Change): Promise<string> {
  const { team, role: shown } = await stateBefore(change).catch(nobody);
  const role = Object(team).role ?? shown;
  if (role === undefined) return accessGained(change);
  if (role !== 'owner' || change.input.role !== 'member') return '';
  return (await isCaller(change))
    ? 'that is you: you no longer manage the team'
    : 'they no longer manage the team';
}

/** Who is not in the team has no role there. */
function nobody(error: unknown): Record<string, unknown> {
  if (error instanceof NotFoundError) return {};
  throw error;
}

/** What those get who are new in a team: one request, and one a site where it was given no space. */
async function accessGained({ input, client: open }: Change): Promise<string> {
  const organizationId = String(input.organizationId);
  const teamId = String(input.teamId);
  const client = await open();
  const { spaces } = await client.call(getTeam, { organizationId, teamId });
  if (spaces > 0) return `they get what the team gives access to: ${plural(spaces, 'space')}`;
  const { readTeamGrants } = await import('../access/grants.ts');
  const sites = await allItems(client.pages(listSites, { organizationId }));
  const given = await mapAll(client, sites, AT_ONCE, async ({ id, title }) => {
    const grants = await readTeamGrants(client, { kind: 'site', id, organizationId }).catch(noneGiven);
    return grants.some((grant) => grant.id === teamId) ? [`site "${title}"`] : [];
  });
  const titles = given.flat();
  return titles.length === 0 ? '' : `they get what the team gives access to: ${titles.join(', ')}`;
}

const AT_ONCE = 8;

/** Older hosts give no team anything on a site. */
function noneGiven(error: unknown): [] {
  if (error instanceof UnsupportedError) return [];
  throw error;
}

/** Those whom a change of a team takes away from it, or from those who own it. */
async function losers(change: Change): Promise<string[]> {
  const { remove, memberships } = change.input;
  const removed: unknown[] = Array.isArray(remove) ? remove : [];
  return Object.entries(await stateBefore(change)).flatMap(([user, role]) => {
    const isDisowned = role === 'owner' && Object(Object(memberships)[user]).role === 'member';
    return isDisowned || (role !== null && removed.includes(user)) ? [user] : [];
  });
}

const teamChange = moderateWhere(
  'someone leaves the team or no longer owns it, or someone joins and it gives access to a space or site',
  whatTeamChangeDoes,
);

async function whatTeamChangeDoes(change: Change): Promise<string> {
  const before = await stateBefore(change);
  const { add } = change.input;
  const joins = Array.isArray(add) && add.some((user) => before[user] == null);
  const count = takesFromTeam(change) ? (await losers(change)).length : 0;
  return [
    ...(count > 0
      ? [
          `${plural(count, 'person', 'people')} ${count === 1 ? 'leaves' : 'leave'} the team or no longer ${count === 1 ? 'owns' : 'own'} it`,
        ]
      : []),
    ...(joins ? [await accessGained(change)] : []),
  ]
    .filter((text) => text !== '')
    .join('; ');
}

/** Whether it may take anything from anyone. */
const takesFromTeam = ({ input: { remove, memberships } }: Change): boolean =>
  (Array.isArray(remove) && remove.length > 0) ||
  Object.values(Object(memberships)).some((one) => Object(one).role === 'member');

const SSO_ON = 'members can sign in with single sign-on only';
const SSO_OFF = 'members can sign in without it';
const GETS_ROLE = 'anyone with the link gets that role';
const MEMBER_KEEPS = asks('they keep the access that a team, the collection or the organization gives them');
const TEAM_KEEPS = asks('its members keep the access that they have in other ways');

const dangers = {
  'orgs.update': organization,
  'members.update': memberRole,
  'members.remove': wantsName(async (change) =>
    change.target?.role === 'admin' && (await isCaller(change))
      ? 'that is you: you lose all access, and cannot add yourself back'
      : 'their content stays; docs undo cannot add them back',
  ),
  'invites.send': asks('they get that role as soon as they accept'),
  'linkInvites.create': asks(GETS_ROLE),
  'linkInvites.update': saying(moderateIf('the link gives more than before', givesMore, always), GETS_ROLE),
  'linkInvites.revoke': asks('its link stops working'),
  'saml.create': adminForAll,
  'saml.update': samlProvider,
  'saml.delete': wantsName('members who sign in only with it can no longer sign in; it cannot be restored'),
  'teams.delete': asks(({ target }) => `${accessLost(target?.members)}it cannot be restored`),
  'teamMembers.change': teamChange,
  'teamMembers.set': teamRole,
  'teamMembers.remove': asks('they lose what the team gives access to, and stay in the organization'),
  'spacePermissions.add': givenRole,
  'spacePermissions.updateUser': changedRole,
  'spacePermissions.updateTeam': changedRole,
  'spacePermissions.removeUser': MEMBER_KEEPS,
  'spacePermissions.removeTeam': TEAM_KEEPS,
  'collectionPermissions.add': givenRole,
  'collectionPermissions.updateUser': changedRole,
  'collectionPermissions.updateTeam': changedRole,
  'collectionPermissions.removeUser': MEMBER_KEEPS,
  'collectionPermissions.removeTeam': TEAM_KEEPS,
  'sitePermissions.add': givenRole,
  'sitePermissions.updateUser': changedRole,
  'sitePermissions.updateTeam': changedRole,
  'sitePermissions.removeUser': MEMBER_KEEPS,
  'sitePermissions.removeTeam': TEAM_KEEPS,
} satisfies Dangers;

export default dangers;
