// The listening socket: its limits, its address, and what went wrong with them in words.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { ConfigError, LocalIoError } from '../../errors.ts';

/** Slow and too many clients are cut off. */
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
const LOOPBACK = '127.0.0.1';

export interface Listening {
  server: Server;
  port: number;
  /** Where programs of this machine reach it. */
  url: string;
  /** Values of Host that the address itself stands for. */
  names: string[];
}

/** Throws LocalIoError for a port in use or an address that is not of this machine, ConfigError for a port that is not allowed. */
export async function listen(port: number, host = LOOPBACK): Promise<Listening> {
  const server = createServer(LIMITS);
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port, host)));
    server.listen({ host, port }, resolve);
  });
  // A listening TCP server has an address of this form.
  const bound = (server.address() as AddressInfo).port;
  const everywhere = host === '0.0.0.0' || host === '::';
  const shown = everywhere ? LOOPBACK : isIP(host) === 6 ? `[${host}]` : host;
  return { server, port: bound, url: `http://${shown}:${bound}`, names: [`${shown.toLowerCase()}:${bound}`] };
}

/** Whether only programs of this machine reach an address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function explain(error: Error, port: number, host: string): Error {
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
  return new LocalIoError(`cannot listen on ${host}: ${code || error.message}`, {
    hint: 'docs sandbox serve --host 127.0.0.1',
    cause: error,
  });
}
