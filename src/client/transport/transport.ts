// What a carrier is: it takes one request to one origin and brings back one answer, whose body is a value. It holds no policy.

import type { Operation } from '../../api/operation.ts';
import { boundedJson, excessOf } from '../../files/json-file.ts';

/** Bounds of one exchange, in milliseconds and decoded bytes. */
export interface Limits {
  connectMs: number;
  /** Until the status line and headers are there. */
  headersMs: number;
  /** Between two pieces of the body. */
  idleMs: number;
  /** The whole exchange; 0: none. */
  totalMs: number;
  /** Body of a 2xx answer. */
  maxBytes: number;
  /** Body of any other answer; what is longer is cut. */
  maxErrorBytes: number;
  maxRequestBytes: number;
}

export interface WireRequest {
  /** Absent: a raw call. */
  operation?: Operation;
  method: string;
  /** `https://host:port`, or `sandbox:` in-process. */
  origin: string;
  /** With query; starts with `/`. */
  path: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Plain value; undefined: no body. */
  body: unknown;
  /** JSON text of a raw call, sent as it is. */
  rawBody?: string;
  headers: Record<string, string>;
  limits: Limits;
  signal?: AbortSignal;
  /** Takes the body of a 2xx answer piece by piece; the payload is then empty text. */
  write?: (chunk: Uint8Array) => void | Promise<void>;
  /** Called before each attempt, gives its `write`; what an attempt before it still writes is dropped. */
  openWrite?: () => Promise<NonNullable<WireRequest['write']>>;
  /** Refuse to connect to private and link-local addresses. */
  publicOnly?: true;
}

export interface WireResponse {
  status: number;
  /** Lower-case names, no prototype. */
  headers: Record<string, string>;
  /** Decoded text, or the value itself when the carrier is in-process. */
  payload: { text: string } | { value: unknown };
}

/** Rejects with a WireFault; every HTTP status is an answer. */
export interface Transport {
  (request: WireRequest): Promise<WireResponse>;
  close?: () => Promise<void>;
}

/** Proxy addresses as HTTP_PROXY, HTTPS_PROXY and NO_PROXY spell them. */
export interface Proxies {
  httpProxy?: string;
  httpsProxy?: string;
  noProxy?: string;
}

export type FaultKind =
  | 'unreachable'
  | 'dns'
  | 'reset'
  | 'certificate'
  | 'plain-http'
  | 'timeout'
  | 'too-large'
  | 'encoding'
  | 'malformed'
  | 'address'
  | 'proxy'
  | 'proxy-lost'
  | 'proxy-login'
  | 'sink'
  | 'aborted';

/** An exchange that brought no whole answer. `sent`: bytes of the request may have reached the other side. */
export class WireFault extends Error {
  readonly kind: FaultKind;
  readonly sent: boolean;

  constructor(kind: FaultKind, message: string, facts: { sent: boolean; cause?: unknown }) {
    super(message, { cause: facts.cause });
    this.name = 'WireFault';
    this.kind = kind;
    this.sent = facts.sent;
  }
}

/** The text of a request's body; undefined when it has none. */
export const bodyText = ({ rawBody, body }: WireRequest): string | undefined =>
  rawBody ?? JSON.stringify(body);

/** True for names and addresses of this machine itself, as a URL spells its hostname. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

// The body of an answer as a value: parsed once, refused when it is not JSON or nested too deeply.

type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

export const AN_HTML_PAGE = 'an HTML page, not JSON';

/** Takes the payload of a 2xx answer; an empty body, or null, is the value undefined. The problem is in words, one line. */
export function parsePayload(payload: WireResponse['payload']): Parsed {
  if ('value' in payload) return { ok: true, value: payload.value ?? undefined };
  const { text } = payload;
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: boundedJson(text) ?? undefined };
  } catch {
    // Not the parser's own words: they quote the text.
    const problem = excessOf(text) ?? (looksLikeHtml(text) ? AN_HTML_PAGE : 'invalid JSON');
    return { ok: false, problem };
  }
}

/** True for text that starts as an HTML or XML document does. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*<(!doctype|html|head|body|\?xml|!--|h1|title)/i.test(text.slice(0, 200));
}
