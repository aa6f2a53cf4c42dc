// The one place the token may go: the origin of the profile's base URL.
import { ConfigError, UsageError } from '../errors.ts';
import { maskUrl } from '../files/mask-url.ts';
import { isLoopback } from './transport/transport.ts';

export interface Base {
  /** `https://host:port`, or `sandbox:`. */
  origin: string;
  /** Path of the base URL without a last slash; empty as a rule. */
  prefix: string;
  /** Host and port as a person knows them. */
  host: string;
}

/** Takes a base URL, `https:`, `http:` for loopback, or `sandbox:`. Throws ConfigError. */
export function parseBase(baseUrl: string): Base {
  // `sandbox:/path/file.db` names its file; requests never leave this process.
  if (baseUrl.startsWith('sandbox:')) {
    return { origin: 'sandbox:', prefix: '', host: 'sandbox' };
  }
  if (!URL.canParse(baseUrl)) throw new ConfigError(`base URL is not a URL: ${maskUrl(baseUrl)}`);
  const { protocol, origin, pathname, host, hostname } = new URL(baseUrl);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    throw new ConfigError(`base URL must be https: ${maskUrl(baseUrl)}`, {
      hint: 'http is accepted only for 127.0.0.1, ::1 and localhost',
    });
  }
  return { origin, prefix: pathname.replace(/(?<!\/)\/+$/, ''), host };
}

/**
 * Takes what a person gave for a raw call: a path, or a URL of the same origin.
 * Returns the path with query as it is sent. Throws UsageError for another origin.
 */
export function rawPath(base: Base, given: string): string {
  const text = base.origin === 'sandbox:' ? given.replace(/^sandbox:\/*/i, '/') : given;
  const root = base.origin === 'sandbox:' ? 'http://sandbox' : base.origin;
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(text);
  // Never resolved against the base: `//host` and `\\host` would change the host.
  const whole = absolute ? text : `${root}${base.prefix}/${text.replace(/^[/\\]+/, '')}`;
  if (!URL.canParse(whole)) throw new UsageError(`not a path or URL: ${maskUrl(given)}`);
  const url = new URL(whole);
  if (url.origin !== root) {
    throw new UsageError(`${maskUrl(given)} is not on ${base.host}`, {
      hint: 'use only the path, such as /v1/orgs: the token is sent only to the host of the profile',
    });
  }
  return `${url.pathname}${url.search}`;
}
