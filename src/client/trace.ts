// What `--debug` prints about each request. A recorder of bodies can be another Trace.

import { maskUrl } from '../files/mask-url.ts';
import type { Redactor } from './redact.ts';

/** One attempt, after it ended. */
export interface TraceEvent {
  method: string;
  /** Not masked yet. */
  url: string;
  /** The path of the operation, without IDs; absent for a call outside the operations. */
  route?: string;
  /** From 1. */
  attempt: number;
  ms: number;
  status?: number;
  /** What went wrong on the wire, when there was no answer. */
  fault?: string;
  /** How long the next attempt waits; absent: this was the last. */
  retryInMs?: number;
  requestHeaders: Record<string, string>;
  requestBody?: unknown;
  responseHeaders?: Record<string, string>;
  responseBody?: unknown;
}
export type Trace = (event: TraceEvent) => void;

/** Takes where lines go (without newline) and the redactor; returns the trace that writes one line an attempt. */
export function debugTrace(write: (line: string) => void, redactor: Redactor): Trace {
  return ({ method, url, attempt, ms, status, fault, retryInMs }) => {
    const tried = attempt > 1 ? ` attempt ${attempt}` : '';
    const wait = retryInMs === undefined ? '' : `, again in ${Math.round(retryInMs)} ms`;
    const end = status ?? fault ?? 'no answer';
    write(redactor.redact(`${method} ${maskUrl(url)} ${end} ${Math.round(ms)} ms${tried}${wait}`));
  };
}
