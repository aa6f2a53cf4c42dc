// What a client is made from, and what it offers.

import { type InputOf, type ItemOf, type Operation, type ResultOf, splitInput } from '../api/operation.ts';
import { ProtocolError, UsageError, ValidationError } from '../errors.ts';
import { kindOfParam } from './failure-context.ts';
import type { Fence } from './fence.ts';
import { type Base, rawPath } from './origin.ts';
import type { Redactor } from './redact.ts';
import type { Rate } from './retry.ts';
import type { Trace } from './trace.ts';
import { bodyText, type Limits, type Transport, type WireRequest } from './transport/transport.ts';
import type { KeptAnswer } from './unexpected-response.ts';

// How long and how large an exchange may be.

const MiB = 2 ** 20;

const ORDINARY: Limits = {
  connectMs: 10_000,
  headersMs: 30_000,
  idleMs: 30_000,
  totalMs: 60_000,
  maxBytes: 16 * MiB,
  maxErrorBytes: 64 * 1024,
  maxRequestBytes: MiB,
};

/** Imports and PDF files take the platform minutes; a few bodies may hold 16 MiB. Absent: a raw call. */
export function limitsOf(operation: Operation | undefined): Limits {
  return {
    ...ORDINARY,
    ...(operation?.slow && { headersMs: 120_000, totalMs: 150_000 }),
    // A list is read page by page; what a raw call brings is passed on as it is.
    ...((!operation || operation.paging === 'pages') && { maxBytes: 64 * MiB }),
    ...((!operation || operation.large) && { maxRequestBytes: 16 * MiB }),
  };
}

/** A file may take any time, as long as it moves. */
export const DOWNLOAD_LIMITS: Limits = { ...ORDINARY, totalMs: 0, maxBytes: 4096 * MiB };

/** A page of a site, of which only the status matters. */
export const VISIT_LIMITS: Limits = { ...ORDINARY, headersMs: 15_000, totalMs: 30_000 };

export interface ReadOnly {
  /** `DOCS_READ_ONLY is set` */
  why: string;
  hint: string;
}

export interface ClientOptions {
  /** `https://host[/prefix]`, `http://` for loopback, or `sandbox:`. */
  baseUrl: string;
  /** Asked anew for every request; undefined: nobody is signed in. */
  token: () => { reveal(): string } | undefined;
  transport: Transport;
  /** `docs/<version>`. */
  userAgent: string;
  /** Named when the token is refused. */
  profile?: string;
  /** The environment variable that gave the token, if one did. */
  tokenVariable?: string;
  /** Refuse every write before it is sent, and say who wants that and how to change it. */
  readOnly?: ReadOnly | undefined;
  /** What may be reached; nothing outside it is found. */
  fence?: Fence | undefined;
  /** Called before each write is sent. */
  onWrite?: (() => void) | undefined;
  /** Bounds everything this client does, from now on. */
  timeoutMs?: number;
  /** Reads stop at once, writes in flight get 5 seconds. */
  signal?: AbortSignal;
  /** So many requests in a time. */
  rate?: Rate | undefined;
  /** So many requests in all. */
  budget?: number | undefined;
  /** TLS certificates are not checked: no token is sent over https then. */
  insecureTls?: boolean;
  trace?: Trace;
  /** Notes for a person: a list that changed while it was read. */
  warn?: (message: string) => void;
  onWait?: (wait: Wait) => void;
  /** Called as each request goes out; what it returns, once that is over. */
  onSend?: (request: Pick<WireRequest, 'method' | 'path'>) => () => void;
  redactor?: Redactor;
  /** Given every answer of an operation as it came. */
  onAnswer?: (answer: KeptAnswer) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Monotonic milliseconds. */
  ticks?: () => number;
  /** Resolves early, without error, when the signal comes. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** 0..1. */
  random?: () => number;
}

