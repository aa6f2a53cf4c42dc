// What a browser gets: pages that run nothing, redirects, files of text.
import type { Markup } from './html.ts';
import { SCRIPT_HASH } from './script.ts';

export interface PageAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body?: string;
}

/** No script but our own, no frames, no plugins; pictures and fonts may come from elsewhere, as on the real sites. */
export const POLICY = `default-src 'none'; style-src 'self'; script-src ${SCRIPT_HASH}; connect-src 'self'; img-src 'self' https: data:; font-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const HEADERS = {
  'x-docs-sandbox': '1',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export const page = (status: number, markup: Markup): PageAnswer => ({
  status,
  headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>\n${markup.text}`,
});

export const text = (
  type: 'text/plain' | 'text/markdown' | 'text/css' | 'application/xml' | 'application/json',
  body: string,
): PageAnswer => ({
  status: 200,
  headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` },
  body,
});

/** Elsewhere; a cookie may come along. */
export const redirect = (status: number, location: string, cookie?: string): PageAnswer => ({
  status,
  headers: { ...HEADERS, location, ...(cookie !== undefined && { 'set-cookie': cookie }) },
});

/** A cookie that no script reads and no other site sends; an empty value ends it. */
export const cookieOf = (name: string, value: string, path: string): string =>
  `${name}=${encodeURIComponent(value)}; Path=${path}; HttpOnly; SameSite=Lax${value === '' ? '; Max-Age=0' : ''}`;

export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '').split(/; */).find((pair) => pair.startsWith(`${name}=`));
  if (found === undefined) return undefined;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return undefined;
  }
}
