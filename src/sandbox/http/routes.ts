// HTTP to operations and back.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { LocalIoError } from '../../errors.ts';
import type { Age } from '../ages/age.ts';
import { dispatch, EVENTS, refusal, type SandboxAnswer } from '../app.ts';
import { callerOf, requireKind } from '../caller.ts';
import type { Fault, Faults, Gate } from '../control/faults.ts';
import { LIMITS } from '../limits.ts';
import { turns } from '../lock.ts';
import { getDownload, getSpecification, isOpen, type Match, match, methodsOf } from '../match.ts';
import type { Sandbox } from '../sandbox.ts';
import { badRequest, WireError } from '../wire-error.ts';

// How a request ends that meets a fault of those that tests asked for.

/** JSON that ends in the middle. */
const WRONG_JSON = '{"items": [{"object": "sp';

/** Answers with a fault: instead of the work, after it, or only later. */
async function withFault(
  { slowMs, instead, applied }: Fault,
  work: () => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  if (slowMs > 0) await delay(slowMs);
  if (!instead) return work();
  if (applied) await work();
  if (instead.kind !== 'status') return refusal(new WireError(500, 'a fault that was asked for'));
  const { status, retryAfter } = instead;
  const answer = refusal(new WireError(status, 'a fault that was asked for'));
  if (retryAfter === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter) } };
}

/** As a log names it. */
const faultName = ({ instead, slowMs }: Fault): string =>
  instead ? (instead.kind === 'status' ? String(instead.status) : instead.kind) : `slow ${slowMs} ms`;

/** Closes the connection of a request; the server takes its answer as sent. */
function cutOff(env: object): Response {
  // The server hands its own request over with each of hono's.
  const { incoming } = env as { incoming?: IncomingMessage };
  incoming?.socket.destroy();
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

// The body of a request: bytes under a cap, UTF-8, JSON that is not nested too deeply.

const MIB = 1024 * 1024;

/** Reads JSON; undefined for an empty body. Throws 413 over the cap, 415 for a compressed one, 400 for what is not JSON. */
export async function readJson(request: Request, { large = false } = {}): Promise<unknown> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new WireError(415, `the body must not be encoded (content-encoding: ${encoding})`);
  }
  const bytes = await readBytes(request, large ? LIMITS.largeBodyBytes : LIMITS.bodyBytes);
  if (bytes.byteLength === 0) return undefined;
  const text = decode(bytes);
  if (tooDeep(text)) throw badRequest(`the body is nested more than ${LIMITS.bodyDepth} levels deep`);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the body is not JSON');
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > limit) throw tooLarge(limit);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const tooLarge = (limit: number) => new WireError(413, `the body is larger than ${limit / MIB} MiB`);

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('the body is not UTF-8');
  }
}

/** Counts brackets outside of strings: the parser itself, and all that walks the value, would go as deep. */
function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (letter === '"') inString = !inString;
    else if (inString) index += letter === '\\' ? 1 : 0;
    else depth += STEP[letter ?? ''] ?? 0;
    if (depth > LIMITS.bodyDepth) return true;
  }
  return false;
}

const STEP: Record<string, number> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** One request, as a log keeps it. No token, no query, no body. */
export interface LoggedRequest {
  time: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  operation: string | null;
  requestId: string;
  /** Whether the contract has such a request. */
  fits: boolean;
  /** Why not. */
  problems?: string[];
  /** What it met of the faults that were asked for. */
  fault?: string;
}

export interface RouteOptions {
  /** Told of each request when its answer is made. */
  log?: ((request: LoggedRequest) => void) | undefined;
  /** Told of errors that are ours, with the ID that the answer bears. */
  onFault?: ((error: unknown, requestId: string) => void) | undefined;
  /** Refuses fields that an operation does not declare. */
  strict?: boolean | undefined;
  /** Of the host that it is; without one everything is there that any version has. */
  age?: Age | undefined;
}

export interface Checks extends RouteOptions {
  gate?: Gate;
  faults?: Faults | undefined;
  /** Throws while the file is not what was opened: nothing may be answered from it. */
  require?: () => void;
}

