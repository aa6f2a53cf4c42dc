// A fence around what may be reached, below everything that asks: what lies outside is not found, and not listed.
import { getCollection } from '../api/content/collections.ts';
import { getSpace } from '../api/content/spaces.ts';
import type { Operation } from '../api/operation.ts';
import { getSite } from '../api/sites/sites.ts';
import { NotFoundError } from '../errors.ts';

/** IDs. With spaces or sites nothing else of the organization can be reached. */
export interface FenceOf {
  organization?: string;
  spaces?: readonly string[];
  sites?: readonly string[];
}

export interface Fence {
  readonly of: FenceOf;
  /** Throws NotFoundError. `read` sends an operation, whatever the fence says of it. */
  check(request: Asked, read: Read): Promise<void>;
  /** What is said of anything outside. */
  refusal(operation?: Operation): NotFoundError;
  /** The answer without what lies outside. */
  filter(operation: Operation, result: unknown): unknown;
}

export interface Asked {
  operation: Operation;
  params: Readonly<Record<string, string>>;
  query?: unknown;
  body?: unknown;
}

/** They make a space beside the ones that may be reached, or hand one over. */
const LEAVES: ReadonlySet<string> = new Set([
  'spaces.duplicate',
  'spaces.transfer',
  'siteSpaces.duplicate',
  'siteStyleguide.create',
]);

type Read = (operation: Operation, input: Record<string, unknown>) => Promise<unknown>;

/** `space`, `spaceIds`, `targetSpaceId`, `source_space`: whatever a field that names such a thing may be called. */
const NAMES_THING =
  /^(?:(?:\w*_)?([oO]rganization|[sS]pace|[sS]ite|[cC]ollection)|\w*[a-z\d](Organization|Space|Site|Collection))(?:s|_?[iI][dD]s?)?$/;
/** What lies in a site is reached by way of the site. */
const IN_SITE = /site_?spaces?(?:_?ids?)?$/i;
type Kind = 'organization' | 'space' | 'site' | 'collection';

export function createFence(of: FenceOf): Fence {
  const { organization, spaces, sites } = of;
  const isNarrow = spaces !== undefined || sites !== undefined;
  const known = new Map<string, Promise<boolean>>();

  /** Whether what this reads belongs to the organization. Asked once. */
  const belongs = (operation: Operation, input: Record<string, unknown>, read: Read): Promise<boolean> => {
    const key = `${operation.id} ${JSON.stringify(input)}`;
    const asked = known.get(key) ?? isOurs(() => read(operation, input), organization);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  };

  async function isInside(kind: Kind, id: string, read: Read): Promise<boolean> {
    if (kind === 'organization') return organization === undefined || id === organization;
    if (isNarrow) return { space: spaces, site: sites, collection: undefined }[kind]?.includes(id) === true;
    if (organization === undefined) return true;
    if (kind === 'space') return belongs(getSpace, { spaceId: id }, read);
    if (kind === 'collection') return belongs(getCollection, { collectionId: id }, read);
    return belongs(getSite, { organizationId: organization, siteId: id }, read);
  }

  async function check({ operation, params, query, body }: Asked, read: Read): Promise<void> {
    if (!isPlace(operation, isNarrow) || (isNarrow && LEAVES.has(operation.id))) throw outside(operation);
    for (const [name, id] of textsIn([params, query, body])) {
      const kind = kindOf(operation, name);
      if (kind !== undefined && !(await isInside(kind, id, read))) throw outside(operation);
    }
  }

  function filter(operation: Operation, result: unknown): unknown {
    const ids = listedBy(operation, of);
    const items = Object(result).items;
    if (ids === undefined || !Array.isArray(items)) return result;
    const inside = items.filter((item) => ids.includes(String(Object(item).id)));
    return { ...Object(result), items: inside, count: undefined };
  }

  return { of, check, filter, refusal: outside };
}

/** A site is read within its organization, and does not name it. */
async function isOurs(read: () => Promise<unknown>, organization: string | undefined): Promise<boolean> {
  try {
    const found = Object(await read());
    return found.organization === undefined || found.organization === organization;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

/** A parent is a collection only of what lies in collections. */
function kindOf({ id }: Operation, field: string): Kind | undefined {
  if (field === 'parent') return /^(?:spaces|collections)\./.test(id) ? 'collection' : undefined;
  const [, first, last] = (IN_SITE.test(field) ? undefined : NAMES_THING.exec(field)) ?? [];
  // Safe: one of the words of the expression.
  return (first ?? last)?.toLowerCase() as Kind | undefined;
}

/** Paths that a fence lets through at all; which things in them is looked at by their IDs. */
function isPlace({ path, method }: Operation, isNarrow: boolean): boolean {
  if (method === 'GET' && /^\/v1\/(?:user|orgs)$/.test(path)) return true;
  if (path.startsWith('/v1/spaces/{spaceId}')) return true;
  const inOrganization = /^\/v1\/orgs?\/\{organizationId\}(.*)$/.exec(path)?.[1];
  if (!isNarrow)
    return (
      inOrganization !== undefined ||
      path.startsWith('/v1/collections/{collectionId}') ||
      (method === 'GET' && path === '/v1/users/{userId}')
    );
  if (inOrganization === undefined) return false;
  if (inOrganization.startsWith('/sites/{siteId}')) return true;
  return method === 'GET' && ['', '/spaces', '/sites'].includes(inOrganization);
}

/** What a list may show; undefined: all of it. */
function listedBy({ path }: Operation, { organization, spaces, sites }: FenceOf) {
  const isNarrow = spaces !== undefined || sites !== undefined;
  if (path === '/v1/orgs') return organization === undefined ? undefined : [organization];
  if (!isNarrow) return undefined;
  if (path.endsWith('{organizationId}/spaces')) return spaces ?? [];
  return path.endsWith('{organizationId}/sites') ? (sites ?? []) : undefined;
}

const MOST_VALUES = 100_000;

/** Texts in an input whose field names a thing: `{ source: { space: 'x' } }`. Without recursion: it may be deep. */
function textsIn(values: readonly unknown[]): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const open: (readonly [string, unknown])[] = values.map((value) => ['', value]);
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen > MOST_VALUES) throw new NotFoundError('the request is too large to be checked');
    const [name, value] = open.pop() ?? ['', undefined];
    if (typeof value === 'string') found.push([name, value]);
    else if (Array.isArray(value)) for (const one of value) open.push([name, one]);
    else if (typeof value === 'object' && value !== null) open.push(...Object.entries(value));
  }
  return found;
}

const outside = (operation?: Operation): NotFoundError =>
  new NotFoundError('not found, or outside what this server may reach', {
    code: 'OUTSIDE_FENCE',
    details: { operation: operation?.id },
  });
