// Every error class, its code and its exit code. A leaf: imports nothing of ours.

/** What became of the request that failed. `unknown`: it may or may not have taken effect. */
export type Outcome = 'not-sent' | 'rejected' | 'applied' | 'unknown';

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  declined: 3,
  auth: 4,
  notFound: 5,
  findings: 6,
  partial: 7,
  retryLater: 8,
} as const;

/** Facts of the HTTP exchange. `path` is the operation's template, so that ids and keys stay out of logs. */
export interface HttpFacts {
  method: string;
  path: string;
  status?: number;
  requestId?: string;
}

export interface ErrorFacts {
  code?: string;
  exit?: number;
  /** The command to run next, printed as `hint: ...`. */
  hint?: string | undefined;
  retryable?: boolean;
  outcome?: Outcome;
  http?: HttpFacts;
  /** Facts for a JSON reader: the field, the candidates, the path. Never a secret. */
  details?: Record<string, unknown>;
  /** Kept for `--debug`; never printed otherwise. */
  cause?: unknown;
}

/** Base of every error a person may see. `message` is one line, lowercase, and holds the offending value. */
export class DocsError extends Error {
  readonly code: string;
  readonly exit: number;
  /** Not final: the run adds the flags that the command in it needs. */
  hint: string | undefined;
  readonly retryable: boolean;
  readonly outcome: Outcome;
  readonly http: HttpFacts | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(message: string, defaults: { code: string; exit: number }, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.code = facts.code ?? defaults.code;
    this.exit = facts.exit ?? defaults.exit;
    this.hint = facts.hint;
    this.retryable = facts.retryable ?? false;
    this.outcome = facts.outcome ?? (facts.http?.status ? 'rejected' : 'not-sent');
    this.http = facts.http;
    this.details = facts.details;
  }
}

const kind = (code: string, exit: number) =>
  class extends DocsError {
    constructor(message: string, facts: ErrorFacts = {}) {
      super(message, { code, exit }, facts);
    }
  };

/** The call was wrong: unknown command, bad flag, bad value. */
export class UsageError extends kind('USAGE', EXIT.usage) {}
/** Input breaks a rule of the operation's schema, or the platform answered 400 or 422. */
export class ValidationError extends kind('VALIDATION', EXIT.usage) {}
/** Not signed in, or the token was refused (401). */
export class AuthError extends kind('AUTH', EXIT.auth) {}
/** Signed in, but a right is missing (403). */
export class ForbiddenError extends kind('FORBIDDEN', EXIT.auth) {}
/** No such thing (404), or no thing of that title. */
export class NotFoundError extends kind('NOT_FOUND', EXIT.notFound) {}
/** A reference fits several things; `details.candidates` lists them. */
export class AmbiguousError extends kind('AMBIGUOUS', EXIT.notFound) {}
/** 409, 412, or merge rules that refuse. */
export class ConflictError extends kind('CONFLICT', EXIT.failed) {}
/** 429 after all retries; nothing was changed. */
export class RateLimitError extends kind('RATE_LIMITED', EXIT.retryLater) {}
/** The network failed: refused, reset, DNS, TLS. */
export class NetworkError extends kind('NETWORK', EXIT.failed) {}
/** A time limit ran out and nothing was changed. */
export class TimeoutError extends kind('TIMEOUT', EXIT.retryLater) {}
/** This host does not offer an operation: it is older than that, or newer than its removal. */
export class UnsupportedError extends kind('UNSUPPORTED', EXIT.notFound) {}

/** A read showed nothing: the thing is not there, or this host does not offer what shows it. */
export const isAbsence = (error: unknown): error is NotFoundError | UnsupportedError =>
  error instanceof NotFoundError || error instanceof UnsupportedError;

/** What is read is not there, or not for this caller. */
export const isOutOfReach = (error: unknown): error is ForbiddenError | NotFoundError | UnsupportedError =>
  error instanceof ForbiddenError || isAbsence(error);

/** What the work gives, or undefined where it fails as expected. Throws what else it throws. */
export async function unless<T>(
  isExpected: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}

/** 5xx. */
export class ServerError extends kind('SERVER', EXIT.failed) {}
/** The answer does not follow the protocol: HTML, cut off, too large, a page loop. */
export class ProtocolError extends kind('PROTOCOL', EXIT.failed) {}
/** The local disk or a local program failed. */
export class LocalIoError extends kind('LOCAL_IO', EXIT.failed) {}
/** Settings or credentials cannot be used. */
export class ConfigError extends kind('CONFIG', EXIT.failed) {}
/** A question needs an answer and nobody can give one, or the answer was no. */
export class InteractionError extends kind('CONFIRMATION_NEEDED', EXIT.declined) {}
/** There are differences or findings, and the command was asked to tell by its exit code. */
export class FindingsError extends kind('FINDINGS', EXIT.findings) {}
/** Some of many items failed; or a merge or sync ended in conflicts. */
export class PartialError extends kind('PARTIAL', EXIT.partial) {}
/** Ended by a signal; `exit` is 128 plus its number. */
export class CancelledError extends kind('CANCELLED', 130) {}

/** A wrong call of a command, such as `docs spaces list`, whose help says what is right. */
export const seeHelp = (command: string, message: string): UsageError =>
  new UsageError(message, { hint: `${command} --help` });

/** A write was sent and its outcome is not known: exit 1, `OUTCOME_UNKNOWN`, with the command that checks it. */
export const outcomeUnknown = (message: string, facts: ErrorFacts): NetworkError =>
  new NetworkError(message, { ...facts, code: 'OUTCOME_UNKNOWN', outcome: 'unknown' });

/** The longest that a command waits because the platform asks for it. */
export const MOST_WAIT_SECONDS = 60;

/** Whether the platform asks for a longer wait than any command takes, or all requests that may be sent were: nothing sent before then goes better. */
export const asksForLongWait = (error: unknown): boolean =>
  error instanceof DocsError &&
  (error.code === 'BUDGET_SPENT' || Number(error.details?.retryAfterSeconds) > MOST_WAIT_SECONDS);

/** An exchange that failed by itself: others may fare better. A time limit, Ctrl-C or a refused token ends all. */
export const isOfOneRequest = (error: unknown): error is DocsError =>
  error instanceof DocsError &&
  error.http !== undefined &&
  (error.exit === EXIT.failed || error.exit === EXIT.retryLater);

/** What anything that was thrown says of itself. Never throws. */
export function messageOf(error: unknown): string {
  if (isError(error)) return String(error.message || error.name);
  return typeof error === 'string' ? error : Object.prototype.toString.call(error);
}

/**
 * An error of whatever realm: a test runner that gives tests a context of their own has its own `Error` there, and what
 * Node throws is none of these.
 */
export const isError = (value: unknown): value is Error =>
  value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
