// Who gains access when a space or collection goes into a collection: worked out once for a change.
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

async function readGains({ input, target, client }: Change, kind: 'space' | 'collection'): Promise<Gains> {
  const { id, organization, defaultLevel, title } = target ?? {};
  if (typeof id !== 'string' || typeof organization !== 'string') return undefined;
  // Safe: the platform's own answer, which was checked when it was read.
  const level = defaultLevel as Place['defaultLevel'];
  const place: Place = { kind, id, title: String(title), defaultLevel: level, parent: undefined };
  return gainsByMove(await client(), { place, parent: String(input.parent), organizationId: organization });
}
