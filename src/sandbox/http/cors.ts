// What a browser needs to hear before a page of another origin may use the server. Only for origins that were allowed.
import type { IncomingMessage, ServerResponse } from 'node:http';

const SHOWN = 'location, x-request-id, x-docs-sandbox, allow';
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
