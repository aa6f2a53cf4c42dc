// What a host says of itself: its own OpenAPI document, where it shows one. Only who reads that needs all operations.
import { operations } from '../../api/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { DocsError } from '../../errors.ts';
import { isRecord } from '../../files/is-record.ts';
import { boundedJson } from '../../files/json-bounds.ts';

export interface Offers {
  /** Where it is known from, in words that follow "according to". */
  readonly source: string;
  has(operation: Operation): boolean;
  /** Routes that docs has no operation for, as `GET /v1/ads/sites`; none where no specification was read. */
  readonly unknown: readonly string[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const routeOf = (method: string, path: string): string =>
  `${method.toUpperCase()} /${path.replace(/^\/(?:v1\/)?/, '').replace(/\{[^}]*\}/g, '{}')}`;

/** Reads an OpenAPI document; undefined for anything else. */
export function offersOf(specification: unknown, source: string): Offers | undefined {
  if (!isRecord(specification) || !isRecord(specification.paths)) return undefined;
  const routes = new Set(
    Object.entries(specification.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => isRecord(item) && method in item).map((method) => routeOf(method, path)),
    ),
  );
  const known = new Set(operations.map(({ method, path }) => routeOf(method, path)));
  return {
    source,
    has: ({ method, path }) => routes.has(routeOf(method, path)),
    unknown: [...routes].filter((route) => !known.has(route)).sort(),
  };
}

/** What the host says of itself; undefined where it says nothing. */
export async function ownOffers(client: Client): Promise<Offers | undefined> {
  for (const path of ['/v1/openapi.json', '/openapi.json']) {
    const { status, text } = await client.raw({ method: 'GET', path }, { attempts: 1 });
    const own = status === 200 ? offersOf(parsed(text), OF_HOST) : undefined;
    if (own) return own;
  }
  return undefined;
}

const OF_HOST = 'the specification of this host';

/**
 * IDs of the operations that the host leaves out of its specification. None where it shows none that can be read, or one
 * of something else: then only its answers tell.
 */
export async function untoldBy(client: Client): Promise<ReadonlySet<string>> {
  try {
    const own = await ownOffers(client);
    const left = own ? operations.filter((operation) => !own.has(operation)) : [];
    return new Set(left.length < operations.length / 2 ? left.map(({ id }) => id) : []);
  } catch (error) {
    if (error instanceof DocsError) return new Set();
    throw error;
  }
}

/** A host may answer a page for people. */
function parsed(text: string): unknown {
  try {
    return boundedJson(text);
  } catch {
    return undefined;
  }
}
