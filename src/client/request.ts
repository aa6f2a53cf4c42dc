// Builds what goes on the wire from an operation and its input, or from a raw call.
import { encodeQuery, fillPath, type Operation, splitInput } from '../api/operation.ts';
import { UsageError, ValidationError } from '../errors.ts';
import { kindOfParam } from './failure-context.ts';
import { limitsOf } from './limits.ts';
import { type Base, rawPath } from './origin.ts';
import { bodyText, type WireRequest } from './transport/transport.ts';

export interface RawRequest {
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
  for (const [name, value] of Object.entries(params)) checkParam(name, value);
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

function checkParam(name: string, value: string): void {
  // A URL parser drops `.` and `..` even when they are percent-encoded, and an empty part joins two others.
  if (value === '' || value === '.' || value === '..') {
    throw new ValidationError(`"${value}" is not a valid ${kindOfParam(name)}`);
  }
}

function headersFor({ origin }: Base, userAgent: string, hasBody: boolean): Record<string, string> {
  return {
    Accept: '*/*',
    'User-Agent': userAgent,
    ...(origin !== 'sandbox:' && { 'Accept-Encoding': 'gzip, br' }),
    ...(hasBody && { 'Content-Type': 'application/json' }),
  };
}

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
