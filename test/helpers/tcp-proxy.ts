// A TCP proxy on loopback that does to connections what bad networks do.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Trouble {
  /** Nothing passes any more after so many bytes of a connection, and nothing tells so. */
  blackholeAfter?: Partial<Record<Way, number>>;
  /** The client's connection is reset after so many bytes; 0: before the first one. */
  resetAfter?: Partial<Record<Way, number>>;
  /** Each piece comes this much later. */
  latencyMs?: number;
  /** Bytes pass in pieces of this size. */
  slice?: number;
  /** Bytes pass no faster. */
  bytesPerSecond?: number;
}

/** `up`: what the client sends; `down`: what it gets. */
type Way = 'up' | 'down';

export interface TcpProxy {
  origin: string;
  /** Holds for the connections that are opened from now on. */
  trouble: Trouble;
  stop(): Promise<void>;
}

/** Passes connections on to a port of 127.0.0.1. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    return socket;
  };
  const proxy: TcpProxy = {
    origin: '',
    trouble: {},
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((client) => {
    keep(client);
    const { trouble } = proxy;
    if (trouble.resetAfter?.up === 0) return client.resetAndDestroy();
    const target = keep(connect(port, '127.0.0.1'));
    // Both ends at once, and without the wait for late packets that would use up all ports.
    const reset = () => {
      client.resetAndDestroy();
      target.resetAndDestroy();
    };
    carry({ from: client, to: target, way: 'up', trouble, reset });
    carry({ from: target, to: client, way: 'down', trouble, reset });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

interface Line {
  from: Socket;
  to: Socket;
  way: Way;
  trouble: Trouble;
  reset: () => void;
}

function carry({ from, to, way, trouble, reset }: Line): void {
  const { latencyMs = 0, slice = Number.POSITIVE_INFINITY, bytesPerSecond } = trouble;
  const resetAt = trouble.resetAfter?.[way] ?? Number.POSITIVE_INFINITY;
  const silentAt = trouble.blackholeAfter?.[way] ?? Number.POSITIVE_INFINITY;
  let passed = 0;

  async function pass(piece: Uint8Array): Promise<void> {
    const ms = latencyMs + (bytesPerSecond ? (piece.length * 1000) / bytesPerSecond : 0);
    if (ms > 0) await delay(ms);
    const rest = piece.subarray(0, Math.min(resetAt, silentAt) - passed);
    passed += rest.length;
    if (rest.length > 0) await new Promise<void>((done) => to.write(rest, () => done()));
    if (passed >= resetAt) reset();
  }

  let last = Promise.resolve();
  if (resetAt === 0) from.once('data', reset);
  else
    from.on('data', (chunk: Buffer) => {
      for (let at = 0; at < chunk.length; at += slice) {
        const piece = chunk.subarray(at, Math.min(chunk.length, at + slice));
        last = last.then(() => pass(piece));
      }
    });
  from.on('end', () => {
    void last.then(() => {
      if (passed < silentAt) to.end();
    });
  });
  from.on('close', () => void last.then(() => (passed < silentAt ? to.destroy() : undefined)));
}
