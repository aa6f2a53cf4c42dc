// What a member holds in an organization: access given by name, teams, reviews asked of them, and what they wrote.
import { listCollections } from '../../api/content/collections.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import type { OrganizationTeamMember as TeamMember } from '../../api/people/members.generated.ts';
import { listMemberTeams, listTeamMembers } from '../../api/people/members.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import type { Width } from '../../client/pool.ts';
import { type Grant, LIST, readUserGrants } from '../../domain/access/grants.ts';
import { readEach } from '../../domain/access/levels.ts';
import type { Thing } from '../../domain/access/wanted.ts';
import { throwFirst } from './one-place.ts';

export interface HeldTeam {
  id: string;
  title: string;
  members: readonly TeamMember[];
}

/** Everything in an organization that access is given on. */
export interface Places {
  things: readonly Thing[];
  /** All that members were given by name on these, by the ID of the thing. */
  grants: ReadonlyMap<string, readonly Grant[]>;
}

/** What one member holds; `things` are those where anything was given to them by name. */
export interface Holdings extends Places {
  teams: readonly HeldTeam[];
  /** Change requests that they are asked to review, unless merged. */
  reviews: readonly ChangeRequest[];
  /** Drafts and open ones that they made. */
  own: readonly ChangeRequest[];
}

interface Question {
  organizationId: string;
  userId: string;
  width: Width;
}

/** The operations it reads with, for those who list them. */
export const HOLDINGS_OPERATIONS = [
  listSpaces,
  listCollections,
  listSites,
  ...Object.values(LIST.user),
  listMemberTeams,
  listTeamMembers,
  listOrganizationChangeRequests,
];

/** One request a team, and some lists. Throws the first failure: less would mislead. */
export async function readHoldings(client: Client, question: Question, places: Places): Promise<Holdings> {
  const { organizationId, userId } = question;
  const reviewsOf = (status: ReviewQuery['status']) =>
    readReviews(client, { organizationId, userId, status });
  const ownOf = (status: 'draft' | 'open') =>
    allItems(client.pages(listOrganizationChangeRequests, { organizationId, creator: userId, status }));
  const [teams, reviews, own] = await Promise.all([
    teamsOf(client, question),
    Promise.all((['draft', 'open', 'archived'] as const).map(reviewsOf)),
    Promise.all((['draft', 'open'] as const).map(ownOf)),
  ]);
  const isHeld = ({ id }: Thing) => places.grants.get(id)?.some((grant) => grant.id === userId);
  return {
    things: places.things.filter(isHeld),
    grants: places.grants,
    ...{ teams, reviews: reviews.flat(), own: own.flat() },
  };
}

interface ReviewQuery {
  organizationId: string;
  userId: string;
  status: 'draft' | 'open' | 'archived';
}

export const readReviews = (client: Client, { organizationId, userId, status }: ReviewQuery) =>
  allItems(
    client.pages(listOrganizationChangeRequests, { organizationId, requestedReviewer: userId, status }),
  );

/** Everything that access is given on: three lists. */
export async function readThings(client: Client, organizationId: string): Promise<Thing[]> {
  const [spaces, collections, sites] = await Promise.all([
    allItems(client.pages(listSpaces, { organizationId })),
    allItems(client.pages(listCollections, { organizationId })),
    allItems(client.pages(listSites, { organizationId })),
  ]);
  return asThings({ spaces, collections, sites });
}

type Titled = readonly { id: string; title: string }[];

export function asThings(lists: Readonly<Record<'spaces' | 'collections' | 'sites', Titled>>): Thing[] {
  const things = (kind: Thing['kind'], list: Titled) => list.map(({ id, title }) => ({ kind, id, title }));
  return [
    ...things('space', lists.spaces),
    ...things('collection', lists.collections),
    ...things('site', lists.sites),
  ];
}

/**
 * One request a space, collection and site. All are asked, not only what a member sees: a disabled one sees nothing, and
 * keeps all grants. Throws the first failure.
 */
export async function readPlaces(
  client: Client,
  { organizationId, things, width }: Omit<Question, 'userId'> & Pick<Places, 'things'>,
): Promise<Places> {
  const { found: grants, failures } = await readEach(client, things, { width }, (place) =>
    readUserGrants(client, { ...place, organizationId }),
  );
  throwFirst(failures);
  return { things, grants };
}

async function teamsOf(client: Client, { organizationId, userId, width }: Question): Promise<HeldTeam[]> {
  const teams = (await allItems(client.pages(listMemberTeams, { organizationId, userId }))).map(
    ({ team }) => team,
  );
  const { found, failures } = await readEach(client, teams, { width }, ({ id }) =>
    allItems(client.pages(listTeamMembers, { organizationId, teamId: id })),
  );
  throwFirst(failures);
  return teams.map(({ id, title }) => ({ id, title, members: found.get(id) ?? [] }));
}
