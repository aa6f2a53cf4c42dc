// Who has more access to a space or collection once it is in another collection.

import { getCollection } from '../../api/content/collections.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { isOutOfReach, unless } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Change } from '../dangers/danger.ts';
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
  return unless(isOutOfReach, async () => {
    const now = await readLevels(client, place);
    if (place.defaultLevel === 'inherit')
      return higherIn(await readLevels(client, { kind: 'collection', id: parent }), now);
    return higherByGrants(client, { now, organizationId, moved: { ...place, parent } });
  });
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

// Who gains access when a space or collection goes into a collection: worked out once for a change.
type Gains = readonly string[] | undefined;

const KNOWN = new WeakMap<Change, Promise<Gains>>();

/** Names of members and teams; undefined where it cannot be told. */
export function gainsOf(change: Change, kind: 'space' | 'collection'): Promise<Gains> {
  const known = KNOWN.get(change) ?? readGains(change, kind);
  KNOWN.set(change, known);
  return known;
}

/** Names that are said. */
const MOST_NAMED = 3;

/** The same as a sentence: `Ana, Ben and 2 others gain access or a higher level`. */
export async function gained(change: Change, kind: 'space' | 'collection'): Promise<string> {
  const gains = await gainsOf(change, kind);
  if (gains === undefined) return 'everyone with access to that collection gains access';
  const named = gains.slice(0, MOST_NAMED).map((name) => safeLine(name));
  const more = gains.length > MOST_NAMED ? [plural(gains.length - MOST_NAMED, 'other')] : [];
  const who = [...named, ...more];
  const last = who.pop();
  return `${who.length > 0 ? `${who.join(', ')} and ` : ''}${last} ${gains.length === 1 ? 'gains' : 'gain'} access or a higher level`;
}

const ENDS = 'access that came from the collection ends';

/** What leaving a collection for the top level changes: without a level of its own, roles count, which may be more. */
export async function changedByLeaving(change: Change, kind: 'space' | 'collection'): Promise<string> {
  const { defaultLevel } = await seenOf(change, kind);
  return defaultLevel === 'inherit'
    ? `${ENDS}, and every member of the organization has the access of their role`
    : ENDS;
}

/** The state that a plan compares says no more than where it is. */
const seenOf = async ({ input, target, client }: Change, kind: 'space' | 'collection') =>
  target?.organization === undefined ? thingOf(await client(), input, kind) : target;

async function readGains(change: Change, kind: 'space' | 'collection'): Promise<Gains> {
  const { input, client } = change;
  const host = await client();
  const { id, organization, defaultLevel, title } = await seenOf(change, kind);
  if (typeof id !== 'string' || typeof organization !== 'string') return undefined;
  // Safe: the platform's own answer, which was checked when it was read.
  const level = defaultLevel as Place['defaultLevel'];
  const place: Place = { kind, id, title: String(title), defaultLevel: level, parent: undefined };
  return gainsByMove(host, { place, parent: String(input.parent), organizationId: organization });
}

const thingOf = async (
  host: Client,
  { spaceId, collectionId }: Change['input'],
  kind: 'space' | 'collection',
): Promise<Readonly<Record<string, unknown>>> =>
  kind === 'space'
    ? host.call(getSpace, { spaceId: String(spaceId) })
    : host.call(getCollection, { collectionId: String(collectionId) });