/** The web application of a sandbox. */
export function routes(sandbox: Sandbox, checks: Checks): Hono {
  const app = new Hono();
  const turn = turns(sandbox.db);
  // One route: match.ts finds the operation, as it does for commands in this process, which never load hono. A second table
  // in hono reads some paths differently (`%73paces`, broken encoding) and takes 6 to 10 ms at the first request.
  const answerOne = async (request: Request, seen: Seen): Promise<SandboxAnswer> => {
    try {
      if (!READS.includes(request.method)) await turn();
      checks.require?.();
      const answer = await respond(sandbox, request, {
        ...seen,
        strict: checks.strict === true,
        age: checks.age,
      });
      checks.require?.();
      return answer;
    } catch (error) {
      return failed(error, seen.requestId, checks);
    }
  };
  app.all('*', async ({ req, env }) => {
    const began = performance.now();
    const seen: Seen = { requestId: randomUUID(), found: wanted(req.raw, checks.age), undeclared: [] };
    const fault = seen.found && checks.faults?.next(seen.found.operation.id);
    const work = () => (fault ? withFault(fault, () => answerOne(req.raw, seen)) : answerOne(req.raw, seen));
    const answer = await (checks.gate ? checks.gate.pass(work) : work());
    const ms = Number((performance.now() - began).toFixed(1));
    checks.log?.({
      time: sandbox.now().toISOString(),
      ...named(req.raw, seen.found),
      status: answer.status,
      ms,
      requestId: seen.requestId,
      ...fitting(seen, answer, fault),
      ...(fault && { fault: faultName(fault) }),
    });
    if (fault?.instead?.kind === 'cut') return cutOff(env as object);
    const date = sandbox.now().toUTCString();
    const headers = { ...answer.headers, date, 'x-request-id': seen.requestId };
    if (fault?.instead?.kind === 'wrong-json') return new Response(WRONG_JSON, { status: 200, headers });
    return toResponse({ ...answer, headers });
  });
  return app;
}

/** What is known of a request while it is answered. */
interface Seen {
  requestId: string;
  found: Match | undefined;
  /** Fields that the operation does not declare. */
  undeclared: string[];
}

function fitting({ found, undeclared }: Seen, { status, body }: SandboxAnswer, fault: Fault | undefined) {
  const problems = undeclared.map((path) => `${path} is not declared`);
  if (!found) problems.push('no operation of the contract has this method and path');
  else if (status === 400 && !fault?.instead) problems.push(messageIn(body));
  return problems.length === 0 ? { fits: true } : { fits: false, problems };
}

const messageIn = (body: unknown): string => {
  const { error }: { error?: unknown } = Object.assign({}, body);
  const { message }: { message?: unknown } = Object.assign({}, error);
  return String(message ?? 'refused');
};

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
  const token = /(?<!\S)\S+$/.exec(request.headers.get('authorization') ?? '')?.[0];
  const path = found?.operation.id === getDownload.id ? found.operation.path : pathname.slice(0, MAX_PATH);
  return {
    method: request.method,
    path: token === undefined ? path : path.replaceAll(token, '***'),
    operation: found?.operation.id ?? null,
  };
}

const MAX_PATH = 500;

/** The operation of a request; undefined where none answers, and where the path cannot be read, which `respond` refuses. */
function wanted(request: Request, age: Age | undefined): Match | undefined {
  try {
    // A HEAD is answered as the GET it asks about; the server leaves out the body.
    return match(request.method === 'HEAD' ? 'GET' : request.method, new URL(request.url).pathname, age);
  } catch {
    return undefined;
  }
}

async function respond(
  sandbox: Sandbox,
  request: Request,
  { found, undeclared, strict, age }: Seen & { strict: boolean; age: Age | undefined },
): Promise<SandboxAnswer> {
  const url = new URL(request.url);
  if (!found) return noOperation(request.method, url.pathname, age);
  const { operation, params } = found;
  const authorization = request.headers.get('authorization') ?? undefined;
  // Before the body is read: strangers get no memory of ours.
  if (!isOpen(operation)) requireKind(operation, callerOf(sandbox, authorization));
  const body = await readJson(request, { large: operation.large === true });
  const query = queryOf(url);
  if (body !== undefined || url.search !== '') {
    const { undeclaredFields } = await import('../control/undeclared.ts');
    undeclared.push(...undeclaredFields(operation, { query, body }));
    const refused = strict ? undeclared : undeclared.filter((place) => age?.refuses(place));
    if (refused.length > 0) throw badRequest(`not declared by ${operation.id}: ${refused.join(', ')}`);
  }
  const answer = await dispatch(sandbox, operation, {
    params,
    query,
    headers: {
      ...(authorization !== undefined && { authorization }),
      prefer: request.headers.get('prefer')?.replace(/\s/g, '') ?? '',
    },
    body: age ? age.taken(body) : body,
  });
  if (!age) return answer;
  const isSpecification = operation.id === getSpecification.id;
  return { ...answer, body: isSpecification ? await specificationOf(age) : age.shown(answer.body) };
}

async function specificationOf({ offers }: Age): Promise<unknown> {
  const { openApiDocument } = await import('../openapi-document.ts');
  return openApiDocument(offers);
}

async function noOperation(method: string, path: string, age: Age | undefined): Promise<SandboxAnswer> {
  const { unbuiltAt } = await import('../ages/unbuilt.ts');
  const known = unbuiltAt(method, path);
  if (known)
    return refusal(
      new WireError(501, `the sandbox does not do ${known.name}: ${known.reason.replace(/\.$/, '')}`),
    );
  const allowed = methodsOf(path, age).join(', ');
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
  const isStream = Array.isArray(body) && headers['content-type'] === EVENTS['content-type'];
  if (isStream) return new Response(body.map(eventText).join(''), { status, headers });
  const payload = body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body);
  return new Response(payload ?? null, { status, headers });
}

const eventText = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;
