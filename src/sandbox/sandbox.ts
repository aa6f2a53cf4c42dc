// What a running sandbox is, and what a handler gets of it. Types only.
import type { Access } from './access.ts';
import type { Database } from './db/database.ts';

export interface Sandbox {
  readonly db: Database;
  /** Path of the database file. */
  readonly file: string;
  /** Base of every URL it tells: `sandbox:`, or `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Environment for programs it runs (git). */
  readonly env: Record<string, string | undefined>;
  readonly background: Background;
  /** Hosts that events may be sent to, beside this machine. */
  readonly eventHosts?: readonly string[] | undefined;
  now(): Date;
}

/** Work that goes on after an answer, such as a git import. The process waits for `settle` before it ends. */
export interface Background {
  /** Takes work that never rejects: it keeps its outcome, good or bad, in the database. Nothing follows the `last`. */
  add(work: Promise<void>, options?: { last?: boolean }): void;
  /** Resolves when nothing is under way, also nothing added meanwhile. */
  settle(): Promise<void>;
  /** Asks all work to end now and to keep that it did not get to its end. */
  stop(): void;
  /** Aborted by `stop`. */
  readonly signal: AbortSignal;
}

/** Whose token a request bears. */
export type Caller = { readonly kind: 'user' | 'internal'; readonly userId: string } | MachineCaller;

/** An integration, or one of its installations: nobody's user id is empty. */
export interface MachineCaller {
  readonly kind: 'integration' | 'installation';
  readonly userId: '';
  /** Name of the integration. */
  readonly integration: string;
  /** Of an installation: its id. */
  readonly installation?: string;
}

/** One request of one caller. */
export interface Call extends Sandbox {
  readonly caller: Caller;
  readonly access: Access;
}
