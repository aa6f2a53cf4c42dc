// The platform as one function: an operation and a request in, an answer out. No listening, no HTTP objects.
import { mutates, type Operation } from '../api/operation.ts';
import { DocsError } from '../errors.ts';
import { nonNull } from '../files/lists.ts';
import { makeBackground } from './background.ts';
import { accessFor, callerOf, requireKind } from './caller.ts';
import { BUSY, damaged, openDatabase, resultCode } from './db/database.ts';
import { type Handler, isReply } from './handler.ts';
import type { SandboxRequest } from './read-request.ts';
import { handlerModules } from './resources/index.ts';
import type { Call, Caller, Sandbox } from './sandbox.ts';
import { WireError } from './wire-error.ts';

export interface OpenOptions {
  file: string;
  env: Record<string, string | undefined>;
  now?: () => Date;
  /** Base of the URLs it tells; in-process it is `sandbox:`. */
  origin?: string;
  /** How long a change waits for another process, with all else; 10 s without it. */
  busyMs?: number;
  /** False for one that lasts no longer than this process: the disk is not waited for. */
  durable?: boolean;
  /** Hosts that events may be sent to, beside this machine. */
  eventHosts?: readonly string[];
}

export interface SandboxAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON; undefined when the answer has no body. */
  body: unknown;
}

/** Opens an existing sandbox file. Throws ConfigError when it is missing, damaged or from a newer version. */
export function openSandbox({ file, env, now, origin, busyMs, durable, eventHosts }: OpenOptions): Sandbox {
  const sandbox: Sandbox = {
    db: openDatabase(file, nonNull({ busyMs, durable })),
    file,
    env,
    now: now ?? (() => new Date()),
    origin: origin ?? 'sandbox:',
    // An import may have made events.
    background: makeBackground(() => sendEvents(sandbox)),
    eventHosts,
  };
  return sandbox;
}

/** Events go out after a change, while the process waits for its background or serves on. */
export function sendEvents(sandbox: Sandbox): void {
  try {
    if (!sandbox.db.get('SELECT 1 FROM integrations WHERE tunnelUrl IS NOT NULL')) return;
  } catch {
    // Closed or damaged: whoever uses it next hears of it.
    return;
  }
  const work = import('./resources/integrations/deliver.ts').then(({ deliver }) => deliver(sandbox));
  sandbox.background.add(work, { last: true });
}

/** Answers a request. Refusals are answers; a damaged file (ConfigError) and a bug of ours are thrown. */
export async function dispatch(
  sandbox: Sandbox,
  operation: Operation,
  request: SandboxRequest,
): Promise<SandboxAnswer> {
  try {
    return await answer(sandbox, operation, request);
  } catch (error) {
    return refusal(toWireError(error, sandbox.file));
  }
}

/**
 * Fetches a file or PDF by the address the sandbox told, without a token. 404 for any other address.
 * The carriers fetch by path; tests by address.
 */
export async function dispatchDownload(sandbox: Sandbox, url: string): Promise<SandboxAnswer> {
  const { match } = await import('./match.ts');
  const found = match('GET', new URL(url).pathname);
  if (found?.operation.id === 'downloads.get') return dispatch(sandbox, found.operation, found);
  return refusal(new WireError(404, 'there is no such file'));
}

async function answer(
  sandbox: Sandbox,
  operation: Operation,
  request: SandboxRequest,
): Promise<SandboxAnswer> {
  const handler = await handlerOf(operation);
  const caller = handler?.open ? NOBODY : callerOf(sandbox, request.headers?.authorization);
  if (!handler?.open) requireKind(operation, caller);
  if (!handler) throw await absence(operation);
  const input = needsCheck(operation, request)
    ? await checkedInput(operation, request)
    : { ...request.params };
  const call: Call = { ...sandbox, caller, access: accessFor(sandbox.db, caller) };
  const result = await handler.run(call, input);
  if (mutates(operation)) {
    const { audit } = await import('./resources/people/audit-events.ts');
    audit(call, operation, input, isReply(result) ? result.result : result);
    sendEvents(sandbox);
  }
  if (operation.result && operation.success.includes(204) && request.headers?.prefer === MINIMAL)
    return success(204, undefined, { 'preference-applied': MINIMAL });
  if (!isReply(result)) return success(operation.success[0] ?? 200, result, operation.streams && EVENTS);
  return success(result.status, result.result, result.headers);
}

const MINIMAL = 'return=minimal';
const NOBODY: Caller = { kind: 'user', userId: '' };

async function handlerOf(operation: Operation): Promise<Handler | undefined> {
  const [resource = ''] = operation.id.split('.');
  const handlers = (await handlerModules[resource]?.())?.default ?? [];
  return handlers.find((candidate) => candidate.operation.id === operation.id);
}

/** 501 with the reason why the sandbox does not do it. */
async function absence({ id }: Operation): Promise<WireError> {
  const { whyAbsent } = await import('./fidelity.ts');
  const why = whyAbsent(id)?.replace(/\.$/, '') ?? 'it has no handler';
  return new WireError(501, `the sandbox does not do ${id}: ${why}`);
}

/** The checker costs milliseconds: it is loaded only for what can be wrong. */
function needsCheck({ query, body }: Operation, request: SandboxRequest): boolean {
  if (body !== undefined || (query?.required?.length ?? 0) > 0) return true;
  return Object.keys(request.query ?? {}).length > 0;
}

async function checkedInput(operation: Operation, request: SandboxRequest): Promise<Record<string, unknown>> {
  const { readRequest } = await import('./read-request.ts');
  return readRequest(operation, request);
}

/** What a carrier over HTTP sends as events. */
export const EVENTS = { 'content-type': 'text/event-stream' };

const HEADERS = { 'x-docs-sandbox': '1' };

function success(status: number, body: unknown, headers: Record<string, string> = {}): SandboxAnswer {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  return { status, headers: { ...type, ...HEADERS, ...headers }, body };
}

/** A refusal as the platform writes it. */
export function refusal({ status, message }: WireError): SandboxAnswer {
  const challenge: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return success(status, { error: { code: status, message } }, challenge);
}

/** Errors of the content code that are refusals too. */
const STATUS: Record<string, number> = {
  VALIDATION: 400,
  USAGE: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
};

function toWireError(error: unknown, file: string): WireError {
  if (error instanceof WireError) return error;
  // What is parsed here was stored by ourselves: the request's own JSON was read before.
  if (error instanceof SyntaxError) throw damaged(file, error);
  const status = error instanceof DocsError ? STATUS[error.code] : undefined;
  if (status !== undefined && error instanceof DocsError) return new WireError(status, error.message);
  if (resultCode(error) === BUSY) {
    return new WireError(503, 'the sandbox is busy: another process has been writing for 10 seconds');
  }
  throw error;
}
