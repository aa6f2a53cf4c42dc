// The sandbox as a server on loopback, for programs that speak HTTP.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ConfigError, LocalIoError } from '../errors.ts';
import { openSandbox, refusal } from './app.ts';
import { answerClientError } from './http/client-error.ts';
import { judge } from './http/guard.ts';
import { type RouteOptions, routes } from './http/routes.ts';
import type { Sandbox } from './sandbox.ts';
import type { WireError } from './wire-error.ts';

export interface ServeOptions extends RouteOptions {
  file: string;
  /** 0: any free port. */
  port?: number;
  env: Record<string, string | undefined>;
  now?: () => Date;
}

export interface RunningSandbox {
  /** `http://127.0.0.1:<port>`; the name localhost may mean another address. */
  url: string;
  port: number;
  sandbox: Sandbox;
  /** Ends what is under way, then stops. Requests get `graceMs`, work in the background all it needs. */
  close(options?: { graceMs?: number }): Promise<void>;
}

const HOST = '127.0.0.1';
/** Slow and too many clients are cut off (reliability L4). */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than a change waits for another process: nothing is read from a connection while it does.
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  // Missing or doubled Host headers are refused by our own guard, with our own answer.
  requireHostHeader: false,
};
const MAX_CONNECTIONS = 256;

/** Serves a sandbox file on 127.0.0.1. Throws ConfigError for a file that cannot be used, LocalIoError for a port. */
export async function serveSandbox({
  file,
  port = 0,
  env,
  now,
  ...told
}: ServeOptions): Promise<RunningSandbox> {
  const server = createServer(LIMITS);
  server.maxConnections = MAX_CONNECTIONS;
  const opened = openSandbox({ file, env, ...(now && { now }) });
  try {
    await listen(server, port);
  } catch (error) {
    opened.db.close();
    throw error;
  }
  // A listening TCP server has an address of this form.
  const bound = (server.address() as AddressInfo).port;
  const url = `http://${HOST}:${bound}`;
  const sandbox: Sandbox = { ...opened, origin: url };
  const handle = getRequestListener(routes(sandbox, told).fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => {
    const objection = judge(request, bound);
    if (objection) refuse(request, response, objection);
    else handle(request, response).catch((error: unknown) => told.onFault?.(error));
  });
  server.on('clientError', answerClientError);
  return { url, port: bound, sandbox, close: ({ graceMs = 5_000 } = {}) => close(server, sandbox, graceMs) };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)));
    server.listen({ host: HOST, port }, resolve);
  });
}

function explain(error: Error, port: number): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return new LocalIoError(`port ${port} is in use`, { hint: 'docs sandbox serve --port 0', cause: error });
  }
  if (code === 'EACCES' || code === 'ERR_SOCKET_BAD_PORT') {
    return new ConfigError(`port ${port} cannot be used`, {
      hint: 'docs sandbox serve --port 0',
      cause: error,
    });
  }
  return error;
}

function refuse(request: IncomingMessage, response: ServerResponse, objection: WireError): void {
  const { status, headers, body } = refusal(objection);
  // What is left of the body is not read: the connection ends with the answer.
  response.writeHead(status, { ...headers, connection: 'close' }).end(JSON.stringify(body));
  request.resume();
}

async function close(server: Server, { background, db }: Sandbox, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(impatience);
  await background.settle();
  db.close();
}
