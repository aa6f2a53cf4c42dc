// The carrier of jobs with many requests side by side, and of everything behind a proxy.
import type { Dispatcher } from 'undici';
import { type Connector, openConnector } from './connector.ts';
import { startExchange } from './exchange.ts';
import { queueOf } from './ordered-body.ts';
import { proxyFor } from './proxy-route.ts';
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
