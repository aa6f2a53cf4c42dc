// Everyone in an organization, guests and disabled members included, and which of them are meant.
import type { OrganizationMember as Member } from '../../api/people/members.generated.ts';
import { listMembers } from '../../api/people/members.ts';
import type { ChangeRequestRequestedReviewer as RequestedReviewer } from '../../api/review/reviews.generated.ts';
import type { Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';

export interface Person {
  id: string;
  name: string;
  /** The platform does not show an address for everyone. */
  email: string | undefined;
  /** null: a guest. */
  role: Role | null;
  status: 'active' | 'disabled' | 'not a member';
  joinedAt: string | undefined;
  lastSeenAt: string | undefined;
}

/** By name, then by ID. */
export const readPeople = async (client: Client, organizationId: string): Promise<Person[]> =>
  (await allItems(client.pages(listMembers, { organizationId }))).map(personOf).sort(byName);

export function personOf({ user, role, disabled, joinedAt, lastSeenAt }: Member): Person {
  return {
    id: user.id,
    name: user.displayName,
    // A host may send null in place of leaving it out.
    email: user.email ?? undefined,
    role,
    status: disabled ? 'disabled' : 'active',
    joinedAt: joinedAt ?? undefined,
    lastSeenAt: lastSeenAt ?? undefined,
  };
}

export const byName = (a: Person, b: Person): number =>
  a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1);

/** What a line calls a person: the address, which is one person's alone. */
export const nameOf = ({ email, name }: Pick<Person, 'email' | 'name'>): string => email ?? name;

/** Whether an address is outside these domains and those below them. Who shows no address may be anybody. */
export function isOutside(email: string | undefined, domains: readonly string[]): boolean {
  const domain = email?.split('@').at(-1)?.toLowerCase();
  if (domain === undefined || domain === '') return true;
  return !domains
    .map((own) => own.toLowerCase().replace(/^@/, ''))
    .some((own) => domain === own || domain.endsWith(`.${own}`));
}

type AskedUser = NonNullable<RequestedReviewer['user']>;

/** Who is asked for a review, as a person is shown: of a team the contract says no more than its ID. */
export const askedUser = ({
  user,
  team,
}: RequestedReviewer): Pick<AskedUser, 'id' | 'displayName' | 'email'> =>
  user ?? { id: team?.id ?? '', displayName: team ? `team ${team.id}` : '?' };
