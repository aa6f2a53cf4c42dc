// The carrier without a wire: plain values go straight to the local platform's dispatch function.
import type { Operation } from '../../api/operation.ts';
import { onAbort } from '../../files/of-node.ts';
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
export const inProcessTransport =
  (dispatch: Dispatch, match: Match): Transport =>
  async (request) => {
    if (request.signal?.aborted) throw new WireFault('aborted', 'interrupted', { sent: false });
    const { operation, params, query, body } = request;
    const headers = lowerCase(request.headers);
    const answer = async (asked: Operation, given: Parameters<Dispatch>[1]) =>
      answerTo(request, await unlessEnded(request, dispatch(asked, given)));
    if (operation) return answer(operation, { params, query, headers, body });
    const url = new URL(`http://in-process${request.path}`);
    const found = await match(request.method, url.pathname);
    if (!found) return answerTo(request, notFound(request.method, url.pathname));
    const raw = { params: found.params, query: queryOf(url), headers, body: rawBodyOf(request) };
    return answer(found.operation, raw);
  };

/** After an interrupt or the time limit nobody waits any longer, though the platform works on until it is done. */
function unlessEnded({ signal, limits }: WireRequest, answer: ReturnType<Dispatch>): ReturnType<Dispatch> {
  if (!(answer instanceof Promise)) return answer;
  return new Promise((resolve, reject) => {
    const end = (fault: WireFault) => {
      clear();
      reject(fault);
    };
    const abort = () => end(new WireFault('aborted', 'interrupted', { sent: true }));
    const late = () =>
      end(new WireFault('timeout', `it took longer than ${limits.totalMs / 1000} s`, { sent: true }));
    const timer = limits.totalMs > 0 ? setTimeout(late, limits.totalMs) : undefined;
    const clear = () => {
      clearTimeout(timer);
      deafen?.();
    };
    const deafen = signal && onAbort(signal, abort);
    answer.finally(clear).then(resolve, reject);
  });
}

async function answerTo(request: WireRequest, { status, headers, body }: Dispatched): Promise<WireResponse> {
  const plain = lowerCase(headers ?? {});
  if (request.write && status >= 200 && status < 300) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    // Events of a stream are plain values here.
    if (Array.isArray(body)) return { status, headers: plain, payload: { value: body } };
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

const notFound = (method: string, path: string): Dispatched => ({
  status: 404,
  body: { error: { code: 404, message: `no operation answers ${method} ${path}` } },
});

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
