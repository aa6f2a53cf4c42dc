// The carrier of jobs with many requests side by side, and of everything behind a proxy.

import type { ClientRequest } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { UsageError } from '../../errors.ts';
import { startExchange, toFault } from './exchange.ts';
import {
  bodyText,
  isLoopback,
  type Proxies,
  type Transport,
  WireFault,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

// A connection through a proxy: one CONNECT, bounded in time and size, and never repeated here.

const MOST_HEADER_BYTES = 16 * 1024;

export interface Tunnel {
  /** Rejects with a WireFault. */
  readonly socket: Promise<Socket>;
  /** Gives up, also while the proxy keeps silent. */
  destroy(): void;
}

/** Asks `proxy` for a connection to `target` (`host:port`), for at most `timeoutMs`. */
function openTunnel(
  http: Pick<typeof import('node:http'), 'request'>,
  { proxy, target, timeoutMs }: { proxy: URL; target: string; timeoutMs: number },
): Tunnel {
  const call: ClientRequest = http.request({
    method: 'CONNECT',
    protocol: proxy.protocol,
    hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    path: target,
    headers: { Host: target, ...credentials(proxy) },
    agent: false,
    maxHeaderSize: MOST_HEADER_BYTES,
  });
  const late = () => call.destroy(lost(`the proxy took longer than ${timeoutMs / 1000} s`));
  const timer = setTimeout(late, timeoutMs);
  const socket = new Promise<Socket>((resolve, reject) => {
    call.on('error', (error) => reject(proxyFault(error)));
    call.on('close', () => reject(lost('the proxy closed the connection')));
    call.on('connect', ({ statusCode = 0 }, opened, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        // What the proxy sent too early belongs to nobody: no host speaks first in TLS or HTTP.
        if (head.length === 0) return resolve(opened);
        reject(new WireFault('proxy', 'the proxy does not speak HTTP', { sent: false }));
      } else reject(refusal(statusCode));
      opened.destroy();
    });
  }).finally(() => clearTimeout(timer));
  call.end();
  return { socket, destroy: () => call.destroy(lost('the connection was abandoned')) };
}

