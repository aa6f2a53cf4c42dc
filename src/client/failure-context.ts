// What every error of a call is made from, and the rule for a write whose outcome is not known.
import type { Operation, Retry } from '../api/operation.ts';
import {
  type DocsError,
  type ErrorFacts,
  LocalIoError,
  NetworkError,
  outcomeUnknown,
  ProtocolError,
  TimeoutError,
} from '../errors.ts';
import { errnoOf } from '../files/io-error.ts';
import type { WireFault, WireResponse } from './transport/transport.ts';

/** What was asked, of whom, by whom. */
export interface FailureContext {
  method: string;
  /** Template or path without query. */
  path: string;
  operation?: Operation;
  input?: Record<string, unknown>;
  host: string;
  profile?: string;
  /** The environment variable that gave the token. */
  tokenVariable?: string;
  signedIn: boolean;
  redact?: (text: string) => string;
}

/** How a call may be repeated; raw writes never are. */
export function retryOf({ operation, method }: Pick<FailureContext, 'operation' | 'method'>): Retry {
  if (operation) return operation.retry;
  return method === 'GET' || method === 'HEAD' ? 'safe' : 'never';
}

/** A write that was sent and got no verdict: its outcome is unknown. Anything else stays what it is. */
export function lostFailure(context: FailureContext, error: DocsError, sent = true): DocsError {
  const retry = retryOf(context);
  if (!sent || retry === 'safe') return error;
  return outcomeUnknown(`it is not known whether this took effect: ${taskOf(context)}: ${error.message}`, {
    ...(error.http && { http: error.http }),
    cause: error,
    retryable: retry === 'idempotent',
    hint: checkHint(context),
  });
}

export const LOOK_FIRST = 'check whether it took effect before you run it again';
const RUN_AGAIN = 'run it again: repeating it is safe';

/** What is said of a write whose outcome is unknown, until the command that sent it knows a better way. */
export const UNCERTAIN_HINTS: ReadonlySet<string> = new Set([LOOK_FIRST, RUN_AGAIN]);

export const checkHint = (context: FailureContext): string =>
  retryOf(context) === 'idempotent' ? RUN_AGAIN : LOOK_FIRST;

