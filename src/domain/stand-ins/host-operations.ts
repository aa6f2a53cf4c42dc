// Which operations a host offers, and what that means for each command.

import { AGES, isInVersion, removalOf } from '../../api/ages.ts';
import { operations } from '../../api/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { ownRoutes, routeOf, routesIn } from './routes.ts';
import { standsIn } from './standing-client.ts';

export type Verdict = 'works' | 'works in part' | 'cannot work here';

/** What the host says of itself, else the newest version that docs knows. */
export async function offersOfHost(client: Client): Promise<Offers> {
  const own = await ownOffers(client);
  const newest = AGES.at(-1) ?? '';
  return (
    own ?? {
      source: `version ${newest} of the platform's contract: the host shows no specification`,
      has: (operation) => isInVersion(operation, newest),
      unknown: [],
    }
  );
}

/** What a command can do there: without its own operation nothing, unless another does the same. */
export function verdictOf(
  command: { readonly operation?: Operation | undefined; readonly uses?: readonly Operation[] | undefined },
  { has }: Offers,
): { verdict: Verdict; lacks: string[] } {
  const { operation, uses = [] } = command;
  const isDone = (one: Operation) => has(one) || standsIn(one);
  const lacking = uses.filter((one) => !isDone(one));
  if (operation && !isDone(operation)) return { verdict: 'cannot work here', lacks: [lackOf(operation)] };
  if (lacking.length === 0) return { verdict: 'works', lacks: [] };
  const none = !operation && lacking.length === uses.length;
  return { verdict: none ? 'cannot work here' : 'works in part', lacks: [...new Set(lacking.map(lackOf))] };
}

const lackOf = (operation: Operation): string =>
  removalOf(operation)?.what ?? operation.newer ?? operation.id;

// What a host offers, of all that docs knows.

export interface Offers {
  /** Where it is known from, in words that follow "according to". */
  readonly source: string;
  has(operation: Operation): boolean;
  /** Routes that docs has no operation for, as `GET /ads/sites`; none where no specification was read. */
  readonly unknown: readonly string[];
}

/** Reads an OpenAPI document; undefined for anything else. */
export function offersOf(specification: unknown, source: string): Offers | undefined {
  const routes = routesIn(specification);
  return routes && offersIn(routes, source);
}

function offersIn(routes: ReadonlySet<string>, source: string): Offers {
  const known = new Set(operations.map(routeOf));
  return {
    source,
    has: (operation) => routes.has(routeOf(operation)),
    unknown: [...routes].filter((route) => !known.has(route)).sort(),
  };
}

/** What the host says of itself; undefined where it says nothing. */
async function ownOffers(client: Client): Promise<Offers | undefined> {
  const routes = await ownRoutes(client);
  return routes && offersIn(routes, 'the specification of this host');
}