function credentials({ username, password }: URL): { 'Proxy-Authorization'?: string } {
  if (username === '' && password === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const lost = (words: string) => new WireFault('proxy-lost', words, { sent: false });

const refusal = (status: number) =>
  new WireFault(status === 407 ? 'proxy-login' : 'proxy', `the proxy refused the connection (${status})`, {
    sent: false,
  });

/** The words name the proxy: the host itself was never reached. */
function proxyFault(error: unknown): WireFault {
  const fault = toFault(error, false);
  const code = typeof error === 'object' && error !== null && 'code' in error ? ` (${error.code})` : '';
  switch (fault.kind) {
    case 'unreachable':
      return lost(
        code === ' (ECONNRESET)' ? 'the proxy closed the connection' : `no connection to the proxy${code}`,
      );
    case 'reset':
      return lost('the proxy closed the connection');
    case 'dns':
      return new WireFault('proxy', `the host name of the proxy cannot be resolved${code}`, { sent: false });
    case 'malformed':
      return new WireFault('proxy', `the proxy does not speak HTTP${code}`, { sent: false });
    default:
      return fault;
  }
}

// How undici opens connections: direct or through a proxy, each of them known until it is open, so that it can be cut.

type Connect = buildConnector.connector;

interface Connector {
  connect: Connect;
  /** Cuts the connections that are still being opened. */
  destroy(): void;
}

interface ConnectorOptions {
  timeoutMs: number;
  /** Absent: the host is reached directly. */
  proxy?: URL | undefined;
  /** Refuses addresses that may not be reached. */
  lookup?: LookupFunction;
}

/** Takes undici's own connector factory, which knows TLS. Its callback is called once for each connection. */
async function openConnector(
  build: typeof buildConnector,
  { timeoutMs, proxy, lookup }: ConnectorOptions,
): Promise<Connector> {
  const direct = build({ timeout: timeoutMs, ...(lookup && { lookup }) });
  const opening = new Set<{ destroy(): unknown }>();
  let closed = false;
  const http =
    proxy && (proxy.protocol === 'https:' ? await import('node:https') : await import('node:http'));

  const reach: Connect = (options, done) => {
    // undici's connector returns its socket at once, which its types do not say.
    const socket: unknown = direct(options, (...end) => {
      if (isDestroyable(socket)) opening.delete(socket);
      done(...end);
    });
    if (!isDestroyable(socket)) return;
    opening.add(socket);
    if (closed) socket.destroy();
  };
  const connect: Connect = (options, done) => {
    if (!proxy || !http) return reach(options, done);
    const tunnel = openTunnel(http, { proxy, target: targetOf(options), timeoutMs });
    opening.add(tunnel);
    tunnel.socket
      .finally(() => opening.delete(tunnel))
      .then(
        (httpSocket) => {
          if (options.protocol === 'https:') reach({ ...options, httpSocket }, done);
          else done(null, httpSocket);
        },
        (error) => done(error, null),
      );
  };
  return {
    connect,
    destroy() {
      closed = true;
      for (const each of opening) each.destroy();
    },
  };
}

function targetOf({ hostname, port, protocol }: buildConnector.Options): string {
  const name = hostname.includes(':') ? `[${hostname}]` : hostname;
  return `${name}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

const isDestroyable = (value: unknown): value is { destroy(): unknown } =>
  typeof value === 'object' && value !== null && 'destroy' in value;

// Pieces of a body in their order, for a carrier that cannot hold them back.

const MOST_WAITING_BYTES = 64 * 2 ** 20;

type Step = () => Promise<void> | void;

/**
 * Keeps pieces in order while one of them is waited for. Nothing is held back from the socket:
 * undici 7 ends the process when its parser is paused while the other side closes.
 */
export function queueOf(overflow: () => void): (bytes: number, step: Step) => void {
  let last: Promise<void> | undefined;
  let waiting = 0;
  return (bytes, step) => {
    const current = last ? last.then(step) : step();
    if (!current) return;
    waiting += bytes;
    if (waiting > MOST_WAITING_BYTES) overflow();
    const mine = current.then(() => {
      waiting -= bytes;
      if (last === mine) last = undefined;
    });
    last = mine;
  };
}

// Which proxy a host is reached through, by HTTP_PROXY, HTTPS_PROXY and NO_PROXY.

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The proxy for an origin; undefined where it is reached directly. Throws UsageError for a kind of proxy that is not supported. */
export function proxyFor(origin: string, proxies: Proxies | undefined): URL | undefined {
  if (!proxies) return undefined;
  const url = new URL(origin);
  const { httpProxy, httpsProxy } = proxies;
  const address = url.protocol === 'https:' ? httpsProxy || httpProxy : httpProxy;
  if (!address || isLoopback(url.hostname) || isExempt(url, proxies.noProxy ?? '')) return undefined;
  return proxyUrl(address);
}

/** As other programs do, an address without a scheme is taken for http. */
function proxyUrl(address: string): URL {
  const whole = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(whole)) {
    throw new WireFault('proxy', 'the address of the proxy is not a URL', { sent: false });
  }
  const url = new URL(whole);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new UsageError(`a ${url.protocol.slice(0, -1)} proxy is not supported: use an http or https proxy`, {
    code: 'BAD_PROXY',
    hint: 'set HTTPS_PROXY=http://<host>:<port>, or name the host in NO_PROXY',
  });
}

/** NO_PROXY: names with their subdomains, with or without a port; `*` is every host. */
function isExempt({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = bare(hostname);
  return noProxy.split(/[,\s]/).some((entry) => {
    if (entry === '*') return true;
    const [end = '', only] = isAddress(entry) ? [] : (/:(\d+)$/.exec(entry) ?? []);
    const named = bare(entry.slice(0, entry.length - end.length));
    const isOther = only !== undefined && only !== (port || PORTS[protocol]);
    // What is empty, as between two commas, ends no name without its last dot.
    return !isOther && (host === named || host.endsWith(`.${named}`));
  });
}

/** An IPv6 address without brackets: its colons are not those of a port. */
const isAddress = (entry: string): boolean => /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i.test(entry);

/** Lower case, without brackets, leading `.` or `*.`, and the dot that ends a full domain name. */
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');

export interface UndiciOptions {
  /** Connections a host, 8. */
  connections?: number;
  /** Absent: every host is reached directly. */
  proxy?: Proxies;
}

/** One host and the connections to it. */
interface Place {
  pool: Dispatcher;
  connector: Connector;
}

/** A carrier with a pool for each origin. undici is loaded at the first request. */
export function undiciTransport({ connections = 8, proxy: proxies }: UndiciOptions = {}): Transport {
  const places = new Map<string, Place>();

  async function open(request: WireRequest): Promise<Place> {
    const proxy = proxyFor(request.origin, proxies);
    const { undici } = await import('./undici-door.ts');
    const timeoutMs = request.limits.connectMs;
    const connector = await openConnector(undici.buildConnector, {
      timeoutMs,
      proxy,
      ...(await guardOf(request)),
    });
    const { connect } = connector;
    // Our own clocks bound the phases; undici's tick once a second.
    const bounds = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
    return { connector, pool: new undici.Pool(request.origin, { ...bounds, connections, connect }) };
  }

  const send: Transport = async (request) => {
    const key = `${request.origin} ${request.publicOnly}`;
    let place = places.get(key);
    if (!place) {
      const opened = await open(request);
      // Another request may have opened one meanwhile.
      place = places.get(key) ?? opened;
      places.set(key, place);
    }
    return carry(place.pool, request);
  };
  send.close = async () => {
    for (const { connector } of places.values()) connector.destroy();
    await Promise.all([...places.values()].map(({ pool }) => pool.destroy()));
  };
  return send;
}

async function guardOf({ publicOnly, origin }: WireRequest) {
  if (!publicOnly) return {};
  const { publicLookup, refusePrivate } = await import('./address.ts');
  refusePrivate(new URL(origin).hostname);
  return { lookup: publicLookup() };
}

function carry(dispatcher: Dispatcher, request: WireRequest): Promise<WireResponse> {
  let control: Dispatcher.DispatchController | undefined;
  let dropped: Error | undefined;
  const exchange = startExchange(request, (reason) => {
    dropped = reason;
    control?.abort(reason);
  });
  const inOrder = queueOf(() => exchange.fail(new WireFault('sink', 'cannot keep up', { sent: true })));
  const { origin, path, headers } = request;
  // The method is one a person may type in a raw call; undici takes any token.
  const method = request.method as Dispatcher.HttpMethod;
  dispatcher.dispatch(
    { origin, path, method, headers, body: bodyText(request) ?? null },
    {
      onRequestStart(controller) {
        control = controller;
        // Given up while it waited for a connection: it must not be sent any more.
        if (dropped) return controller.abort(dropped);
        exchange.connected();
      },
      onResponseStart: (_, status, answer) => inOrder(0, () => exchange.head(status, answer)),
      onResponseData: (_, chunk) => inOrder(chunk.length, () => exchange.data(chunk)),
      onResponseEnd: () => inOrder(0, () => exchange.end()),
      onResponseError: (_, error) => exchange.fail(error),
    },
  );
  return exchange.answer;
}
