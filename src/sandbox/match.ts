// Which operation a method and a path mean.
import { operations } from '../api/index.ts';
import type { Operation } from '../api/operation.ts';
import { paramsIn, type Route, routeFor, segmentsOf } from '../files/route-of-path.ts';
import type { Age } from './ages/age.ts';
import { getIssuesCluster, OWN_OPERATIONS } from './own-operations.ts';
import { badRequest } from './wire-error.ts';

export interface Match {
  operation: Operation;
  params: Record<string, string>;
}

interface OwnRoute extends Route {
  operation: Operation;
}

const routes = new Map<string, OwnRoute[]>();

for (const operation of [...operations, getIssuesCluster, ...OWN_OPERATIONS]) {
  const segments = segmentsOf(operation.path);
  const key = `${operation.method} ${segments.length}`;
  routes.set(key, [...(routes.get(key) ?? []), { operation, segments }]);
}

/** Takes a path without query, percent-encoded. `age`: of the host that is asked. Throws 400 for broken percent-encoding. */
export function match(method: string, path: string, age?: Age): Match | undefined {
  const segments = segmentsOf(path);
  const offered = (routes.get(`${method} ${segments.length}`) ?? []).filter(
    ({ operation }) => isOpen(operation) || age?.offers(operation) !== false,
  );
  const route = routeFor(offered, segments);
  return route && { operation: route.operation, params: paramsIn(route, segments, decode) };
}

/** Whether an operation answers without a token. */
export const isOpen = (operation: Operation): boolean => OWN_OPERATIONS.some((own) => own === operation);

/** Methods that would do for a path. */
export const methodsOf = (path: string, age?: Age): string[] =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => match(method, path, age) !== undefined);

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(`the path segment "${segment}" is not percent-encoded as it should be`);
  }
}