/** Before an attempt is repeated. */
export interface Wait {
  ms: number;
  /** `429`, `503`, or what went wrong on the wire. */
  reason: string;
  /** The attempt that failed, from 1. */
  attempt: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** 4 by default; bulk work takes 6. */
  attempts?: number;
  /** What may have been worked on is not sent again, although that would be safe: it would be paid for twice. */
  once?: boolean;
  /** Given each event of an answer that is a stream, as it comes. */
  onEvent?: ((event: unknown) => void | Promise<void>) | undefined;
}

export interface PagesOptions extends CallOptions {
  /** Items in all. */
  limit?: number;
  /** Items a page, 1000 by default. */
  pageSize?: number;
}

export interface Page<T> {
  items: T[];
  /** How many the platform says there are in all. */
  count?: number;
  /** The limit has left out items that there are. */
  isCut?: true;
  /** What the answer holds beside items, next and count: the stats of a list of links. */
  rest?: Readonly<Record<string, unknown>>;
}

export interface Answer<R> {
  status: number;
  result: R;
  headers: Record<string, string>;
}

/** What a stranger got. */
export interface Visit {
  status: number;
  /** Where a redirect leads, as the answer has it. */
  location?: string;
}

/** What a file must be, to be taken for the one that was asked for. */
export interface ExpectedFile {
  /** As errors call it. */
  name: string;
  size?: number;
  contentType?: string;
}

export interface DownloadOptions {
  maxBytes?: number;
  expected?: ExpectedFile;
  /** Drops what was written, before another attempt; without it there is none once a byte was written. */
  restart?: () => Promise<void>;
  signal?: AbortSignal;
}

export interface Client {
  readonly origin: string;
  /** Sends one operation; returns its result, undefined when it has none. Throws a DocsError. */
  call<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<ResultOf<O>>;
  /** As `call`, with status and headers. A delete whose resend finds nothing says 205: the first one did it. */
  callWithStatus<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options?: CallOptions,
  ): Promise<Answer<ResultOf<O>>>;
  /** Every page of a list, the next one on its way while the caller works. Throws PAGINATION_LOOP. */
  pages<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options?: PagesOptions,
  ): AsyncGenerator<Page<ItemOf<O>>, void, undefined>;
  /** A call outside the operations; any status is an answer, only the wire throws. */
  raw(
    request: RawRequest,
    options?: CallOptions,
  ): Promise<{ status: number; headers: Record<string, string>; text: string }>;
  /** The request as it would be sent, without token. */
  describe<O extends Operation>(
    operation: O,
    input: InputOf<O>,
  ): { method: string; url: string; body: unknown };
  /** A file by its URL, without token, piece by piece: the whole file, or an error. */
  download(
    url: string,
    write: (chunk: Uint8Array) => void | Promise<void>,
    options?: DownloadOptions,
  ): Promise<{ bytes: number; contentType: string | undefined }>;
  /** A page as a stranger gets it: without token or cookie, and without following a redirect. Any status is an answer. */
  visit(url: string, options?: { signal?: AbortSignal }): Promise<Visit>;
  /** Whether the host's own specification has neither an operation nor what takes its place. */
  lacks?(operation: Operation): Promise<boolean>;
  /** A time of our clock, now unless given, as the clock of the host has it; as it is until an answer tells that. */
  hostTime(time?: Date): Date;
  /** Called for each 429; returns the unsubscribe. */
  onRateLimit(listener: () => void): () => void;
  close(): Promise<void>;
}

// Builds what goes on the wire from an operation and its input, or from a raw call.

interface RawRequest {
  method: string;
  /** `/v1/...`, or a URL of the profile's origin. */
  path: string;
  query?: Record<string, unknown>;
  /** JSON text, sent as it is. */
  body?: string;
  headers?: Record<string, string>;
}

