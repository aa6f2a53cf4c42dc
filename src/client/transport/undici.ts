// The carrier of jobs with many requests side by side, and of everything behind a proxy.
import type { Dispatcher } from 'undici';
import { startExchange } from './exchange.ts';
import { queueOf } from './in-order.ts';
import { isLoopback } from './loopback.ts';
import {
  bodyText,
  type Proxies,
  type Transport,
  WireFault,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

export interface UndiciOptions {
  /** Connections a host, 8. */
  connections?: number;
  /** Absent: every host is reached directly. */
  proxy?: Proxies;
}

/** A carrier with a pool for each origin, or one agent that asks the proxy. undici is loaded at the first request. */
export function undiciTransport({ connections = 8, proxy }: UndiciOptions = {}): Transport {
  const dispatchers = new Map<string, Dispatcher>();

  async function open(request: WireRequest): Promise<Dispatcher> {
    const { dispatchers: door } = await import('./undici-door.ts');
    const connect = { timeout: request.limits.connectMs, ...(await guardOf(request)) };
    // Our own clocks bound the phases; undici's tick once a second.
    const common = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect };
    if (!proxy || isLoopback(new URL(request.origin).hostname)) return new door.Pool(request.origin, common);
    // Empty text keeps undici from reading the environment itself.
    const { httpProxy = '', httpsProxy = '', noProxy = '' } = proxy;
    try {
      return new door.EnvHttpProxyAgent({ ...common, httpProxy, httpsProxy, noProxy });
    } catch (cause) {
      throw new WireFault('proxy', 'the address of the proxy is not a URL', { sent: false, cause });
    }
  }

  const send: Transport = async (request) => {
    const key = `${request.origin} ${request.publicOnly}`;
    let dispatcher = dispatchers.get(key);
    if (!dispatcher) {
      const opened = await open(request);
      // Another request may have opened one meanwhile.
      dispatcher = dispatchers.get(key) ?? opened;
      dispatchers.set(key, dispatcher);
    }
    return carry(dispatcher, request);
  };
  send.close = async () => {
    await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
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
