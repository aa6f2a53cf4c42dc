// The carrier of ordinary commands: node:http(s), which starts in a fifth of undici's time.
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { startExchange } from './exchange.ts';
import { bodyText, type Transport, type WireRequest, type WireResponse } from './transport.ts';

export interface NodeHttpOptions {
  /** Connections a host, 8. */
  connections?: number;
}

const IDLE_CONNECTION_MS = 4000;
const LINGER_MS = 50;

/** A carrier with its own keep-alive agents. Its module is loaded at the first request. */
export function nodeHttpTransport({ connections = 8 }: NodeHttpOptions = {}): Transport {
  const agents = new Map<string, Agent>();

  const send: Transport = async (request) => {
    const secure = request.origin.startsWith('https:');
    const http = secure ? await import('node:https') : await import('node:http');
    const key = `${secure} ${request.publicOnly}`;
    let agent = agents.get(key);
    if (!agent) {
      agent = new http.Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_CONNECTION_MS });
      agents.set(key, agent);
    }
    const guard = request.publicOnly ? await publicOnly(request.origin) : {};
    return carry(http.request, request, { agent, ...guard });
  };
  // Idle connections hold no process, and end with one that is about to end. To close them takes 1 ms: for a line that it
  // may want to log, Node opens standard error first.
  send.close = async () => {
    const close = () => {
      for (const agent of agents.values()) agent.destroy();
    };
    setTimeout(close, LINGER_MS).unref();
  };
  return send;
}

async function publicOnly(origin: string): Promise<{ lookup: LookupFunction }> {
  const { publicLookup, refusePrivate } = await import('./address.ts');
  refusePrivate(new URL(origin).hostname);
  return { lookup: publicLookup() };
}

type Open = (options: import('node:https').RequestOptions) => ClientRequest;

function carry(
  open: Open,
  request: WireRequest,
  options: { agent: Agent; lookup?: LookupFunction },
): Promise<WireResponse> {
  const { protocol, hostname, port } = new URL(request.origin);
  const body = bodyText(request);
  const headers: Record<string, string | number> = { ...request.headers };
  if (body !== undefined) headers['Content-Length'] = Buffer.byteLength(body);
  const call = open({
    ...options,
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    method: request.method,
    path: request.path,
    headers,
  });
  const exchange = startExchange(request, (reason) => call.destroy(reason));
  call.on('socket', (socket) => {
    if (!socket.connecting) return exchange.connected();
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', exchange.connected);
  });
  call.on('error', exchange.fail);
  let received: IncomingMessage | undefined;
  // An answer that switches protocols ends so, without an error. One that is complete may still be read.
  call.on('close', () => {
    if (!received?.complete) exchange.fail({ code: 'ECONNRESET' });
  });
  call.on('response', (answer) => {
    received = answer;
    const hold = (until: Promise<void> | undefined) => {
      if (!until) return;
      answer.pause();
      void until.then(() => answer.resume());
    };
    const listen = () => {
      answer.on('data', (chunk: Buffer) => hold(exchange.data(chunk)));
      answer.on('end', exchange.end);
    };
    answer.on('error', exchange.fail);
    const opened = exchange.head(answer.statusCode ?? 0, answer.headers);
    if (opened === undefined) return listen();
    void opened.then(listen);
  });
  call.end(body);
  return exchange.answer;
}
