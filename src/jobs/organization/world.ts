// The organization as it is: each list is read once, by whichever part asks first, and what files call things in it.
import type { Collection } from '../../api/content/collections.generated.ts';
import { listCollections } from '../../api/content/collections.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import type {
  OrganizationTeam as Team,
  OrganizationTeamMember as TeamMember,
} from '../../api/people/members.generated.ts';
import { listTeamMembers, listTeams } from '../../api/people/members.ts';
import type { Organization } from '../../api/people/organizations.generated.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { type Grant, type GrantPlace, readGrants } from '../../domain/access/grants.ts';
import { type Person, readPeople } from '../../domain/access/people.ts';
import { parseAddress } from '../../engine/references/pasted.ts';
import { groupBy, sortedBy } from '../../files/lists.ts';
import { nearest } from '../../files/nearest.ts';
import { callerOf } from '../access/grant-changes.ts';
import { type Described, ID } from '../site-file/describe.ts';

export type Kind = 'collection' | 'space' | 'team' | 'site';

export interface World {
  client: Client;
  organizationId: string;
  width: Width;
  now: Date;
  /** Is told what of a site may not be read. */
  onHidden?: (line: string) => void;
  organization(): Promise<Organization>;
  collections(): Promise<readonly Collection[]>;
  spaces(): Promise<readonly Space[]>;
  teams(): Promise<readonly Team[]>;
  sites(): Promise<readonly Site[]>;
  people(): Promise<readonly Person[]>;
  /** Undefined on a host that does not say who is calling. */
  caller(): Promise<string | undefined>;
  /** Of teams, by their IDs: a request each. */
  members(teams: readonly string[]): Promise<ReadonlyMap<string, readonly TeamMember[]>>;
  /** By the ID of the place: two requests each. */
  grants(places: readonly GrantPlace[]): Promise<ReadonlyMap<string, readonly Grant[]>>;
  names(kind: Kind): Promise<Names>;
}

export type Reading = Pick<World, 'client' | 'organizationId' | 'width' | 'now' | 'onHidden'>;

export function worldOf(reading: Reading): World {
  const { client, organizationId, width } = reading;
  const org = { organizationId };
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, read: () => Promise<T>) => {
    const found = known.get(key) ?? read();
    known.set(key, found);
    // Safe: what is kept under a key was made by the very reader of that key.
    return found as Promise<T>;
  };
  const each = <K, V>(items: readonly K[], keyOf: (item: K) => string, read: (item: K) => Promise<V>) =>
    mapAll(client, items, width, (item) => once(keyOf(item), () => read(item)));
  const world: World = {
    ...reading,
    organization: () => once('organization', () => client.call(getOrganization, org)),
    collections: () =>
      once('collections', () => allItems(client.pages(listCollections, { ...org, nested: true }))),
    spaces: () => once('spaces', () => allItems(client.pages(listSpaces, org))),
    teams: () => once('teams', () => allItems(client.pages(listTeams, org))),
    sites: () => once('sites', () => allItems(client.pages(listSites, org))),
    people: () => once('people', () => readPeople(client, organizationId)),
    caller: () => once('caller', () => callerOf(client)),
    async members(teams) {
      const lists = await each(
        teams,
        (teamId) => `members ${teamId}`,
        (teamId) => allItems(client.pages(listTeamMembers, { ...org, teamId })),
      );
      return new Map(teams.map((id, at) => [id, lists[at] ?? []]));
    },
    async grants(places) {
      const lists = await each(
        places,
        ({ kind, id }) => `grants ${kind} ${id}`,
        ({ kind, id }) => readGrants(client, { kind, id, organizationId }),
      );
      return new Map(places.map(({ id }, at) => [id, lists[at] ?? []]));
    },
    names: (kind) => once(`names ${kind}`, () => liveNames(world, kind)),
  };
  return world;
}

