// The sandbox as a server, on loopback unless asked otherwise, for programs that speak HTTP.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { keepHeapSmall } from '../files/heap.ts';
import { openSandbox, refusal, type SandboxAnswer } from './app.ts';
import { type Clock, movableClock } from './control/clock.ts';
import type { Controls } from './control/control.ts';
import { type FaultPlan, makeFaults } from './control/faults.ts';
import { makeGate } from './control/gate.ts';
import { CONTROL_PATH } from './control/path.ts';
import { type KeptRequest, makeRequestLog } from './control/request-log.ts';
import { START, saveSnapshot } from './control/snapshots.ts';
import { listen } from './http/listen.ts';
import { type Checks, type LoggedRequest, type RouteOptions, routes } from './http/routes.ts';
import { isUpload, takeUpload } from './http/take-upload.ts';
import type { Sandbox } from './sandbox.ts';
import { markServed } from './serving.ts';
import { watchServed } from './watch-served.ts';
import { forbidden, WireError } from './wire-error.ts';

// What the HTTP parser refuses before there is a request, answered in the platform's form.

const REASONS: Record<string, [status: number, reason: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers are larger than 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large', 'the chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to arrive'],
};
const MALFORMED: [number, string, string] = [400, 'Bad Request', 'the request is not well-formed HTTP'];

/** For `clientError` of a server. A connection that is gone, or has its answer, gets none. */
function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, message] = REASONS[error.code ?? ''] ?? MALFORMED;
  const { headers, body } = refusal(new WireError(status, message));
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head}\r\n${text}`);
}

// What a browser needs to hear before a page of another origin may use the server. Only for origins that were allowed.

const SHOWN = 'location, x-request-id, x-docs-sandbox, allow';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const PREFLIGHT_SECONDS = '600';

/** Sets the headers that let the page read the answer. */
function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', SHOWN);
  response.setHeader('vary', 'Origin');
}

/** Answers the question of a browser whether it may send a request. */
function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = headers['access-control-request-headers'] ?? 'authorization, content-type';
  response.setHeader('access-control-allow-methods', METHODS);
  response.setHeader('access-control-allow-headers', wanted);
  response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
  if (headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204).end();
}

// Who may speak to a server: only programs that address it by name, never a web page, unless it was allowed.

/** The names and origins that a server answers to. */
interface Admission {
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
function judge(request: IncomingMessage, admission: Admission, isPage = false): WireError | undefined {
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
function allowedOrigin(request: IncomingMessage, { origins }: Admission): string | undefined {
  const [origin, ...others] = valuesOf(request, 'origin');
  return origin !== undefined && others.length === 0 && origins.includes(origin) ? origin : undefined;
}

/** All values of a header as they came; `headers` would join or drop repeated ones. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

function isOurs(host: string, port: number): boolean {
  return NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
}

/** `name`, `name:8080` and `[::1]:8080`; nothing else is a Host. */
function isAllowedHost(host: string, { hosts }: Admission): boolean {
  const name = /^([\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  return name !== undefined && (hosts.includes(name) || hosts.includes(host.toLowerCase()));
}

function isOurOrigin(origin: string, port: number): boolean {
  return origin.startsWith('http://') && isOurs(origin.slice('http://'.length), port);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

function isJson(request: IncomingMessage): boolean {
  const types = valuesOf(request, 'content-type');
  return types.length === 1 && /^application\/json(?: *; *charset="?utf-8"?)? *$/i.test(types[0] ?? '');
}

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
  /** Where its clock starts; without it, at the present. */
  startAt?: Date | undefined;
  /** Its clock stands until somebody moves it. */
  frozen?: boolean | undefined;
  faults?: FaultPlan | undefined;
  /** Keeps the file as it is now, for resets. */
  resettable?: boolean | undefined;
  /** It is all that the process does, and may change what holds for all of it. */
  ownProcess?: boolean | undefined;
  /** False where the file lasts no longer than the process: the disk is not waited for. */
  durable?: boolean | undefined;
}

export interface RunningSandbox {
  /** `http://127.0.0.1:<port>`; the name localhost may mean another address. */
  url: string;
  port: number;
  sandbox: Sandbox;
  clock: Clock;
  /** What `/_sandbox/...` does, for who runs it in the same process. */
  control: ServedControl;
  /** Resolves with the reason when the file was removed or replaced: the server can only be closed then. */
  lost: Promise<Error>;
  /** Ends what is under way, then stops. Returns false when requests or work in the background were cut off. */
  close(options?: { graceMs?: number }): Promise<boolean>;
}

/** What is under way at the end gets this long. */
const GRACE_MS = 700;
/** A wait for another process holds up the whole server, so it waits for the lock by itself before. */
const BUSY_MS = 1000;
/** After this, whoever started the server has been told its address. */
const WARM_UP_MS = 20;

