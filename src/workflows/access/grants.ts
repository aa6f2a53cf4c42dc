// What was given by name on spaces and on the collections above them, and who is in the teams that it was given to.

import { listCollections } from '../../api/content/collections.ts';
import { listTeamMembers } from '../../api/people/team-members.ts';
import type { Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { LIST } from './grant-operations.ts';
import { type Failure, type Place, placeOf, type Reading, readEach } from './levels.ts';
import type { Placed } from './ways.ts';

export interface Grant {
  kind: 'user' | 'team';
  id: string;
  name: string;
  level: Role;
}

/** Something that access is given on; a site is found in its organization. */
export interface GrantPlace {
  kind: 'space' | 'collection' | 'site';
  id: string;
  organizationId?: string;
}

export interface Team {
  id: string;
  title: string;
  members: ReadonlySet<string>;
}

export interface Given {
  /** Those above the places that were asked for, by ID. What one may not see is not there. */
  collections: ReadonlyMap<string, Place>;
  /** By the ID of the space, collection or site. */
  grants: ReadonlyMap<string, readonly Grant[]>;
  /** Those that any of the grants names, by ID. */
  teams: ReadonlyMap<string, Team>;
  failures: readonly Failure[];
}

/** The operations it reads with, for those who list them. */
export const GIVEN_OPERATIONS = [
  listCollections,
  LIST.user.space,
  LIST.team.space,
  LIST.user.collection,
  LIST.team.collection,
  listTeamMembers,
];

/**
 * Two requests a place and each space that a site shows, two a collection above one, and one for each team that has any
 * of it.
 */
export async function readGiven(
  client: Client,
  organizationId: string,
  places: readonly Placed[],
  reading: Reading,
): Promise<Given> {
  const content = places.flatMap((place) => (place.kind === 'site' ? place.shows : place));
  const collections = await above(client, organizationId, content);
  const every = [...places, ...content, ...collections.values()];
  const all = [...new Map(every.map((place) => [place.id, place])).values()];
  const { found: grants, failures } = await readEach(client, all, reading, ({ kind, id }) =>
    readGrants(client, { kind, id, organizationId }),
  );
  const titles = new Map<string, string>();
  for (const { kind, id, name } of [...grants.values()].flat()) if (kind === 'team') titles.set(id, name);
  const wanted = [...titles].map(([id, title]) => ({ id, title }));
  const members =
    failures.length > 0
      ? { found: new Map<string, ReadonlySet<string>>(), failures: [] }
      : await readEach(client, wanted, { width: reading.width }, ({ id }) =>
          readMembers(client, { organizationId, teamId: id }),
        );
  const teams = new Map(
    [...members.found].map(([id, who]) => [id, { id, title: titles.get(id) ?? id, members: who }]),
  );
  return { collections, grants, teams, failures: [...failures, ...members.failures] };
}

/** The collections that these are in, and those above; the list is read where there are any. */
async function above(
  client: Client,
  organizationId: string,
  places: readonly Place[],
): Promise<Map<string, Place>> {
  const wanted = new Map<string, Place>();
  if (places.every(({ parent }) => parent === undefined)) return wanted;
  const all = new Map<string, Place>();
  for await (const { items } of client.pages(listCollections, { organizationId }))
    for (const item of items) all.set(item.id, placeOf('collection', item));
  for (const place of places) {
    for (const one of ancestors(place, all)) wanted.set(one.id, one);
  }
  return wanted;
}

/** From the nearest to the top. A chain that ends in what one may not see, or in itself, ends there. */
export function ancestors({ parent }: Place, collections: ReadonlyMap<string, Place>): Place[] {
  const chain: Place[] = [];
  let next = parent;
  while (next !== undefined) {
    const place = collections.get(next);
    if (!place || chain.includes(place)) break;
    chain.push(place);
    next = place.parent;
  }
  return chain;
}

/** Those of members and teams on one place. What gives no level gives nothing. */
export async function readGrants(client: Client, place: GrantPlace): Promise<Grant[]> {
  return [...(await readUserGrants(client, place)), ...(await readTeamGrants(client, place))];
}

/** Those of teams on one place. */
export async function readTeamGrants(client: Client, place: GrantPlace): Promise<Grant[]> {
  const grants: Grant[] = [];
  for await (const { items } of client.pages(LIST.team[place.kind], refOf(place)))
    for (const { permission, team } of items)
      if (permission !== null)
        grants.push({ kind: 'team', id: team.id, name: team.title, level: permission });
  return grants;
}

/** Those of members on one place. */
export async function readUserGrants(client: Client, place: GrantPlace): Promise<Grant[]> {
  const grants: Grant[] = [];
  for await (const { items } of client.pages(LIST.user[place.kind], refOf(place)))
    for (const { permission, user } of items)
      if (permission !== null)
        grants.push({ kind: 'user', id: user.id, name: user.email ?? user.displayName, level: permission });
  return grants;
}

const refOf = ({ id, organizationId = '' }: GrantPlace) => ({
  spaceId: id,
  collectionId: id,
  siteId: id,
  organizationId,
});

async function readMembers(client: Client, ref: { organizationId: string; teamId: string }) {
  const members = new Set<string>();
  for await (const { items } of client.pages(listTeamMembers, ref))
    for (const { organization } of items) members.add(organization.user.id);
  return members;
}
