// Who may speak to a server: only programs that address it by name, never a web page, unless it was allowed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { uploads } from '../db/sites/site-settings.ts';
import type { Sandbox } from '../sandbox.ts';
import { forbidden, notFound, WireError } from '../wire-error.ts';

// Files that were announced for upload: their bytes are taken and dropped, as nothing of the sandbox shows them.

/** The address that a file goes to needs no token: nobody else knows its key. */
export const UPLOAD_PATH = '/~upload/';
export const MOST_UPLOADED = 50 * 1024 * 1024;

export const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'PUT' && url.startsWith(UPLOAD_PATH);

/** Throws WireError 404 for a file that was not announced, 413 for one that is too large. */
export async function takeUpload(
  { db }: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '', 'http://sandbox');
  const key = pathname.slice(UPLOAD_PATH.length);
  if (uploads(db).count({ key }) === 0) throw notFound('upload', key);
  let size = 0;
  for await (const part of request) {
    size += Buffer.byteLength(part);
    if (size > MOST_UPLOADED)
      throw new WireError(413, `the file is larger than ${MOST_UPLOADED / 1024 / 1024} MiB`);
  }
  response.writeHead(200).end();
}

/** The names and origins that a server answers to. */
export interface Admission {
  port: number;
  /** Further values of Host: `name` on any port, or `name:port`. */
  hosts: readonly string[];
  /** Origins of web pages that may use it. */
  origins: readonly string[];
}

/**
 * Judges a request by its line and headers, before it is routed. A page of another site can reach a loopback port,
 * by its own requests or by a name that resolves to 127.0.0.1; both show in Host, Origin or Sec-Fetch-Site.
 */
export function judge(request: IncomingMessage, admission: Admission, isPage = false): WireError | undefined {
  if (!request.url?.startsWith('/')) return forbidden('the request must name a path');
  const { port } = admission;
  const [host, ...others] = valuesOf(request, 'host');
  if (host === undefined || others.length > 0 || !(isOurs(host, port) || isAllowedHost(host, admission))) {
    return forbidden(`Host must be 127.0.0.1:${port}, or allowed: docs sandbox serve --allow-host <name>`);
  }
  if (allowedOrigin(request, admission) === undefined) {
    if (valuesOf(request, 'origin').some((origin) => !isOurOrigin(origin, port))) {
      return forbidden('this Origin may not use the sandbox: docs sandbox serve --allow-origin <url>');
    }
    // A link from elsewhere may lead to a page: it shows nothing to where it was.
    const isLink = isPage && request.headers['sec-fetch-mode'] === 'navigate';
    if (
      !isLink &&
      valuesOf(request, 'sec-fetch-site').some((site) => site !== 'same-origin' && site !== 'none')
    ) {
      return forbidden('another site may not use the sandbox');
    }
    if (request.method === 'OPTIONS') return forbidden('no other origin is allowed');
  }
  return hasBody(request) && !isJson(request) && !isUpload(request)
    ? new WireError(415, 'a body must be sent as content-type: application/json')
    : undefined;
}

/** The one origin of a request, where it was allowed. */
export function allowedOrigin(request: IncomingMessage, { origins }: Admission): string | undefined {
  const [origin, ...others] = valuesOf(request, 'origin');
  return origin !== undefined && others.length === 0 && origins.includes(origin) ? origin : undefined;
}

/** All values of a header as they came; `headers` would join or drop repeated ones. */
const valuesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

const isOurs = (host: string, port: number): boolean =>
  NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));

/** `name`, `name:8080` and `[::1]:8080`; nothing else is a Host. */
function isAllowedHost(host: string, { hosts }: Admission): boolean {
  const name = /^([\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  return name !== undefined && (hosts.includes(name) || hosts.includes(host.toLowerCase()));
}

const isOurOrigin = (origin: string, port: number): boolean =>
  origin.startsWith('http://') && isOurs(origin.slice('http://'.length), port);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

function isJson(request: IncomingMessage): boolean {
  const types = valuesOf(request, 'content-type');
  return types.length === 1 && /^application\/json(?: *; *charset="?utf-8"?)? *$/i.test(types[0] ?? '');
}

// What a browser needs to hear before a page of another origin may use the server. Only for origins that were allowed.

const SHOWN = 'location, x-request-id, x-docs-sandbox, allow, preference-applied';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const PREFLIGHT_SECONDS = '600';

/** Sets the headers that let the page read the answer. */
export function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', SHOWN);
  response.setHeader('vary', 'Origin');
}

/** Answers the question of a browser whether it may send a request. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = headers['access-control-request-headers'] ?? 'authorization, content-type';
  response.setHeader('access-control-allow-methods', METHODS);
  response.setHeader('access-control-allow-headers', wanted);
  response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
  if (headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204).end();
}
