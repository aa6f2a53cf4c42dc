// Which carrier a job gets; each is loaded at its first request.
import type { Proxies, Transport } from './transport.ts';

/** The carrier for a network profile: undici for many requests side by side or behind a proxy, node:http otherwise. */
export function networkTransport(
  options: { many?: boolean; proxy?: Proxies; connections?: number } = {},
): Transport {
  const { many = false, proxy, ...rest } = options;
  const proxied = proxy?.httpProxy || proxy?.httpsProxy ? proxy : undefined;
  return lazyTransport(async () => {
    if (many || proxied) {
      const { undiciTransport } = await import('./undici.ts');
      return undiciTransport(proxied ? { ...rest, proxy: proxied } : rest);
    }
    const { nodeHttpTransport } = await import('./node-http.ts');
    return nodeHttpTransport(rest);
  });
}

/** Takes a loader, called once, at the first request. */
function lazyTransport(load: () => Promise<Transport>): Transport {
  let loading: Promise<Transport> | undefined;
  const send: Transport = async (request) => {
    loading ??= load();
    return (await loading)(request);
  };
  send.close = async () => {
    await (await loading)?.close?.();
  };
  return send;
}
