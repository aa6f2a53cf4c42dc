// Members by spaces: the level of everyone on every space, and on demand through what.
import { listSpaces } from '../../api/content/spaces.ts';
import { ROLES, type Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { type Origin, originOf, readCollections, readGiven, type Way } from '../../domain/access/grants.ts';
import {
  type Failure,
  type Place,
  placeOf,
  type Reading,
  readEach,
  readLevels,
} from '../../domain/access/levels.ts';
import { byName, type Person } from '../../domain/access/people.ts';
import { type Opening, readSpaceOpenings } from './openings.ts';

export interface Matrix {
  people: readonly Person[];
  spaces: readonly Place[];
  level(person: Person, space: Place): Role | undefined;
  /** Only where it was asked for. */
  origin?: (person: Person, space: Place) => Origin;
}

/** All of it or nothing: a smaller matrix would look as if people had lost access. */
export type MatrixResult =
  | { ok: true; matrix: Matrix }
  | { ok: false; done: number; failures: readonly Failure[] };

interface MatrixQuery extends Reading {
  organizationId: string;
  people: readonly Person[];
  spaces: readonly Place[];
  /** Whether somebody whom only a space shows belongs into it. */
  admits: (person: Person) => boolean;
  /** Reads the grants as well, to know through what. */
  origins: boolean;
}

/** By title, then by ID. */
export async function readSpaces(client: Client, organizationId: string): Promise<Place[]> {
  const found = await allItems(client.pages(listSpaces, { organizationId }));
  return found.map((space) => placeOf('space', space)).sort(byTitle);
}

const byTitle = (a: Place, b: Place): number =>
  a.title.localeCompare(b.title, 'en') || (a.id < b.id ? -1 : 1);

/**
 * One request a space, and for the sites that are open; with origins two more a space, and those for the collections and
 * teams that give any of it. A byte is kept for each level: there may be millions.
 */
export async function readMatrix(client: Client, query: MatrixQuery): Promise<MatrixResult> {
  const { organizationId, people, spaces, admits, origins, width, onStep } = query;
  const others = new Map<string, Person>();
  const numbers = new Map(people.map(({ id }, at) => [id, at]));
  const levels = readEach(client, spaces, { width, onStep }, async (space) => {
    const { of, users } = await readLevels(client, space);
    for (const { id, displayName, email } of users) {
      if (numbers.has(id)) continue;
      numbers.set(id, numbers.size);
      others.set(id, stranger(id, displayName, email));
    }
    const bytes = new Uint8Array(numbers.size);
    for (const [id, level] of of) bytes[numbers.get(id) ?? 0] = ROLES.indexOf(level) + 1;
    return bytes;
  });
  // Beside the levels; a failure shows where the grants need it.
  const isBelow = origins && spaces.some(({ parent }) => parent !== undefined);
  const collections = isBelow ? readCollections(client, organizationId) : undefined;
  collections?.catch(() => {});
  const [{ found, failures }, open] = await Promise.all([levels, readOpen(client, query)]);
  if (failures.length > 0) return { ok: false, done: found.size, failures };
  const named = [...people, ...[...others.values()].filter(admits)].sort(byName);
  const level = (person: Person, space: Place): Role | undefined => {
    if (open.has(person.id)) return open.get(person.id)?.has(space.id) ? 'read' : undefined;
    return ROLES[(found.get(space.id)?.[numbers.get(person.id) ?? -1] ?? 0) - 1];
  };
  const all = [...[...open.keys()].map((who) => stranger(who, who, undefined)), ...named];
  if (!origins) return { ok: true, matrix: { people: all, spaces, level } };
  const given = await readGiven(client, organizationId, spaces, { width, collections });
  if (given.failures.length > 0) return { ok: false, done: 0, failures: given.failures };
  const origin = (person: Person, space: Place): Origin =>
    open.has(person.id)
      ? openOrigin(open.get(person.id)?.get(space.id) ?? [])
      : originOf(person, space, given, level(person, space));
  return { ok: true, matrix: { people: all, spaces, level, origin } };
}

/** By who they are, and by the ID of the space: why they can read it. They are admitted as strangers are. */
async function readOpen(
  client: Client,
  { organizationId, spaces, admits }: MatrixQuery,
): Promise<Map<string, Map<string, Opening[]>>> {
  const openings = await readSpaceOpenings(client, organizationId);
  const open = new Map<string, Map<string, Opening[]>>();
  for (const { id } of spaces)
    for (const opening of openings.get(id) ?? []) {
      if (!admits(stranger(opening.who, opening.who, undefined))) continue;
      const known = open.get(opening.who) ?? new Map<string, Opening[]>();
      open.set(opening.who, known.set(id, [...(known.get(id) ?? []), opening]));
    }
  return new Map([...open].sort(([a], [b]) => WHO.indexOf(a) - WHO.indexOf(b)));
}

const WHO: readonly string[] = [
  'everyone',
  'anyone with the address',
  'anyone with a link',
  'visitors who sign in',
] satisfies Opening['who'][];

function openOrigin(openings: readonly Opening[]): Origin {
  const ways = openings.map(
    ({ origin }): Way => ({ level: 'read', via: 'site', inherited: false, opening: origin }),
  );
  return { level: ways.length > 0 ? 'read' : undefined, ways, deciding: ways };
}

/** Somebody who has access and is not in the list of members: an integration's user, or who left a moment ago. */
export const stranger = (id: string, name: string, email: string | undefined): Person => ({
  id,
  name,
  email,
  role: null,
  status: 'not a member',
  joinedAt: undefined,
  lastSeenAt: undefined,
});
