// Members by spaces: the level of everyone on every space, and on demand through what.

import { listSpaces } from '../../api/content/spaces.ts';
import type { Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { type Given, readGiven } from './grants.ts';
import { type Failure, type Place, placeOf, type Reading, readEach, readLevels } from './levels.ts';
import { byName, type Person } from './people.ts';
import { type Origin, originOf } from './ways.ts';

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
  const found: Place[] = [];
  for await (const { items } of client.pages(listSpaces, { organizationId }))
    found.push(...items.map((space) => placeOf('space', space)));
  return found.sort(byTitle);
}

const byTitle = (a: Place, b: Place): number =>
  a.title.localeCompare(b.title, 'en') || (a.id < b.id ? -1 : 1);

/** One request a space; with origins two more, and those for the collections and teams that give any of it. */
export async function readMatrix(client: Client, query: MatrixQuery): Promise<MatrixResult> {
  const { organizationId, people, spaces, admits, origins, width, onStep } = query;
  const { found, failures } = await readEach(client, spaces, { width, onStep }, (space) =>
    readLevels(client, space),
  );
  if (failures.length > 0) return { ok: false, done: found.size, failures };
  const known = new Set(people.map(({ id }) => id));
  const others = new Map<string, Person>();
  for (const { users } of found.values())
    for (const { id, displayName, email } of users)
      if (!known.has(id)) others.set(id, stranger(id, displayName, email));
  const all = [...people, ...[...others.values()].filter(admits)].sort(byName);
  const level = (person: Person, space: Place) => found.get(space.id)?.of.get(person.id);
  if (!origins) return { ok: true, matrix: { people: all, spaces, level } };
  const given = await readGiven(client, organizationId, spaces, { width });
  if (given.failures.length > 0) return { ok: false, done: 0, failures: given.failures };
  return { ok: true, matrix: { people: all, spaces, level, origin: originsBy(level, given) } };
}

const originsBy =
  (level: Matrix['level'], given: Given): NonNullable<Matrix['origin']> =>
  (person, space) =>
    originOf(person, space, given, level(person, space));

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
