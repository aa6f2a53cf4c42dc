// Which addresses of the platform may be opened or linked: a title or URL may come from anybody.
import { isSandboxUrl } from './base-url.ts';

/** The characters of RFC 3986, without the quote: what programs read in different ways is no address. */
const ADDRESS = /^https:\/\/[\w.~:/?#[\]@!$&()*+,;=%-]+$/;

/** The same, on this machine alone: a served sandbox has no certificate. */
const OWN_ADDRESS = /^http:\/\/[\w.~:/?#[\]@!$&()*+,;=%-]+$/;

/** True for an https address, without user and password, that every program reads alike. */
export function isWebAddress(url: string): boolean {
  if (!ADDRESS.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/**
 * True for an https address, without user and password, on the host of the base URL; where that is called
 * `api.example.com`, also on `example.com` and everything below it. A sandbox that is served on this machine has http.
 */
export function isKnownAddress(url: string, baseUrl: string): boolean {
  if (isSandboxUrl(baseUrl)) return false;
  if (baseUrl.startsWith('http:')) return isServedHere(url, baseUrl);
  if (!isWebAddress(url)) return false;
  const { hostname, port } = new URL(url);
  const base = new URL(baseUrl);
  if (hostname === base.hostname) return port === base.port || port === '';
  const domain = /^api\.([^.]+\..+)$/.exec(base.hostname)?.[1];
  return domain !== undefined && port === '' && (hostname === domain || hostname.endsWith(`.${domain}`));
}

/** A base URL with http is of this machine: nothing else is allowed. */
function isServedHere(url: string, baseUrl: string): boolean {
  if (!OWN_ADDRESS.test(url) || !URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return username === '' && password === '' && origin === new URL(baseUrl).origin;
}
