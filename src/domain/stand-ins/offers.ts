// What a host offers, of all that docs knows.
import { operations } from '../../api/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { ownRoutes, routeOf, routesIn } from './routes.ts';

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
export async function ownOffers(client: Client): Promise<Offers | undefined> {
  const routes = await ownRoutes(client);
  return routes && offersIn(routes, 'the specification of this host');
}
