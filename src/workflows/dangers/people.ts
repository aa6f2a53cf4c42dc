// What changes to organizations, their people and what they may do endanger.
import { getCaller } from '../../api/people/users.ts';
import { ROLES } from '../../api/roles.ts';
import {
  always,
  type Change,
  type Danger,
  type Dangers,
  MODERATE,
  moderateIf,
  type OperationDanger,
  SEVERE,
} from './danger.ts';

type Input = Pick<Change, 'input'>;

/** Roles that let their holder do no harm. */
const HARMLESS: readonly unknown[] = ['read', 'comment', 'edit', 'review'];

/** A role on a place, given by name. A field that is missing is for the platform to refuse. */
const powerfulRole = moderateIf(
  'the role is admin or create',
  ({ input: { role } }) => role !== undefined && !HARMLESS.includes(role),
);

/** Guests, who have no role, come after all others. */
const rankOf = (given: Readonly<Record<string, unknown>> | undefined): number => {
  const role = given?.role ?? given?.level;
  const rank = ROLES.findIndex((one) => one === role);
  return role == null || role === 'guest' ? ROLES.length : rank;
};

const givesMore = ({ input, target }: Change): boolean => rankOf(input) < rankOf(target);

/** A field that hands out administration to all who join. */
export const makesAdmins = ({ input, target }: Change): boolean =>
  input.defaultRole === 'admin' && target?.defaultRole !== 'admin';

const defaultsToAdmin = ({ input }: Input): boolean => input.defaultRole === 'admin';

const adminForAll = moderateIf('everyone who joins becomes an administrator', makesAdmins, defaultsToAdmin);

/** Becoming an administrator, a guest, or no guest any more; and what the caller loses. */
const memberRole: OperationDanger = {
  danger: 'mild',
  targetIf: ({ input }) => input.role !== undefined,
  asksIf: 'the member becomes an administrator, becomes or stops being a guest, or is you',
  dangerOf: async (change): Promise<Danger> => {
    const { role } = change.input;
    const before = change.target?.role ?? null;
    if (role === undefined || role === before) return 'mild';
    if (role === 'admin' || (role === null) !== (before === null)) return 'moderate';
    return (await demotesCaller(change)) ? 'moderate' : 'mild';
  },
};

/** Only an administrator can change roles, so that only an administrator loses something by it. */
export async function demotesCaller({ input, target, client }: Change): Promise<boolean> {
  if (target?.role !== 'admin' || input.role === undefined || input.role === 'admin') return false;
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
};

const dangers = {
  'orgs.update': organization,
  'members.update': memberRole,
  'members.remove': SEVERE,
  'invites.send': MODERATE,
  'linkInvites.create': MODERATE,
  'linkInvites.update': moderateIf('the link gives more than before', givesMore, always),
  'linkInvites.revoke': MODERATE,
  'saml.create': adminForAll,
  'saml.update': adminForAll,
  'saml.delete': SEVERE,
  'teams.delete': MODERATE,
  'teamMembers.remove': MODERATE,
  'spacePermissions.add': powerfulRole,
  'spacePermissions.updateUser': powerfulRole,
  'spacePermissions.updateTeam': powerfulRole,
  'spacePermissions.removeUser': MODERATE,
  'spacePermissions.removeTeam': MODERATE,
  'collectionPermissions.add': powerfulRole,
  'collectionPermissions.updateUser': powerfulRole,
  'collectionPermissions.updateTeam': powerfulRole,
  'collectionPermissions.removeUser': MODERATE,
  'collectionPermissions.removeTeam': MODERATE,
  'sitePermissions.add': powerfulRole,
  'sitePermissions.updateUser': powerfulRole,
  'sitePermissions.updateTeam': powerfulRole,
  'sitePermissions.removeUser': MODERATE,
  'sitePermissions.removeTeam': MODERATE,
} satisfies Dangers;

export default dangers;
