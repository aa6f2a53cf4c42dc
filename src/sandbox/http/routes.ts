// HTTP to operations and back.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { LocalIoError } from '../../errors.ts';
import { dispatch, refusal, type SandboxAnswer } from '../app.ts';
import { callerOf, requireKind } from '../caller.ts';
import { getDownload } from '../downloads.ts';
import { turns } from '../lock.ts';
import { isOpen, type Match, match, methodsOf } from '../match.ts';
import type { Sandbox } from '../sandbox.ts';
import { WireError } from '../wire-error.ts';
import { readJson } from './read-body.ts';

/** One request, as a log keeps it. No token, no query, no body. */
export interface LoggedRequest {
  time: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  operation: string | null;
  requestId: string;
}

export interface RouteOptions {
  /** Told of each request when its answer is made. */
  log?: ((request: LoggedRequest) => void) | undefined;
  /** Told of errors that are ours, with the ID that the answer bears. */
  onFault?: ((error: unknown, requestId: string) => void) | undefined;
}

interface Checks extends RouteOptions {
  /** Throws while the file is not what was opened: nothing may be answered from it. */
  require?: () => void;
}

/** The web application of a sandbox. */
export function routes(sandbox: Sandbox, checks: Checks): Hono {
  const app = new Hono();
  const turn = turns(sandbox.db);
  // One route: match.ts finds the operation, as it does for commands in this process, which never load hono. A second table
  // in hono reads some paths differently (`%73paces`, broken encoding) and takes 6 to 10 ms at the first request.
  app.all('*', async ({ req }) => {
    const began = performance.now();
    const requestId = randomUUID();
    const found = wanted(req.raw);
    let answer: SandboxAnswer;
    try {
      if (!READS.includes(req.method)) await turn();
      checks.require?.();
      answer = await respond(sandbox, req.raw, found);
      checks.require?.();
    } catch (error) {
      answer = failed(error, requestId, checks);
    }
    const { status } = answer;
    const ms = Number((performance.now() - began).toFixed(1));
    checks.log?.({ time: new Date().toISOString(), ...named(req.raw, found), status, ms, requestId });
    return toResponse({ ...answer, headers: { ...answer.headers, 'x-request-id': requestId } });
  });
  return app;
}

const READS = ['GET', 'HEAD'];

function failed(error: unknown, requestId: string, { onFault }: RouteOptions): SandboxAnswer {
  if (error instanceof WireError) return refusal(error);
  if (error instanceof LocalIoError && error.code === 'SANDBOX_REPLACED') {
    return refusal(new WireError(503, error.message));
  }
  onFault?.(error, requestId);
  return refusal(new WireError(500, `the sandbox failed on request ${requestId}: see the log of its server`));
}

/** Addresses of downloads are keys to what is behind them: the log gets their template. */
function named(request: Request, found: Match | undefined) {
  const { pathname } = new URL(request.url);
  const token = /\S+$/.exec(request.headers.get('authorization') ?? '')?.[0];
  const path = found?.operation.id === getDownload.id ? found.operation.path : pathname.slice(0, MAX_PATH);
  return {
    method: request.method,
    path: token === undefined ? path : path.replaceAll(token, '***'),
    operation: found?.operation.id ?? null,
  };
}

const MAX_PATH = 500;

/** The operation of a request; undefined where none answers, and where the path cannot be read, which `respond` refuses. */
function wanted(request: Request): Match | undefined {
  try {
    // A HEAD is answered as the GET it asks about; the server leaves out the body.
    return match(request.method === 'HEAD' ? 'GET' : request.method, new URL(request.url).pathname);
  } catch {
    return undefined;
  }
}

async function respond(sandbox: Sandbox, request: Request, found: Match | undefined): Promise<SandboxAnswer> {
  const url = new URL(request.url);
  if (!found) return noOperation(request.method, url.pathname);
  const { operation, params } = found;
  const authorization = request.headers.get('authorization') ?? undefined;
  // Before the body is read: strangers get no memory of ours.
  if (!isOpen(operation)) requireKind(operation, callerOf(sandbox.db, authorization));
  const body = await readJson(request, { large: operation.large === true });
  return dispatch(sandbox, operation, {
    params,
    query: queryOf(url),
    headers: authorization === undefined ? {} : { authorization },
    body,
  });
}

function noOperation(method: string, path: string): SandboxAnswer {
  const allowed = methodsOf(path).join(', ');
  if (allowed === '') return refusal(new WireError(404, `no operation answers ${path}`));
  const answer = refusal(new WireError(405, `${path} does not take ${method}, only ${allowed}`));
  return { ...answer, headers: { ...answer.headers, allow: allowed } };
}

/** A repeated key is a list (src/api/README.md#lists). */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(searchParams.keys())) {
    const [first = '', ...rest] = searchParams.getAll(key);
    // defineProperty: `__proto__` is a key like any other here.
    Object.defineProperty(query, key, {
      value: rest.length === 0 ? first : [first, ...rest],
      enumerable: true,
    });
  }
  return query;
}

function toResponse({ status, headers, body }: SandboxAnswer): Response {
  const payload = body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body);
  return new Response(payload ?? null, { status, headers });
}
