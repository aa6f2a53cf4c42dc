// How undici opens connections: direct or through a proxy, each of them known until it is open, so that it can be cut.
import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { openTunnel } from './tunnel.ts';

type Connect = buildConnector.connector;

export interface Connector {
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
export async function openConnector(
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
