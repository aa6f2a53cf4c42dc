// A connection through a proxy: one CONNECT, bounded in time and size, and never repeated here.
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { toFault } from './fault.ts';
import { WireFault } from './transport.ts';

const MOST_HEADER_BYTES = 16 * 1024;

export interface Tunnel {
  /** Rejects with a WireFault. */
  readonly socket: Promise<Socket>;
  /** Gives up, also while the proxy keeps silent. */
  destroy(): void;
}

/** Asks `proxy` for a connection to `target` (`host:port`), for at most `timeoutMs`. */
export function openTunnel(
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
  new WireFault('proxy', `the proxy refused the connection (${status})`, { sent: false });

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