/** Serves a sandbox file. Throws ConfigError for a file that cannot be used, LocalIoError for the address, port or folder. */
export async function serveSandbox({
  file,
  port = 0,
  host,
  allowHosts = [],
  allowOrigins = [],
  eventHosts = [],
  env,
  now = () => new Date(),
  startAt,
  frozen = false,
  faults: plan,
  resettable = false,
  ownProcess = false,
  durable = true,
  ...told
}: ServeOptions): Promise<RunningSandbox> {
  if (ownProcess) keepHeapSmall();
  const clock = movableClock(now, startAt, frozen);
  if (resettable) await saveSnapshot(file, START, { replace: true, durable });
  const opened = openSandbox({ file, env, eventHosts, durable, busyMs: BUSY_MS, now: clock.now });
  const unwind = [() => opened.db.close()];
  try {
    const { server, url, names, port: bound } = await listen(port, host);
    unwind.push(() => server.close());
    const sandbox: Sandbox = { ...opened, origin: url };
    const key = randomBytes(24).toString('base64url');
    const mark = markServed(file, url, key);
    const watch = watchServed(opened.db, file, mark);
    unwind.push(watch.stop);
    const hosts = [...names, ...allowHosts.map((name) => name.toLowerCase())];
    const [gate, requests] = [makeGate(), makeRequestLog()];
    const faults = makeFaults(plan ?? { faults: [] });
    const log = (request: LoggedRequest) => {
      requests.add(request);
      told.log?.(request);
    };
    const controls: Controls = { sandbox, clock, gate, requests, faults, key };
    answer(
      server,
      controls,
      { port: bound, hosts, origins: allowOrigins },
      { ...told, log, gate, faults, require: watch.require },
    );
    const endWarmUp = warmUp(sandbox, ownProcess);
    return {
      url,
      port: bound,
      sandbox,
      clock,
      control: controlOf(controls),
      lost: watch.lost,
      close: async ({ graceMs = GRACE_MS } = {}) => {
        await endWarmUp();
        return close(server, sandbox, watch.stop, graceMs);
      },
    };
  } catch (error) {
    for (const step of unwind.reverse()) step();
    throw error;
  }
}

/** What it returns ends it: whoever stops a server may load nothing afterwards. */
function warmUp(sandbox: Sandbox, isAlone: boolean): () => Promise<void> {
  let loading: Promise<void> | undefined;
  const load = async () => (await import('./web/warm-up.ts')).warmUp(sandbox, isAlone);
  const timer = setTimeout(() => {
    loading = load();
  }, WARM_UP_MS).unref();
  return async () => {
    clearTimeout(timer);
    await loading;
  };
}

export interface ServedControl {
  reset(): Promise<void>;
  save(name: string): Promise<void>;
  restore(name: string): Promise<void>;
  requests(): Promise<KeptRequest[]>;
  setFaults(plan: FaultPlan): void;
}

function controlOf(controls: Controls): ServedControl {
  const load = () => import('./control/control.ts');
  return {
    reset: async () => void (await (await load()).reset(controls, {})),
    save: async (name) => void (await (await load()).save(controls, { name, replace: true })),
    restore: async (name) => void (await (await load()).restore(controls, { name })),
    requests: () => controls.requests.after(0),
    setFaults: (plan) => controls.faults.replace(plan),
  };
}

function answer(server: Server, controls: Controls, admission: Admission, told: Checks): void {
  const handle = getRequestListener(routes(controls.sandbox, told).fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => {
    const isPage = isForBrowser(request);
    const objection = judge(request, admission, isPage);
    if (objection) return refuse(request, response, refusal(objection));
    const origin = allowedOrigin(request, admission);
    if (origin !== undefined) allowOrigin(response, origin);
    if (request.method === 'OPTIONS') return answerPreflight(request, response);
    const fail = (error: unknown) => told.onFault?.(error, '');
    if (request.url?.startsWith(CONTROL_PATH)) void control(controls, request, response).catch(fail);
    else if (isUpload(request)) void upload(controls, request, response).catch(fail);
    else if (isPage) void show(controls, request, response, told).catch(fail);
    else handle(request, response).catch(fail);
  });
  server.on('clientError', answerClientError);
}

const READS = ['GET', 'HEAD'];

/** Pages: the list of sites, published sites, previews, and addresses of the app, which lead to these. */
const isForBrowser = ({ method = '', url = '', headers }: IncomingMessage): boolean =>
  READS.includes(method) &&
  (/^\/(?:sites(?:[/?]|$)|(?:preview|o|~key|~sandbox)\/)/.test(url) ||
    (/^\/(?:\?|$)/.test(url) && headers.accept !== 'application/json'));

/** Loads what only browsers need. */
async function show(
  { sandbox, gate }: Controls,
  request: IncomingMessage,
  response: ServerResponse,
  told: Checks,
): Promise<void> {
  const { answerWeb } = await import('./web/web.ts');
  const { FONTS, fontAnswer } = await import('./web/fonts.ts');
  const { cookie: cookies, authorization } = request.headers;
  const url = new URL(request.url ?? '', sandbox.origin);
  try {
    told.require?.();
    const { status, headers, body } = url.pathname.startsWith(FONTS)
      ? fontAnswer(url.pathname)
      : await gate.pass(() => answerWeb(sandbox, { url, cookies, authorization }));
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  } catch (error) {
    refuse(
      request,
      response,
      refusal(new WireError(500, 'the sandbox failed on this page: see the log of its server')),
    );
    throw error;
  }
}

async function upload(
  { sandbox }: Controls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await takeUpload(sandbox, request, response);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    refuse(request, response, refusal(error));
  }
}

/** Loads what only tests need. */
async function control(
  controls: Controls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { answerControl } = await import('./control/control.ts');
  const { status, headers, body } = await answerControl(controls, request);
  response.writeHead(status, headers).end(JSON.stringify(body));
  request.resume();
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: SandboxAnswer,
): void {
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
