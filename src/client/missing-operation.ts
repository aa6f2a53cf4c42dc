// Whether a host does not offer an operation, being older or newer than it, or offers it and did not find a thing.
import { NEWER_HOST, removalOf } from '../api/ages.ts';
import { operations } from '../api/index.ts';
import type { Operation } from '../api/operation.ts';
import { DocsError, UnsupportedError } from '../errors.ts';
import { isPlatformError, wordsOf } from './failure.ts';
import { type FailureContext, httpFacts, kindOfParam, redacted, taskOf } from './failure-context.ts';
import type { WireResponse } from './transport/transport.ts';

/** Status of the answer to a read; undefined when there was none. */
type Read = (operation: Operation, params: Record<string, string>) => Promise<number>;

/** A host that does not know a route answers one of these. */
const UNKNOWN = [404, 405, 501];
/** Each costs a request, and only where an answer leaves it open. */
const MOST_READS = 3;

/**
 * The error for an answer of 404, 405 or 501; undefined where something was really not found. What the answer names is
 * missing. Otherwise what the path goes through is read, from the nearest on: where that is there and the route below it
 * is not, the host does not offer it.
 */
export async function missingOnHost(
  context: FailureContext & { operation: Operation },
  answer: WireResponse,
  read: Read,
): Promise<DocsError | undefined> {
  const { status, payload } = answer;
  const words = redacted(context, wordsOf(payload));
  if (status !== 404) return lacking(context, answer, status === 501 ? words : '');
  const isPlatforms = isPlatformError(payload);
  if (isPlatforms && tellsThing(context, words)) return undefined;
  const mayBe = isPlatforms || hasEveryHost(context.operation) ? 'there' : 'lacking';
  // Every host takes the question: what it asks about is missing.
  if (isPlatforms && hasEveryHost(context.operation) && textsOfQuery(context).some(({ isThing }) => isThing))
    return undefined;
  const verdict = (await readAround(context, read)) ?? mayBe;
  return verdict === 'lacking' ? lacking(context, answer) : undefined;
}

/** As far as is known of published versions. */
const hasEveryHost = (operation: Operation): boolean =>
  operation.newer === undefined && removalOf(operation) === undefined;

/** The error of an operation that this host does not do. */
function lacking(context: FailureContext, answer: WireResponse, words = ''): DocsError {
  const { operation, host } = context;
  const removal = operation && removalOf(operation);
  const what = removal?.what ?? operation?.newer;
  const lack = what === undefined ? `cannot ${taskOf(context)}` : `does not offer ${what}`;
  const why = removal
    ? ` (removed in ${removal.version})`
    : `: ${words || `${host} answered ${answer.status}`}`;
  const newerHost = host === 'sandbox' ? 'docs sandbox status --operations' : NEWER_HOST;
  return new UnsupportedError(`this host ${lack}${why}`, {
    http: httpFacts(context, answer),
    outcome: 'rejected',
    hint: removal ? removal.instead : newerHost,
  });
}

/** Whether the words say what is missing. Of what newer hosts do not offer they say so only of what a body names. */
function tellsThing(context: FailureContext & { operation: Operation }, words: string): boolean {
  const { operation } = context;
  if (operation.body === undefined && removalOf(operation)) return false;
  return namesThing(context, words);
}

