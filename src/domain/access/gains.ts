// Who gains access when a space or collection goes into a collection: worked out once for a change.
import { getCollection } from '../../api/content/collections.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { plural } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Change } from '../dangers/danger.ts';
import type { Place } from './levels.ts';
import { gainsByMove } from './moved.ts';

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

async function readGains({ input, target, client }: Change, kind: 'space' | 'collection'): Promise<Gains> {
  const host = await client();
  // The state that a plan compares says no more than where it is.
  const seen = target?.organization === undefined ? await thingOf(host, input, kind) : target;
  const { id, organization, defaultLevel, title } = seen;
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
