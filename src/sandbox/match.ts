// Which operation a method and a path mean.
import { operations } from '../api/index.ts';
import { ConversationsIssuesCluster as IssuesCluster } from '../api/insights/conversations.generated.ts';
import type { Operation } from '../api/operation.ts';
import { builders, resource } from '../api/schema.ts';
import { paramsIn, type Route, routeFor, segmentsOf } from '../files/route-of-path.ts';
import type { Age } from './ages/age.ts';
import { badRequest } from './wire-error.ts';

// Operations that docs has no commands for: those of the sandbox itself, and what answers name as `urls.location`.
const { Literal, Obj, Unknown } = builders;

const downloads = resource('downloads');
/** The signed address of a file or PDF, as an operation: so it goes the way of every request, but without a token. */
export const getDownload = downloads('get', 'Download a file or a PDF', {
  method: 'GET',
  path: '/~download/{payload}/{signature}/{name}',
  // Bytes, not JSON.
  result: Unknown(),
});

const health = resource('health');
/** For programs that wait until it answers. */
export const getHealth = health('get', 'Check whether the sandbox answers', {
  method: 'GET',
  path: '/~health',
  result: Obj({ status: Literal('ok') }),
});

const specification = resource('specification');
/** The one that `docs api --spec` prints. */
export const getSpecification = specification('get', 'Get the OpenAPI document of this sandbox', {
  method: 'GET',
  path: '/v1/openapi.json',
  result: Unknown(),
});

/** They answer without a token. */
const OWN_OPERATIONS = [getDownload, getSpecification, getHealth] as const;

const issues = resource('conversationIssues');
export const getIssuesCluster = issues('cluster', 'Show a cluster of issues', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}',
  result: IssuesCluster,
});

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