/** `site "x" not found` or `Redirect not found`; not `Not Found` and not `Cannot GET /v1/...`. */
function namesThing(context: FailureContext & { operation: Operation }, words: string) {
  const { operation, input = {} } = context;
  if (/\b(GET|POST|PUT|PATCH|DELETE|route|endpoint|path|URL)\b|\/v1\//i.test(words)) return false;
  const names = Object.keys(operation.params.properties);
  const kinds = names.map((name) => kindOfParam(name).split(' ').at(-1) ?? '');
  const asked = textsOfQuery(context);
  const values = [...names.map((name) => String(input[name] ?? '')), ...asked.map(({ text }) => text)];
  const text = words.toLowerCase();
  const body = operation.body === undefined ? [] : Object.keys(operation.body.properties ?? {});
  const named = body.flatMap((name) => textsIn(input[name], 0));
  return (
    values.some((value) => value !== '' && words.includes(value)) ||
    named.some((value) => words.includes(`"${value}"`)) ||
    named.some((value) => MAY_BE_ID.test(value) && words.split(/[^\w-]+/).includes(value)) ||
    [
      ...kinds,
      ...asked.map(({ kind }) => kind),
      ...OTHER_KINDS,
      ...(body.length > 0 ? KINDS_IN_BODIES : []),
    ].some((kind) => new RegExp(`\\b${kind}s?\\b`).test(text))
  );
}

/** What a body or query may name. */
const OTHER_KINDS = ['user', 'member', 'team', 'space', 'collection', 'revision', 'installation'];
/** Edits name what is in the content. */
const KINDS_IN_BODIES = ['page', 'file', 'parent', 'section'];

/** What a query says in words of its own: it may name a thing, or ask about what need not be there. */
function textsOfQuery({ operation, input = {} }: FailureContext & { operation: Operation }) {
  const { properties = {}, required = [] } = operation.query ?? {};
  return Object.entries(properties).flatMap(([name, { type, format }]) => {
    const text = input[name];
    if (type !== 'string' || format !== undefined || typeof text !== 'string' || text.length < 2) return [];
    const kind = kindOfParam(name).split(' ').at(-1) ?? '';
    const isThing = required.includes(name) || ['page', ...OTHER_KINDS].includes(kind);
    return [{ text, kind, isThing }];
  });
}

/** Short and without spaces: what else a body says may be a word of the answer, too, unless that quotes it. */
const MAY_BE_ID = /^(?=.*\d|.{16})[\w-]{2,64}$/;

/** Texts of a body. */
function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

type Verdict = 'lacking' | 'there';

/** By what other operations of the same place say; undefined where none can. */
async function readAround(
  context: FailureContext & { operation: Operation },
  read: Read,
): Promise<Verdict | undefined> {
  const { operation, input = {} } = context;
  const own = shapeOf(operation);
  // Without a name in the path there is nothing that can be missing: not even the platform, perhaps.
  if (own.names.length === 0) return hasEveryHost(operation) ? undefined : 'lacking';
  for (const around of [...below(own), ...above(own)].slice(0, MOST_READS)) {
    const status = await statusOf(read, around.operation, paramsFor(around, own, input));
    if (status === undefined) return undefined;
    const verdict = verdictOf(own, around, status);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

/** What a read of something around says of it; undefined where that may be lacking itself. */
function verdictOf(own: Shape, around: Shape, status: number): Verdict | undefined {
  const isBelow = around.shape.length > own.shape.length;
  if (!UNKNOWN.includes(status)) return isBelow || isPart(own, around) ? 'there' : 'lacking';
  // A thing that every host can show, and this one does not find, is missing.
  const isThing = around.shape.endsWith('}') && hasEveryHost(around.operation);
  return isThing && status === 404 ? 'there' : undefined;
}

async function statusOf(read: Read, operation: Operation, params: Record<string, string>) {
  try {
    return await read(operation, params);
  } catch (error) {
    if (error instanceof DocsError) return undefined;
    throw error;
  }
}

interface Shape {
  operation: Operation;
  /** The path with `{}` for each name; `/v1/org/{}/imports` lies in `/v1/orgs/{}`. */
  shape: string;
  names: string[];
}

const shapeOf = (operation: Operation): Shape => ({
  operation,
  shape: operation.path.replace(/\{\w+\}/g, '{}').replace('/v1/org/', '/v1/orgs/'),
  names: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
});

const reads = (): Shape[] =>
  operations
    .filter(({ method, query }) => method === 'GET' && (query?.required?.length ?? 0) === 0)
    .map(shapeOf);

/** Newer reads of the same place that name nothing more: `.../permissions/users` for `.../permissions`. A thing has none. */
const below = ({ shape, names }: Shape): Shape[] =>
  reads().filter(
    (one) =>
      !shape.endsWith('}') &&
      one.operation.newer !== undefined &&
      one.shape.startsWith(`${shape}/`) &&
      one.names.length === names.length,
  );

/** What the path goes through, the nearest first. */
const above = ({ shape }: Shape): Shape[] =>
  reads()
    .filter((one) => shape.startsWith(`${one.shape}/`))
    .sort((a, b) => b.shape.length - a.shape.length);

/** Whether the next part of the path is the name of a thing in what was read; of what is gone, the last part. */
function isPart({ shape, operation }: Shape, { shape: above }: Shape): boolean {
  const rest = shape.slice(above.length);
  return removalOf(operation) ? rest === '/{}' : rest.startsWith('/{}');
}

const paramsFor = ({ names }: Shape, own: Shape, input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(names.map((name, at) => [name, String(input[own.names[at] ?? ''] ?? '')]));
