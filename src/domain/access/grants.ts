// What was given by name on spaces and on the collections above them, and who is in the teams that it was given to.
import { listCollections } from '../../api/content/collections.ts';
import type { Operation } from '../../api/operation.ts';
import { listTeamMembers } from '../../api/people/members.ts';
import {
  addCollectionPermission,
  addSitePermission,
  addSpacePermission,
  listCollectionTeams,
  listCollectionUsers,
  listSiteTeams,
  listSiteUsers,
  listSpaceTeams,
  listSpaceUsers,
  removeCollectionTeam,
  removeCollectionUser,
  removeSiteTeam,
  removeSiteUser,
  removeSpaceTeam,
  removeSpaceUser,
  updateCollectionTeam,
  updateCollectionUser,
  updateSiteTeam,
  updateSiteUser,
  updateSpaceTeam,
  updateSpaceUser,
} from '../../api/people/permissions.ts';
import type { Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { type Failure, highest, type Place, placeOf, type Reading, readEach } from './levels.ts';
import type { Person } from './people.ts';
import type { Thing } from './wanted.ts';

// The operations that give, change and remove access by name: for members and for teams, on each kind of place.

export const ADD = {
  space: addSpacePermission,
  collection: addCollectionPermission,
  site: addSitePermission,
} as const;

export const LIST = {
  user: { space: listSpaceUsers, collection: listCollectionUsers, site: listSiteUsers },
  team: { space: listSpaceTeams, collection: listCollectionTeams, site: listSiteTeams },
} as const;

export const UPDATE = {
  user: { space: updateSpaceUser, collection: updateCollectionUser, site: updateSiteUser },
  team: { space: updateSpaceTeam, collection: updateCollectionTeam, site: updateSiteTeam },
} as const;

export const REMOVE = {
  user: { space: removeSpaceUser, collection: removeCollectionUser, site: removeSiteUser },
  team: { space: removeSpaceTeam, collection: removeCollectionTeam, site: removeSiteTeam },
} as const;

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

interface Team {
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
  reading: Reading & { collections?: Promise<readonly Place[]> | undefined },
): Promise<Given> {
  const content = places.flatMap((place) => (place.kind === 'site' ? place.shows : place));
  const listed = () => reading.collections ?? readCollections(client, organizationId);
  const collections = await above(content, listed);
  const every = [...places, ...content, ...collections.values()];
  const all = [...new Map(every.map((place) => [place.id, place])).values()];
  const { grants, failures } = await grantsOn(client, organizationId, all, reading);
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

/** Those of members and those of teams are asked for side by side. */
async function grantsOn(
  client: Client,
  organizationId: string,
  places: readonly { kind: GrantPlace['kind']; id: string; title: string }[],
  reading: Reading,
) {
  const asked = places.flatMap(({ kind, id, title }) =>
    (['users', 'teams'] as const).map((whose) => ({ id: `${id} ${whose}`, title, place: id, kind, whose })),
  );
  const { found, failures } = await readEach(client, asked, reading, ({ kind, place, whose }) =>
    (whose === 'users' ? readUserGrants : readTeamGrants)(client, { kind, id: place, organizationId }),
  );
  const grants = new Map<string, Grant[]>();
  for (const { id, place } of asked) {
    const own = found.get(id);
    if (own) grants.set(place, [...(grants.get(place) ?? []), ...own]);
  }
  return { grants, failures };
}

export async function readCollections(client: Client, organizationId: string): Promise<Place[]> {
  const found = await allItems(client.pages(listCollections, { organizationId }));
  return found.map((item) => placeOf('collection', item));
}

/** The collections that these are in, and those above; the list is read where there are any. */
async function above(
  places: readonly Place[],
  listed: () => Promise<readonly Place[]>,
): Promise<Map<string, Place>> {
  const wanted = new Map<string, Place>();
  if (places.every(({ parent }) => parent === undefined)) return wanted;
  const all = new Map((await listed()).map((one) => [one.id, one]));
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
export const readGrants = async (client: Client, place: GrantPlace): Promise<Grant[]> =>
  (await Promise.all([readUserGrants(client, place), readTeamGrants(client, place)])).flat();

export async function readTeamGrants(client: Client, place: GrantPlace): Promise<Grant[]> {
  const list = LIST.team[place.kind];
  const given = await allItems(client.pages(list, refOf(list, place)));
  return given.flatMap(({ permission: level, team: { id, title: name } }) =>
    level === null ? [] : [{ kind: 'team', id, name, level }],
  );
}

export async function readUserGrants(client: Client, place: GrantPlace): Promise<Grant[]> {
  const list = LIST.user[place.kind];
  const given = await allItems(client.pages(list, refOf(list, place)));
  return given.flatMap(({ permission: level, user: { id, email, displayName } }) =>
    level === null ? [] : [{ kind: 'user', id, name: email ?? displayName, level }],
  );
}

/** Only what the list asks for: the same list is then known to whoever asks again. */
function refOf({ params }: Operation, { id, organizationId = '' }: GrantPlace) {
  const all = { spaceId: id, collectionId: id, siteId: id, organizationId };
  // Safe: every parameter of these paths is one of them.
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in params.properties)) as typeof all;
}

async function readMembers(client: Client, ref: { organizationId: string; teamId: string }) {
  const members = await allItems(client.pages(listTeamMembers, ref));
  return new Set(members.map(({ organization }) => organization.user.id));
}

// Through what a person has a level on a space, collection or site: the role, a default level, a grant, a team.

/** A guest of a site only reads what it shows. */
export type Level = Role | 'guest';

/** One way to a level. */
export interface Way {
  level: Level;
  /** What gives it: the role in the organization, a level for all members, a grant, a site that is open. */
  via: 'role' | 'default' | 'user' | 'team' | 'site';
  /** The team, where it is one. */
  team?: { id: string; title: string };
  /** On what: undefined for the role. */
  on?: Thing;
  /** It comes from further up. */
  inherited: boolean;
  /** Of whoever reads it without any access of their own: `public on site Docs`. */
  opening?: string;
  /** Of a guest of a site: the space that the site shows, which this is a way to. */
  shown?: Place;
}

/** Something that a level is on: a space, a collection, or a site with the spaces that it shows. */
export type Placed = Place | (Thing & { kind: 'site'; shows: readonly Place[] });

export interface Origin {
  /** The level that the platform says, which is the one that holds. */
  level: Level | undefined;
  /** Every way to any level. */
  ways: readonly Way[];
  /** Those that give the level in effect. */
  deciding: readonly Way[];
  /** Why the ways do not add up to what the platform says. */
  doubt?: string;
}

/** `level`: what the platform says. A person who is disabled has no way to anything. */
export function originOf(person: Person, place: Placed, given: Given, level: Level | undefined): Origin {
  const ways = waysTo(person, place, given);
  const sum = sumOf(ways);
  const deciding = ways.filter((way) => way.level === level);
  if (sum === level) return { level, ways, deciding };
  const hidden = place.kind === 'site' ? undefined : aboveOf(place, given).hidden;
  const doubt =
    hidden !== undefined
      ? `collection ${hidden} cannot be read`
      : `the platform says ${level ?? 'none'}, but roles, grants and default levels add up to ${sum ?? 'none'}`;
  return { level, ways, deciding: [], doubt };
}

/** The highest of them counts. */
export const sumOf = (ways: readonly Way[]): Level | undefined =>
  highest(ways.map(({ level }) => (level === 'guest' ? undefined : level))) ??
  (ways.length > 0 ? 'guest' : undefined);

/** Every way to any level. A person who is disabled has none. */
export function waysTo(person: Person, place: Placed, given: Given): Way[] {
  if (person.status !== 'active') return [];
  return place.kind === 'site' ? waysToSite(person, place, given) : waysOf(person, place, given);
}

/** Members see a site by their role; guests by what they were given on it, or on a space that it shows. */
function waysToSite(person: Person, site: Placed & { kind: 'site' }, given: Given): Way[] {
  const { role } = person;
  const own: Way[] = role === null ? [] : [{ level: role, via: 'role', inherited: false }];
  // What is given by name stays with who becomes a guest; levels of members do not.
  const byName = { ...person, role: null };
  const spaces = site.shows.flatMap((shown) =>
    waysOf(byName, shown, given).map((way): Way => ({ ...way, level: 'guest', inherited: true, shown })),
  );
  return [...own, ...grantsTo(person, site, given, false), ...spaces];
}

/** As the platform adds them up: the highest one counts. */
function waysOf(person: Person, place: Place, given: Given): Way[] {
  const { role } = person;
  const { chain, hidden } = aboveOf(place, given);
  const ways: Way[] = [];
  if (role === 'admin') ways.push({ level: 'admin', via: 'role', inherited: false });
  ways.push(...grantsTo(person, place, given, false));
  for (const one of chain) ways.push(...grantsTo(person, one, given, true));
  // Levels are those of members, and the nearest that is not inherited counts: a guest has none.
  if (role === null) return ways;
  const all = [place, ...chain];
  const at = all.findIndex(({ defaultLevel }) => defaultLevel !== 'inherit');
  const own = all[at];
  if (own) {
    const { defaultLevel } = own;
    if (defaultLevel !== null && defaultLevel !== 'inherit')
      ways.push({ level: defaultLevel, via: 'default', on: own, inherited: at > 0 });
  } else if (hidden === undefined && role !== 'admin') {
    ways.push({ level: role, via: 'role', inherited: true });
  }
  return ways;
}

function grantsTo({ id }: Person, on: Thing, given: Given, inherited: boolean): Way[] {
  const { users, teams } = sortedGrants(on, given);
  const ways = (users.get(id) ?? []).map(({ level }): Way => ({ level, via: 'user', on, inherited }));
  for (const { level, team } of teams) {
    if (!team.members.has(id)) continue;
    ways.push({ level, via: 'team', team: { id: team.id, title: team.title }, on, inherited });
  }
  return ways;
}

interface Above {
  chain: Place[];
  /** The ID of a collection above that one may not see: what it gives is unknown. */
  hidden: string | undefined;
}

interface Sorted {
  users: Map<string, Grant[]>;
  teams: { level: Role; team: Team }[];
}

/** What is the same for every person, by the ID of the place: a matrix asks for it hundreds of times. */
const KNOWN = new WeakMap<Given, { above: Map<string, Above>; sorted: Map<string, Sorted> }>();

function knownOf(given: Given) {
  const known = KNOWN.get(given) ?? { above: new Map(), sorted: new Map() };
  KNOWN.set(given, known);
  return known;
}

function aboveOf(place: Place, given: Given): Above {
  const { above } = knownOf(given);
  const before = above.get(place.id);
  if (before) return before;
  const { collections } = given;
  const chain = ancestors(place, collections);
  const { parent } = chain.at(-1) ?? place;
  const found = { chain, hidden: parent !== undefined && !collections.has(parent) ? parent : undefined };
  above.set(place.id, found);
  return found;
}

function sortedGrants(on: Thing, given: Given): Sorted {
  const { sorted } = knownOf(given);
  const before = sorted.get(on.id);
  if (before) return before;
  const found: Sorted = { users: new Map(), teams: [] };
  for (const grant of given.grants.get(on.id) ?? []) {
    const team = grant.kind === 'team' ? given.teams.get(grant.id) : undefined;
    if (team) found.teams.push({ level: grant.level, team });
    else if (grant.kind === 'user') found.users.set(grant.id, [...(found.users.get(grant.id) ?? []), grant]);
  }
  sorted.set(on.id, found);
  return found;
}

/** `team Writers on collection Product (inherited)`. */
export function wayText({ via, team, on, inherited, shown, opening }: Way): string {
  if (opening !== undefined) return opening;
  const where = on ? ` on ${on.kind} ${on.title}` : '';
  const site = shown && (on?.id === shown.id ? ' (on the site)' : ` (space ${shown.title} is on the site)`);
  const above = site ?? (inherited && on ? ' (inherited)' : '');
  if (via === 'role') return inherited ? 'organization role (inherited)' : 'organization role';
  if (via === 'default') return `default level${where}${above}`;
  if (via === 'team') return `team ${team?.title}${where}${above}`;
  return `direct grant${where}${above}`;
}

/** All ways to the level in effect, or `?` and why. */
export const originText = ({ deciding, doubt }: Origin): string =>
  doubt === undefined ? deciding.map(wayText).join('; ') : `? ${doubt}`;
