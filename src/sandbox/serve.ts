// The sandbox as a server, on loopback unless asked otherwise, for programs that speak HTTP.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { openSandbox, refusal } from './app.ts';
import { keepHeapSmall } from './heap.ts';
import { answerClientError } from './http/client-error.ts';
import { allowOrigin, answerPreflight } from './http/cors.ts';
import { type Admission, allowedOrigin, judge } from './http/guard.ts';
import { listen } from './http/listen.ts';
import { type RouteOptions, routes } from './http/routes.ts';
import type { Sandbox } from './sandbox.ts';
import { markServed } from './serving.ts';
import { watchServed } from './watch-served.ts';
import type { WireError } from './wire-error.ts';

export interface ServeOptions extends RouteOptions {
  file: string;
  /** 0: any free port. */
  port?: number | undefined;
  /** Address to listen on; 127.0.0.1 without it. */
  host?: string | undefined;
  /** Further values of Host it answers to: `name` on any port, or `name:port`. */
  allowHosts?: readonly string[] | undefined;
  /** Origins of web pages that may use it. */
  allowOrigins?: readonly string[] | undefined;
  /** Hosts that events of integrations may be sent to, beside this machine. */
  eventHosts?: readonly string[] | undefined;
  env: Record<string, string | undefined>;
  now?: (() => Date) | undefined;
}

export interface RunningSandbox {
  /** `http://127.0.0.1:<port>`; the name localhost may mean another address. */
  url: string;
  port: number;
  sandbox: Sandbox;
  /** Resolves with the reason when the file was removed or replaced: the server can only be closed then. */
  lost: Promise<Error>;
  /** Ends what is under way, then stops. Returns false when requests or work in the background were cut off. */
  close(options?: { graceMs?: number }): Promise<boolean>;
}

/** What is under way at the end gets this long. */
const GRACE_MS = 700;
/** A wait for another process holds up the whole server, so it waits for the lock by itself before. */
const BUSY_MS = 1000;

/** Serves a sandbox file. Throws ConfigError for a file that cannot be used, LocalIoError for the address, port or folder. */
export async function serveSandbox({
  file,
  port = 0,
  host,
  allowHosts = [],
  allowOrigins = [],
  eventHosts = [],
  env,
  now,
  ...told
}: ServeOptions): Promise<RunningSandbox> {
  keepHeapSmall();
  const opened = openSandbox({ file, env, eventHosts, busyMs: BUSY_MS, ...(now && { now }) });
  const unwind = [() => opened.db.close()];
  try {
    const { server, url, names, port: bound } = await listen(port, host);
    unwind.push(() => server.close());
    const sandbox: Sandbox = { ...opened, origin: url };
    const mark = markServed(file, url);
    const watch = watchServed(opened.db, file, mark);
    unwind.push(watch.stop);
    const hosts = [...names, ...allowHosts.map((name) => name.toLowerCase())];
    answer(
      server,
      sandbox,
      { port: bound, hosts, origins: allowOrigins },
      { ...told, require: watch.require },
    );
    return {
      url,
      port: bound,
      sandbox,
      lost: watch.lost,
      close: ({ graceMs = GRACE_MS } = {}) => close(server, sandbox, watch.stop, graceMs),
    };
  } catch (error) {
    for (const step of unwind.reverse()) step();
    throw error;
  }
}

function answer(
  server: Server,
  sandbox: Sandbox,
  admission: Admission,
  told: RouteOptions & { require: () => void },
): void {
  const handle = getRequestListener(routes(sandbox, told).fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => {
    const objection = judge(request, admission);
    if (objection) return refuse(request, response, objection);
    const origin = allowedOrigin(request, admission);
    if (origin !== undefined) allowOrigin(response, origin);
    if (request.method === 'OPTIONS') return answerPreflight(request, response);
    handle(request, response).catch((error: unknown) => told.onFault?.(error, ''));
  });
  server.on('clientError', answerClientError);
}

function refuse(request: IncomingMessage, response: ServerResponse, objection: WireError): void {
  const { status, headers, body } = refusal(objection);
  // What is left of the body is not read: the connection ends with the answer.
  response.writeHead(status, { ...headers, connection: 'close' }).end(JSON.stringify(body));
  request.resume();
}

/** A connection that does not end, or work in the background that takes longer, is cut off: the file is safe at any time. */
async function close(
  server: Server,
  { background, db }: Sandbox,
  stopWatch: () => void,
  graceMs: number,
): Promise<boolean> {
  let whole = true;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => {
    whole = false;
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearTimeout(impatience);
  const late = delay(graceMs, false, { ref: false });
  whole = (await Promise.race([background.settle().then(() => true), late])) && whole;
  stopWatch();
  if (!whole) background.stop();
  // What still runs would find it closed; what it leaves is marked as cut off by whoever reads it next.
  if (whole) db.close();
  return whole;
}