async function liveNames(world: World, kind: Kind): Promise<Names> {
  if (kind === 'collection') return namesOf(collectionThings(await world.collections()));
  if (kind === 'team') return namesOf(await world.teams());
  if (kind === 'site') return namesOf(await world.sites());
  const spaces = await world.spaces();
  if (spaces.every(({ parent }) => parent === undefined)) return namesOf(spaces.map(plain));
  const collections = collectionThings(await world.collections());
  const pathOf = new Map(collections.map(({ id, path }) => [id, path]));
  return namesOf(
    spaces.map((space) => {
      const above = pathOf.get(space.parent ?? '');
      return { ...plain(space), ...(above !== undefined && { path: `${above}/${space.title}` }) };
    }),
  );
}

const plain = ({ id, title, parent }: Space): Thing => ({
  id,
  title,
  ...(parent !== undefined && { parent }),
});

/** A collection whose parent one may not see counts as one at the top. */
function collectionThings(collections: readonly Collection[]): Thing[] {
  const byId = new Map(collections.map((one) => [one.id, one]));
  const pathOf = ({ title, parent }: Collection, depth = 0): string => {
    const above = parent === undefined || depth > 50 ? undefined : byId.get(parent);
    return above ? `${pathOf(above, depth + 1)}/${title}` : title;
  };
  return collections.map((one) => ({
    ...{ id: one.id, title: one.title, path: pathOf(one) },
    ...(one.parent !== undefined && { parent: one.parent }),
  }));
}

export interface Thing {
  /** Of the host, or what stands for it until it is created. */
  id: string;
  title: string;
  /** Titles from the top, with slashes between. */
  path?: string;
  /** What it is called until the plan is applied: other files may still say so. */
  was?: string | undefined;
  /** The ID beside its title in the folder, which may be that of another organization. */
  hint?: string | undefined;
  /** ID of the collection that it is in afterwards. */
  parent?: string | undefined;
}

export interface Names {
  things: readonly Thing[];
  /** All that a word may mean: an ID means one. */
  find(word: string): readonly Thing[];
  /** The shortest word that means only this thing. */
  nameOf(id: string): string;
  /** `; did you mean "Guides"?` */
  near(word: string): string;
}

const MOST_COMPARED = 2000;

export function namesOf(things: readonly Thing[]): Names {
  const ids = new Map<string, Thing>();
  for (const thing of things) if (thing.hint !== undefined) ids.set(thing.hint, thing);
  for (const thing of things) ids.set(thing.id, thing);
  const named = new Map<string, Set<Thing>>();
  for (const thing of things)
    for (const name of [thing.title, thing.path ?? thing.title]) {
      const all = named.get(name) ?? new Set();
      named.set(name, all.add(thing));
    }
  const before = groupBy(things, ({ was }) => was);
  const find = (word: string): readonly Thing[] => {
    const byId = ids.get(word) ?? ids.get(String(Object.values(parseAddress(word) ?? {}).at(-1)));
    return byId ? [byId] : [...(named.get(word) ?? before.get(word) ?? [])];
  };
  return {
    things,
    find,
    nameOf(id) {
      const thing = ids.get(id);
      const means = (word: string) => {
        const [first, second] = find(word);
        return first === thing && second === undefined;
      };
      return (
        [thing?.title, thing?.path].find((word) => word !== undefined && word !== '' && means(word)) ?? id
      );
    },
    near(word) {
      if (named.size > MOST_COMPARED) return '';
      const [meant] = nearest(word, named.keys(), 1);
      return meant === undefined ? '' : `; did you mean "${meant}"?`;
    },
  };
}

/**
 * Of a list in a file: by title, and what is called the same by what the file says of it, so that a copy of the
 * organization has the same order.
 */
export function inFileOrder(items: readonly Described[]): Described[] {
  const said = (item: Described) => JSON.stringify(item, (key, value) => (key === ID ? undefined : value));
  return sortedBy(items, (item) => `${item.title ?? item.name}\n${said(item)}\n${item[ID]}`);
}
