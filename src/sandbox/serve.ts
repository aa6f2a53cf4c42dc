// The sandbox as a server, on loopback unless asked otherwise, for programs that speak HTTP.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { isError, LocalIoError } from '../errors.ts';
import { keepHeapSmall } from '../files/of-node.ts';
import { openSandbox, refusal, type SandboxAnswer } from './app.ts';
import { type Clock, movableClock } from './control/clock.ts';
import {
  answerControl,
  type Controls,
  type KeptRequest,
  makeRequestLog,
  reset,
  restore,
  save,
} from './control/control.ts';
import { CONTROL_PATH, type FaultPlan, makeFaults, makeGate } from './control/faults.ts';
import { START, saveSnapshot } from './control/snapshots.ts';
import type { Database } from './db/database.ts';
import { overwriteWatch } from './db/file-format.ts';
import {
  type Admission,
  allowedOrigin,
  allowOrigin,
  answerPreflight,
  isUpload,
  judge,
  takeUpload,
} from './http/admission.ts';
import { listen } from './http/listen.ts';
import { type Checks, type LoggedRequest, type RouteOptions, routes } from './http/routes.ts';
import type { Sandbox } from './sandbox.ts';
import { markServed } from './serving.ts';
import { WireError } from './wire-error.ts';

// Looks after the file of a running server: still in place, not overwritten, its log moved into it, its mark fresh.

const TICK_MS = 1000;
/** Far below the time after which a mark of another machine counts as left behind. */
const REFRESH_TICKS = 15;

interface ServedWatch {
  /** Throws LocalIoError `SANDBOX_REPLACED`, from then on each time. */
  require(): void;
  /** Resolves with that error when it first occurs. */
  lost: Promise<Error>;
  /** Stops looking, and removes the mark. */
  stop(): void;
}

function watchServed(db: Database, file: string, mark: { refresh(): void; remove(): void }): ServedWatch {
  let found: Error | undefined;
  let tell: (error: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    tell = resolve;
  });
  const content = overwriteWatch(file);
  const require = () => {
    try {
      if (found) throw found;
      requireInPlace(db);
      if (content.overwritten()) throw overwritten(file);
    } catch (error) {
      found ??= isError(error) ? error : new Error(String(error));
      tell(found);
      throw error;
    }
  };
  let ticks = 0;
  const tick = () => {
    ticks += 1;
    if (ticks % REFRESH_TICKS === 0) mark.refresh();
    try {
      require();
      if (content.hasLog()) db.checkpoint();
      content.settle();
    } catch {
      // Lost: whoever waits for it knows by now. A full disk: the log stays, and the next tick tries again.
    }
  };
  const timer = setInterval(tick, TICK_MS);
  return {
    require,
    lost,
    stop() {
      clearInterval(timer);
      mark.remove();
    },
  };
}

/**
 * The log stays where it was when another file takes the place of the database, and whoever opens that one would read it
 * as its own: so it goes into the file it belongs to, as soon as somebody notices.
 */
function requireInPlace(db: Database): void {
  try {
    db.requireInPlace();
  } catch (error) {
    try {
      db.checkpoint();
    } catch {
      // In the middle of a read, or on a full disk: closing it does the same.
    }
    throw error;
  }
}

const overwritten = (file: string) =>
  new LocalIoError(`${file} was overwritten while it was open; changes made since then are not kept`, {
    code: 'SANDBOX_REPLACED',
    details: { file },
  });

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
  return {
    reset: async () => void (await reset(controls, {})),
    save: async (name) => void (await save(controls, { name, replace: true })),
    restore: async (name) => void (await restore(controls, { name })),
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
  const { FONTS, fontAnswer } = await import('./web/web.ts');
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