/** Request of an operation, without token. Throws ValidationError for a parameter that would change the path, or a body too large. */
export function buildRequest(
  base: Base,
  operation: Operation,
  input: Record<string, unknown>,
  userAgent: string,
): WireRequest {
  const { params, query, body } = splitInput(operation, input);
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g))
    checkParam(operation, name, params[name]);
  const path = base.prefix + encodePath(operation, params, query);
  const request: WireRequest = {
    operation,
    method: operation.method,
    origin: base.origin,
    path,
    params,
    query,
    body,
    headers: headersFor(base, userAgent, body !== undefined),
    limits: limitsOf(operation),
  };
  // In-process nothing is serialised, so there is no text to measure.
  return base.origin === 'sandbox:' ? request : checkSize(request);
}

/** Request of a raw call, without token. Throws UsageError for another host or a header the client sets itself. */
export function buildRawRequest(base: Base, raw: RawRequest, userAgent: string): WireRequest {
  const method = raw.method.toUpperCase();
  if (!/^[A-Z]{1,20}$/.test(method)) throw new UsageError(`not an HTTP method: ${raw.method}`);
  const search = encodeQuery(raw.query ?? {});
  const path = rawPath(base, raw.path);
  const glue = path.includes('?') ? '&' : '?';
  const request: WireRequest = {
    method,
    origin: base.origin,
    path: search ? path + glue + search : path,
    params: {},
    query: {},
    body: undefined,
    ...(raw.body !== undefined && { rawBody: raw.body }),
    headers: { ...headersFor(base, userAgent, raw.body !== undefined), ...ownHeaders(raw.headers ?? {}) },
    limits: limitsOf(undefined),
  };
  return checkSize(request);
}

function encodePath(
  operation: Operation,
  params: Record<string, string>,
  query: Record<string, unknown>,
): string {
  try {
    const search = encodeQuery(query);
    return fillPath(operation.path, params) + (search && `?${search}`);
  } catch {
    // Half of a surrogate pair has no percent-encoding.
    throw new ValidationError(`a value for ${operation.path} contains half of a character`);
  }
}

/** Fills `/v1/spaces/{spaceId}`: every value is one segment. Those that would climb are refused before. */
const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** `a=1&b=x&b=y`: arrays repeat the key, undefined is dropped (src/api/README.md#lists). No leading `?`; empty when there is nothing. */
function encodeQuery(query: Record<string, unknown>): string {
  const pairs: string[] = [];
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue;
      pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(String(one))}`);
    }
  }
  return pairs.join('&');
}

/** Throws ProtocolError where an answer lacked what the value comes from. */
function checkParam({ id }: Operation, name: string, value: string | undefined): void {
  if (value === undefined) {
    throw new ProtocolError(`the host did not give the ${kindOfParam(name)} that ${id} needs`, {
      outcome: 'not-sent',
      hint: 'this may be the wrong host, or another version of it: docs context',
    });
  }
  // A URL parser drops `.` and `..` even when they are percent-encoded, and an empty part joins two others.
  if (value === '' || value === '.' || value === '..') {
    throw new ValidationError(`"${value}" is not a valid ${kindOfParam(name)}`);
  }
}

const headersFor = ({ origin }: Base, userAgent: string, hasBody: boolean): Record<string, string> => ({
  Accept: '*/*',
  'User-Agent': userAgent,
  ...(origin !== 'sandbox:' && { 'Accept-Encoding': 'gzip, br' }),
  ...(hasBody && { 'Content-Type': 'application/json' }),
});

const RESERVED =
  /^(authorization|host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|accept-encoding|proxy-.*)$/i;

function ownHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (RESERVED.test(name)) throw new UsageError(`the header ${name} is set by docs itself`);
    const valid = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);
    if (!valid) throw new UsageError(`not a valid header: ${JSON.stringify(name)}`);
  }
  return headers;
}

function checkSize(request: WireRequest): WireRequest {
  const text = bodyText(request);
  const most = request.limits.maxRequestBytes;
  // A character is three bytes at most in UTF-8 per UTF-16 unit: short texts need no counting.
  if (text === undefined || text.length * 3 <= most) return request;
  const bytes = Buffer.byteLength(text);
  if (bytes <= most) return request;
  throw new ValidationError(`the body has ${bytes} bytes, the limit is ${most}`);
}
