/// <reference lib="esnext.disposable" />

/** A local platform for tests, as `docs sandbox serve` runs one, in the process of the tests: `docs help testing`. */

export interface FaultRule {
  /** ID of an operation such as `spaces.list`, all of a resource (`spaces.*`), or `*`, which is the default. */
  operation?: string;
  /** Share of the requests that meet it, from 0 to 1, which is the default. */
  share?: number;
  /** How many requests meet it at most. */
  times?: number;
  /** Answer with this status, 400 to 599. */
  status?: number;
  /** Seconds, for the header Retry-After of that answer. */
  retryAfter?: number;
  /** Wait first, such as `500ms` or `2s`. */
  slow?: string;
  /** Close the connection without an answer. */
  cut?: boolean;
  /** Answer with JSON that ends in the middle. */
  wrongJson?: boolean;
  /** Do what was asked first, so that only the answer is lost. */
  applied?: boolean;
}

export interface FaultPlan {
  /** Another seed meets other requests; the same one meets the same. */
  seed?: number;
  faults: FaultRule[];
}

export interface SandboxOptions {
  /** What it begins with: `demo` (the default), `empty`, or the path of a sandbox file, SQL dump, plan or exported folder. */
  seed?: string;
  /** Where its clock starts, such as `2026-01-01`. */
  now?: string | Date;
  /** Stop the clock at the start. */
  frozen?: boolean;
  /** What requests meet. */
  faults?: FaultPlan | FaultRule[];
  /** Refuse requests with fields that an operation does not declare. */
  strict?: boolean;
  /** `0.146` or `0.202`: answer as a host of that version, without what it lacks. Without it, everything is there. */
  contract?: string;
  /** Port on 127.0.0.1; a free one without it. */
  port?: number;
}

export type TokenKind = 'user' | 'integration' | 'installation' | 'internal';

/** A request that came in. No token, no query, no body. */
export interface SandboxRequest {
  /** Counts from 1. */
  number: number;
  time: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  /** ID of the operation; null where none answers. */
  operation: string | null;
  requestId: string;
  /** Whether the API has such a request. */
  fits: boolean;
  /** Why not. */
  problems?: string[];
  /** The fault that it met. */
  fault?: string;
}

export interface Sandbox {
  /** Base URL of the API, `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** A token of its administrator. */
  readonly token: string;
  /** Key of the signature of events that it sends to integrations. */
  readonly eventKey: string;
  /** ID of its organization. */
  readonly organization: string;
  /** Its database file. */
  readonly file: string;
  /** Back to the start: the content, the clock and the faults. */
  reset(): Promise<void>;
  /** Stop the server and remove its files. */
  stop(): Promise<void>;
  /** Save its content under a name. */
  save(name: string): Promise<void>;
  /** Go back to what was saved. */
  restore(name: string): Promise<void>;
  /** The last 1,000 requests. */
  requests(): Promise<SandboxRequest[]>;
  /** Other faults from now on; `[]` for none. */
  setFaults(faults: FaultPlan | FaultRule[]): void;
  /** A token of a member (email, name or ID), an integration, or an installation. */
  createToken(wish?: { kind?: TokenKind; of?: string; expiresIn?: string }): string;
  /** Revoke all tokens of somebody; returns how many. */
  revokeTokens(wish?: { kind?: TokenKind; of?: string }): number;
  readonly clock: {
    now(): Date;
    set(to: string | Date): void;
    /** By milliseconds, or a time such as `7d`. */
    advance(by: string | number): void;
    freeze(frozen?: boolean): void;
  };
  [Symbol.asyncDispose](): Promise<void>;
}

/** Start a platform on 127.0.0.1. */
export function startSandbox(options?: SandboxOptions): Promise<Sandbox>;
