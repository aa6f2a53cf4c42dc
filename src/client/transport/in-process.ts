// The carrier without a wire: plain values go straight to the local platform's dispatch function.
import type { Operation } from '../../api/operation.ts';
import { type Transport, WireFault, type WireRequest, type WireResponse } from './transport.ts';

export interface Dispatched {
  status: number;
  headers?: Record<string, string>;
  /** A plain value; bytes or text for a file. */
  body?: unknown;
}
export type Dispatch = (
  operation: Operation,
  request: {
    params: Record<string, string>;
    query: Record<string, unknown>;
    headers: Record<string, string>;
    body: unknown;
  },
) => Dispatched | Promise<Dispatched>;
/** Finds the operation a path belongs to, with its parameters decoded. `path` has no query. */
export type Match = (method: string, path: string) => Matched | undefined | Promise<Matched | undefined>;
export interface Matched {
  operation: Operation;
  params: Record<string, string>;
}

/** A carrier over `dispatch`. Requests without an operation are looked up by `match`; their query values are texts or lists of texts. */
export function inProcessTransport(dispatch: Dispatch, match: Match): Transport {
  return async (request) => {
    if (request.signal?.aborted) throw new WireFault('aborted', 'interrupted', { sent: false });
    const { operation, params, query, body } = request;
    const headers = lowerCase(request.headers);
    if (operation) return answerTo(request, await dispatch(operation, { params, query, headers, body }));
    const url = new URL(`http://in-process${request.path}`);
    const found = await match(request.method, url.pathname);
    if (!found) return answerTo(request, notFound(request.method, url.pathname));
    const raw = { params: found.params, query: queryOf(url), headers, body: rawBodyOf(request) };
    return answerTo(request, await dispatch(found.operation, raw));
  };
}

async function answerTo(request: WireRequest, { status, headers, body }: Dispatched): Promise<WireResponse> {
  const plain = lowerCase(headers ?? {});
  if (request.write && status >= 200 && status < 300) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes instanceof Uint8Array) await request.write(bytes);
    return { status, headers: plain, payload: { text: '' } };
  }
  return { status, headers: plain, payload: typeof body === 'string' ? { text: body } : { value: body } };
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  const plain: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) plain[name.toLowerCase()] = value;
  return plain;
}

function notFound(method: string, path: string): Dispatched {
  return { status: 404, body: { error: { code: 404, message: `no operation answers ${method} ${path}` } } };
}

function queryOf(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const [first = '', ...rest] = url.searchParams.getAll(key);
    query[key] = rest.length === 0 ? first : [first, ...rest];
  }
  return query;
}

/** Text that is no JSON is passed on as text: the other side says what is wrong with it. */
function rawBodyOf({ rawBody, body }: WireRequest): unknown {
  if (rawBody === undefined) return body;
  try {
    return JSON.parse(rawBody);
  } catch {
    return rawBody;
  }
}
