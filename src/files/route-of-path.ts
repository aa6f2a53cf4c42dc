// Which of several operations a path means, by their templates: `/v1/spaces/{spaceId}`.

/** A path between its slashes; in one of an operation parameters are in braces. */
export interface Route {
  readonly segments: readonly string[];
}

export const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const isParameter = (segment: string): boolean => segment.startsWith('{');
const parametersIn = ({ segments }: Route): number => segments.filter(isParameter).length;

const fits = (route: Route, segments: readonly string[]): boolean =>
  route.segments.length === segments.length &&
  route.segments.every((segment, at) =>
    isParameter(segment) ? segments[at] !== '' : segment === segments[at],
  );

/** A literal segment beats a parameter: `/v1/integrations/x` before `/v1/integrations/{name}`. */
export const routeFor = <R extends Route>(routes: readonly R[], segments: readonly string[]): R | undefined =>
  routes
    .filter((route) => fits(route, segments))
    .sort((one, other) => parametersIn(one) - parametersIn(other))[0];

/** The path parameters of a path that fits. Throws URIError for broken percent-encoding, or what `decode` throws. */
export function paramsIn(
  route: Route,
  segments: readonly string[],
  decode: (segment: string) => string = decodeURIComponent,
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, segment] of route.segments.entries())
    if (isParameter(segment)) params[segment.slice(1, -1)] = decode(segments[at] ?? '');
  return params;
}
