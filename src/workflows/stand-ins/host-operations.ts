// Which operations a host offers, and what that means for each command.
import { AGES, isInVersion, removalOf } from '../../api/ages.ts';
import { operations } from '../../api/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { isRecord } from '../../files/is-record.ts';
import { boundedJson } from '../../files/json-bounds.ts';
import { standsIn } from './standing-client.ts';

export interface Offers {
  /** Where it is known from, in words that follow "according to". */
  readonly source: string;
  has(operation: Operation): boolean;
  /** Routes that docs has no operation for, as `GET /v1/ads/sites`; none where no specification was read. */
  readonly unknown: readonly string[];
}

export type Verdict = 'works' | 'works in part' | 'cannot work here';

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

/** What the host says of itself, else the newest version that docs knows. */
export async function offersOfHost(client: Client): Promise<Offers> {
  const { status, text } = await client.raw({ method: 'GET', path: '/v1/openapi.json' }, { attempts: 1 });
  const own = status === 200 ? offersOf(parsed(text), 'the specification of this host') : undefined;
  const newest = AGES.at(-1) ?? '';
  return (
    own ?? {
      source: `version ${newest} of the platform's contract: the host shows no specification`,
      has: (operation) => isInVersion(operation, newest),
      unknown: [],
    }
  );
}

/** A host may answer a page for people. */
function parsed(text: string): unknown {
  try {
    return boundedJson(text);
  } catch {
    return undefined;
  }
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
