// Which operation a method and a path mean.
import { operations } from '../api/index.ts';
import type { Operation } from '../api/operation.ts';
import type { Age } from './ages/age.ts';
import { getIssuesCluster, OWN_OPERATIONS } from './own-operations.ts';
import { badRequest } from './wire-error.ts';

export interface Match {
  operation: Operation;
  params: Record<string, string>;
}

interface Route {
  operation: Operation;
  segments: string[];
}

const routes = new Map<string, Route[]>();

for (const operation of [...operations, getIssuesCluster, ...OWN_OPERATIONS]) {
  const segments = operation.path.split('/').slice(1);
  const key = `${operation.method} ${segments.length}`;
  routes.set(key, [...(routes.get(key) ?? []), { operation, segments }]);
}

/** Takes a path without query, percent-encoded. `age`: of the host that is asked. Throws 400 for broken percent-encoding. */
export function match(method: string, path: string, age?: Age): Match | undefined {
  const segments = path.split('/').slice(1);
  const candidates = (routes.get(`${method} ${segments.length}`) ?? []).filter(
    (route) => fits(route, segments) && (isOpen(route.operation) || age?.offers(route.operation) !== false),
  );
  // A literal segment beats a parameter: /v1/integrations/x before /v1/integrations/{name}.
  const [route] = candidates.sort((a, b) => parameters(a) - parameters(b));
  return route && { operation: route.operation, params: paramsOf(route, segments) };
}

/** Whether an operation answers without a token. */
export const isOpen = (operation: Operation): boolean => OWN_OPERATIONS.some((own) => own === operation);

/** Methods that would do for a path. */
export function methodsOf(path: string, age?: Age): string[] {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => match(method, path, age) !== undefined);
}

const isParameter = (segment: string) => segment.startsWith('{');
const parameters = (route: Route) => route.segments.filter(isParameter).length;

function fits(route: Route, segments: string[]): boolean {
  return route.segments.every((segment, index) =>
    isParameter(segment) ? segments[index] !== '' : segment === segments[index],
  );
}

function paramsOf(route: Route, segments: string[]): Record<string, string> {
  const params: Record<string, string> = {};
  route.segments.forEach((segment, index) => {
    if (isParameter(segment)) params[segment.slice(1, -1)] = decode(segments[index] ?? '');
  });
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(`the path segment "${segment}" is not percent-encoded as it should be`);
  }
}
