// The level of each person on each space, as the platform itself adds it up: one request a space.
import type { Space } from '../../api/content/spaces.generated.ts';
import type { User } from '../../api/people/members.generated.ts';
import { listCollectionAccess, listSpaceAccess } from '../../api/people/permissions.ts';
import { ROLES, type Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapPool, type Width } from '../../client/pool.ts';

/** Whether a level includes another one. That of a guest of a site includes none. */
export const includes = (level: Role | 'guest' | undefined, wanted: Role): boolean =>
  level !== undefined && level !== 'guest' && ROLES.indexOf(level) <= ROLES.indexOf(wanted);

export const highest = (levels: readonly (Role | undefined)[]): Role | undefined =>
  ROLES.find((role) => levels.includes(role));

/** What is known of a space or collection without asking for its grants. */
export type Place = Pick<Space, 'id' | 'title' | 'defaultLevel'> & {
  kind: 'space' | 'collection';
  parent: string | undefined;
};

export const placeOf = (
  kind: Place['kind'],
  { id, title, defaultLevel, parent }: Omit<Place, 'kind' | 'parent'> & { parent?: string | undefined },
): Place => ({ kind, id, title, defaultLevel, parent });

/** The operations it reads with, for those who list them. */
export const LEVEL_OPERATIONS = [listSpaceAccess, listCollectionAccess];

/** The level of each user with access, by ID. */
export interface Levels {
  of: ReadonlyMap<string, Role>;
  users: readonly User[];
}

export interface Failure {
  name: string;
  error: unknown;
}

export interface Reading {
  width: Width;
  /** After each space. */
  onStep?: ((isOk: boolean) => void) | undefined;
}

/** One job over places side by side: all answers by the ID of the place, or what failed. Ends with the first failure. */
export async function readEach<P extends { id: string; title: string }, T>(
  client: Client,
  places: readonly P[],
  { width, onStep }: Reading,
  read: (place: P) => Promise<T>,
): Promise<{ found: Map<string, T>; failures: Failure[] }> {
  const results = await mapPool(places, width, read, {
    onRateLimit: client.onRateLimit,
    stop: ({ ok }) => {
      onStep?.(ok);
      return !ok;
    },
  });
  const found = new Map<string, T>();
  const failures: Failure[] = [];
  for (const result of results) {
    if (result.ok) found.set(result.item.id, result.value);
    else failures.push({ name: result.item.title, error: result.error });
  }
  return { found, failures };
}

export async function readLevels(client: Client, { kind, id }: Pick<Place, 'kind' | 'id'>): Promise<Levels> {
  const list = kind === 'space' ? listSpaceAccess : listCollectionAccess;
  const given = await allItems(client.pages(list, { spaceId: id, collectionId: id }));
  return {
    of: new Map(given.map(({ permission, user }) => [user.id, permission])),
    users: given.map(({ user }) => user),
  };
}