/** `restore a deleted space`, or with the name that the platform gave it: `restore space "API reference"`. */
export function taskOf({ operation, method, path }: FailureContext, name?: string): string {
  if (!operation) return `${method} ${path}`;
  // What follows a semicolon tells of the outcome, and what is in brackets of another command: not of the task.
  const [summary = ''] = operation.summary.split(/;| \(for /);
  const task = summary.charAt(0).toLowerCase() + summary.slice(1);
  const noun = nounIn(operation, task);
  if (name === undefined || noun === undefined) return task;
  return task.replace(thingOf(noun), `${noun} ${name}`).replace(/ deleted within .*$/, '');
}

/**
 * The task and the reason of a refusal. What the platform says of the very thing is said of it once:
 * `space "X" is not deleted` becomes `restore space "X"` and `it is not deleted`.
 */
export function refusalOf(context: FailureContext, words: string): { task: string; reason: string } {
  const { operation } = context;
  const [, called = '', name, said] = ABOUT.exec(words) ?? [];
  const noun = operation && nounIn(operation, operation.summary);
  // A person is not an it.
  if (
    noun === undefined ||
    noun === 'member' ||
    name === undefined ||
    called.toLowerCase() !== noun.toLowerCase()
  )
    return { task: taskOf(context), reason: words };
  return { task: taskOf(context, name), reason: `it ${said}` };
}

/** `space "API reference" is not deleted`, `change request #4 is merged already`. */
const ABOUT =
  /^([A-Za-z][A-Za-z ]*?) ((?:#\d+|"[^"]*")(?: "[^"]*"| \([^()]*\))*) ((?:already )?(?:is|has|was|belongs|shows|cannot|does|holds|takes)\b.*)$/s;

/** With whatever describes it: `a deleted space`, `the legacy space`. */
const thingOf = (noun: string): RegExp => new RegExp(`\\b(?:an?|the) (?:[a-z]+ )?${noun}\\b`, 'i');

/** What people call the last thing that the path names, where the summary speaks of it. */
function nounIn({ path }: Operation, summary: string): string | undefined {
  const param = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  if (param === undefined) return undefined;
  const kind = kindOfParam(param);
  const nouns = [...(OTHER_NOUNS[kind] ?? []), kind, kind.split(' ').slice(1).join(' ')];
  return nouns.find((noun) => noun !== '' && thingOf(noun).test(summary));
}

/** Where summaries call a thing otherwise than its parameter. */
export const OTHER_NOUNS: Readonly<Record<string, readonly string[]>> = {
  user: ['member', 'requested reviewer'],
  invite: ['invite link'],
};

export function redacted({ redact }: FailureContext, text: string): string {
  return redact ? redact(text) : text;
}

export const retryable = (facts: ErrorFacts): ErrorFacts => ({ ...facts, retryable: true });

export function httpFacts({ method, operation, path }: FailureContext, answer?: WireResponse) {
  const id = answer?.headers['x-request-id'] ?? answer?.headers['request-id'] ?? '';
  return {
    method,
    path: operation?.path ?? path,
    ...(answer && { status: answer.status }),
    ...(/^[\w.:-]{1,128}$/.test(id) && { requestId: id }),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  siteMcpServerId: 'MCP server',
  specSlug: 'OpenAPI specification',
};

/** `changeRequestId` is a change request. */
export const kindOfParam = (name: string): string =>
  KINDS[name] ??
  name
    .replace(/(Id|Name|Slug)$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^saml\b/, 'SAML');

// The errors of exchanges that went wrong below HTTP, or above it in the body.

/** The error for an exchange that brought no whole answer. */
export function faultFailure(context: FailureContext, fault: WireFault): DocsError {
  const { kind, sent, cause } = fault;
  const facts: ErrorFacts = { http: httpFacts(context), outcome: 'not-sent', cause: fault };
  const message = redacted(context, `no response from ${context.host}: ${fault.message}`);
  switch (kind) {
    case 'sink':
      // Whoever takes the answer may fail for reasons of its own.
      if (cause instanceof Error && errnoOf(cause) === undefined) throw cause;
      return new LocalIoError('the file cannot be written', { cause, outcome: 'applied' });
    case 'timeout':
      return lostFailure(context, new TimeoutError(message, retryable(facts)), sent);
    case 'malformed':
    case 'too-large':
    case 'encoding': {
      const broken = redacted(context, `${context.host} sent an invalid response: ${fault.message}`);
      return lostFailure(context, new ProtocolError(broken, facts), sent);
    }
    default: {
      const again = PASSING.includes(kind) ? { retryable: true } : {};
      return lostFailure(
        context,
        new NetworkError(message, { ...facts, ...again, hint: NETWORK_HINTS[kind] }),
        sent,
      );
    }
  }
}

/** What may be gone a moment later. */
const PASSING: readonly WireFault['kind'][] = ['reset', 'unreachable', 'proxy-lost'];

const PROXY_HINT = 'check HTTPS_PROXY and NO_PROXY';
const NETWORK_HINTS: Partial<Record<WireFault['kind'], string>> = {
  dns: 'check the base URL of the profile: docs context',
  unreachable: 'check the network, or the base URL of the profile: docs context',
  certificate: 'for your own certificate, set NODE_EXTRA_CA_CERTS=<file.pem>',
  'plain-http': 'check the port, or use http:// for a server on this machine',
  proxy: PROXY_HINT,
  'proxy-lost': PROXY_HINT,
  'proxy-login': 'set HTTPS_PROXY=http://<user>:<password>@<proxy>:<port>, with %40 for an @ in the password',
};

/** The error for a 2xx answer whose body cannot be used. */
export const brokenAnswer = (context: FailureContext, answer: WireResponse, problem: string): DocsError =>
  lostFailure(
    context,
    new ProtocolError(`${context.host} answered ${answer.status} with ${problem}`, {
      http: httpFacts(context, answer),
      outcome: 'rejected',
      hint: 'check the base URL of the profile: docs context',
    }),
  );
