// A server on a raw socket: it can break every rule of HTTP, and it remembers what it was sent.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { untilEnd } from './lasting.ts';

export interface Received {
  method: string;
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
}

/** Answers one request: text or bytes are written and the connection closed; anything else leaves the socket to it. */
export type Reply = (request: Received, socket: Socket, index: number) => unknown;

export interface FaultServer {
  origin: string;
  port: number;
  received: Received[];
  connections: () => number;
  /** Connections that are open now. */
  open: () => number;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function faultServer(reply: Reply): Promise<FaultServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let request = parse(text); request; request = parse(text)) {
        text = text.slice(request.length);
        received.push(request.received);
        const answer = reply(request.received, socket, received.length - 1);
        if (typeof answer === 'string' || answer instanceof Uint8Array) socket.end(answer);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The same, until the test ends. */
export const endingServer = async (reply: Reply): Promise<FaultServer> =>
  untilEnd(await faultServer(reply), (server) => server.close());

function parse(text: string): { received: Received; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const bodyLength = Number(headers['content-length'] ?? 0);
  const length = end + 4 + bodyLength;
  if (text.length < length) return undefined;
  return { received: { method, path, headers, body: text.slice(end + 4, length) }, length };
}

/** A whole answer as bytes, `Connection: close`. */
export function http(
  status: number,
  body: string | Uint8Array = '',
  headers: Record<string, string> = {},
): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const all = { 'content-length': String(bytes.length), connection: 'close', ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} x\r\n${head.join('')}\r\n`), bytes]);
}

export function json(value: unknown, headers: Record<string, string> = {}): Uint8Array {
  return http(200, JSON.stringify(value), { 'content-type': 'application/json', ...headers });
}
