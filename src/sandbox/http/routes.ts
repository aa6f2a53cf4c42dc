// HTTP to operations and back.
import { Hono } from 'hono';
import { authenticate, dispatch, refusal, type SandboxAnswer } from '../app.ts';
import { isOpen, match, methodsOf } from '../match.ts';
import type { Sandbox } from '../sandbox.ts';
import { WireError } from '../wire-error.ts';
import { readJson } from './read-body.ts';

export interface RouteOptions {
  /** Told of each request: template of the path, never the path with its ids and keys. */
  log?: ((line: string) => void) | undefined;
  /** Told of errors that are ours. */
  onFault?: ((error: unknown) => void) | undefined;
}

/** The web application of a sandbox. */
export function routes(sandbox: Sandbox, { log, onFault }: RouteOptions): Hono {
  const app = new Hono();
  const turn = turns();
  app.all('*', async ({ req }) => {
    if (req.method !== 'GET') await turn();
    const answer = await respond(sandbox, req.raw, log);
    return toResponse(answer);
  });
  app.onError((error) => {
    if (error instanceof WireError) return toResponse(refusal(error));
    onFault?.(error);
    return toResponse(refusal(new WireError(500, 'the sandbox failed; its log says why')));
  });
  return app;
}

/**
 * A change may have to wait for another process, and the whole server waits with it: each gets a round of the event loop
 * of its own, so that what came in meanwhile is read before the next one, and no connection is taken for an idle one.
 */
function turns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
    return last;
  };
}

async function respond(sandbox: Sandbox, request: Request, log: RouteOptions['log']): Promise<SandboxAnswer> {
  const url = new URL(request.url);
  // A HEAD is answered as the GET it asks about; the server leaves out the body.
  const found = match(request.method === 'HEAD' ? 'GET' : request.method, url.pathname);
  if (!found) return noOperation(request.method, url.pathname);
  const { operation, params } = found;
  const authorization = request.headers.get('authorization') ?? undefined;
  // Before the body is read: strangers get no memory of ours.
  if (!isOpen(operation)) authenticate(sandbox, authorization);
  const body = await readJson(request, { large: operation.large === true });
  const started = performance.now();
  const answer = await dispatch(sandbox, operation, {
    params,
    query: queryOf(url),
    headers: authorization === undefined ? {} : { authorization },
    body,
  });
  log?.(
    `${answer.status} ${operation.method} ${operation.path} ${(performance.now() - started).toFixed(1)} ms`,
  );
  return answer;
}

function noOperation(method: string, path: string): SandboxAnswer {
  const allowed = methodsOf(path).join(', ');
  if (allowed === '') return refusal(new WireError(404, `no operation answers ${path}`));
  const answer = refusal(new WireError(405, `${path} does not take ${method}, only ${allowed}`));
  return { ...answer, headers: { ...answer.headers, allow: allowed } };
}

/** A repeated key is a list (open points, section 1). */
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
