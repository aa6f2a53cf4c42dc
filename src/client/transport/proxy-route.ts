// Which proxy a host is reached through, by HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
import { UsageError } from '../../errors.ts';
import { isLoopback } from './loopback.ts';
import { type Proxies, WireFault } from './transport.ts';

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
  return noProxy
    .split(/[,\s]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only] = /^(.*?\]?)(?::(\d+))?$/.exec(entry) ?? [];
      const named = isAddress(entry) ? bare(entry) : bare(name);
      if (named === '') return false;
      const isOther = !isAddress(entry) && only !== undefined && only !== (port || PORTS[protocol]);
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
