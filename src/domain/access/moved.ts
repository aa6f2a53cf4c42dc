// Who has more access to a space or collection once it is in another collection.

import type { Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { ForbiddenError, isAbsence } from '../../errors.ts';
import { ancestors, GIVEN_OPERATIONS, readGiven } from './grants.ts';
import { includes, LEVEL_OPERATIONS, type Levels, type Place, readLevels } from './levels.ts';

/** The operations it reads with, for those who list them. */
export const MOVED_OPERATIONS = [...LEVEL_OPERATIONS, ...GIVEN_OPERATIONS];

/** A collection as a whole: few, so that a question does not take long. */
const WIDTH = 4;

/**
 * Names of members and teams that gain access or a higher level when a place goes into the collection `parent`; undefined
 * where the caller may not read who has access. What has a level of its own takes only grants from above.
 */
export async function gainsByMove(
  client: Client,
  { place, parent, organizationId }: { place: Place; parent: string; organizationId: string },
): Promise<readonly string[] | undefined> {
  try {
    const now = await readLevels(client, place);
    if (place.defaultLevel === 'inherit')
      return higherIn(await readLevels(client, { kind: 'collection', id: parent }), now);
    return await higherByGrants(client, { now, organizationId, moved: { ...place, parent } });
  } catch (error) {
    if (error instanceof ForbiddenError || isAbsence(error)) return undefined;
    throw error;
  }
}

const higherIn = (then: Levels, now: Levels): string[] =>
  then.users
    .filter(({ id }) => !includes(now.of.get(id), then.of.get(id) ?? 'read'))
    .map(({ displayName }) => displayName);

interface Moved {
  now: Levels;
  organizationId: string;
  /** As it will be. */
  moved: Place;
}

async function higherByGrants(
  client: Client,
  { now, organizationId, moved }: Moved,
): Promise<string[] | undefined> {
  const { collections, grants, teams, failures } = await readGiven(client, organizationId, [moved], {
    width: WIDTH,
  });
  const [failure] = failures;
  if (failure) throw failure.error;
  const isHigher = (people: Iterable<string>, level: Role) =>
    [...people].some((one) => !includes(now.of.get(one), level));
  const given = ancestors(moved, collections).flatMap(({ id }) => grants.get(id) ?? []);
  const names = given.flatMap(({ kind, id, name, level }) => {
    const people = kind === 'user' ? [id] : (teams.get(id)?.members ?? []);
    if (!isHigher(people, level)) return [];
    return [kind === 'user' ? name : `team "${name}"`];
  });
  return [...new Set(names)];
}
