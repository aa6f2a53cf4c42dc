// The routes that a host names in its own OpenAPI document, where it shows one.
import { listSpaces } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { DocsError } from '../../errors.ts';
import { boundedJson } from '../../files/json-file.ts';
import { isRecord } from '../../files/texts.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** A specification with fewer routes, about half of those that docs knows, is of a part, or of something else. */
export const LEAST_ROUTES = 180;

/** `GET /orgs/{}/spaces`: hosts give the parameters of a path names of their own. */
export const routeOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} /${path.replace(/^\/(?:v1\/)?/, '').replace(/\{[^{}]*\}/g, '{}')}`;

/** Reads an OpenAPI document; undefined for anything else. */
export function routesIn(specification: unknown): ReadonlySet<string> | undefined {
  if (!isRecord(specification) || !isRecord(specification.paths)) return undefined;
  return new Set(
    Object.entries(specification.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => isRecord(item) && method in item).map((method) =>
        routeOf({ method: method.toUpperCase(), path }),
      ),
    ),
  );
}

/** What the host says of itself; undefined where it says nothing that can be read. */
export async function ownRoutes(client: Client): Promise<ReadonlySet<string> | undefined> {
  for (const path of ['/v1/openapi.json', '/openapi.json']) {
    const { status, text } = await client.raw({ method: 'GET', path }, { attempts: 1 });
    const own = status === 200 ? routesIn(parsed(text)) : undefined;
    if (own) return own;
  }
  return undefined;
}

/** All that the host says it has. None where it does not say, or shows a specification of something else: its answers tell. */
export async function toldBy(client: Client): Promise<ReadonlySet<string>> {
  try {
    const routes = (await ownRoutes(client)) ?? new Set();
    return routes.size >= LEAST_ROUTES && routes.has(routeOf(listSpaces)) ? routes : new Set();
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
