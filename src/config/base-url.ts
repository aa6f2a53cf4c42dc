// Base URLs: which are allowed, and the origin a token is bound to.
import { UsageError } from '../errors.ts';
import { beginning } from '../files/texts.ts';

export const DEFAULT_BASE_URL = 'https://api.gitbook.com';

const SANDBOX = /^sandbox:(?:(?:\/|[A-Za-z]:[\\/]).*)?$/;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** A host as people type it: a name with a dot or a port, an address of four numbers, or this machine. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:\/[^\s?#@]*)?$/i;
const SCHEMES = ['https://', 'http://', 'sandbox:/'];
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const BARE_HOST = `^(?:${LABEL}:\\d{1,5}|(?:${LABEL}\\.)+(?:[a-z]{2,24}|\\d{1,3})(?::\\d{1,5})?)(?:/[^\\s?#@]*)?$`;

/** The web app of the default host, as browsers show it: the API is at another address. */
const APP = /^(?:(?:app|www)\.)?gitbook\.com$/;

/** The API behind the address of a web app; undefined for any other address. */
export function apiOfApp(given: string): string | undefined {
  const text = withScheme(given.trim());
  return URL.canParse(text) && APP.test(new URL(text).hostname) ? DEFAULT_BASE_URL : undefined;
}

/**
 * A base URL without the version of the API or a slash at its end; a bare host name gets `https:`, one of this machine `http:`, which is for this
 * machine only. Throws UsageError, credentials masked.
 */
export function parseBaseUrl(given: string): string {
  const text = withScheme(given.trim());
  if (/[\u0000-\u001f\u007f]/.test(text)) throw refused(text, 'contains a control character');
  if (text.startsWith('sandbox:')) {
    if (SANDBOX.test(text)) return text;
    throw refused(text, 'must be "sandbox:" or "sandbox:" and an absolute path');
  }
  const url = parse(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(text, 'must start with https:');
  if (url.username || url.password) throw refused(text, 'must not contain a user or password');
  if (url.search || url.hash) throw refused(text, 'must not contain a query or fragment');
  if (APP.test(url.hostname)) throw refused(text, `is the web app, not the API: use ${DEFAULT_BASE_URL}`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw refused(text, 'must start with https: (http: is for this machine only)');
  }
  return url.origin + (url.pathname === '/' ? '' : url.pathname.replace(/(?:\/v1)?(?<!\/)\/*$/, ''));
}

function withScheme(text: string): string {
  // Most have one, and these two expressions take half a millisecond to compile.
  if (text === 'sandbox:' || SCHEMES.some((scheme) => text.startsWith(scheme))) return text;
  if (LOCAL_HOST.test(text)) return `http://${text}`;
  return new RegExp(BARE_HOST, 'i').test(text) ? `https://${text}` : text;
}

/** What a token is bound to: scheme, host and port; for the local sandbox the whole base URL. Throws UsageError. */
export function originOf(baseUrl: string): string {
  const checked = parseBaseUrl(baseUrl);
  return isSandboxUrl(checked) ? checked : new URL(checked).origin;
}

/** True for the sandbox inside this process: `sandbox:`, or `sandbox:/path/to/file.db`. */
export const isSandboxUrl = (baseUrl: string): boolean => baseUrl.startsWith('sandbox:');

function parse(text: string): URL {
  try {
    if (!/\s/.test(text)) return new URL(text);
  } catch {
    // Its error holds the whole input, credentials included.
  }
  throw refused(text, 'is not a URL');
}

const refused = (text: string, why: string): UsageError =>
  new UsageError(`base URL ${JSON.stringify(shownAddress(text))} ${why}`, {
    code: 'BAD_BASE_URL',
    hint: `give a URL such as ${DEFAULT_BASE_URL}`,
  });

/** A long word with digits may be a token that was pasted at the wrong question. */
const isLikeToken = (text: string): boolean =>
  text.split(/\s+/).some((word) => /\d/.test(word) && /[a-z]/i.test(word) && /[\w+/=.-]{10}/.test(word));

/** Without what may be secret: all before an @, all after a ? or #, and a text that may be a token. */
export function shownAddress(text: string): string {
  if (!/^(?:[a-z]+:\/\/|sandbox:)/i.test(text) && isLikeToken(text)) return '***';
  const bare = text.replace(/^.*@/s, '***@').replace(/[?#].*$/s, '?***');
  return beginning(bare, 200);
}

// Which addresses of the platform may be opened or linked: a title or URL may come from anybody.

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
