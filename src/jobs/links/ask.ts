// One request to a stranger: no token, no cookie, no proxy, bounded in time and size.

import type { IncomingMessage } from 'node:http';
import type { Reach } from '../../files/private-address.ts';

export interface Asking {
  reach: Reach;
  signal: AbortSignal;
  /** From the first byte sent to the last one read. */
  timeoutMs: number;
  userAgent: string;
}

export interface Answer {
  status: number;
  location: string | undefined;
  retryAfter: string | undefined;
  /** The beginning of the body, where it was asked for. */
  text: string;
}

export class NoAnswer extends Error {}

/** At most 512 KiB of each body are read: what the robots.txt standard wants its readers to accept at least. */
const MOST_BYTES = 512 * 1024;

/** Throws PrivateAddress, NoAnswer when time is up, and whatever a connection fails with. The body is read only on request. */
export async function ask(
  url: URL,
  method: 'HEAD' | 'GET',
  asking: Asking,
  { body = false }: { body?: boolean } = {},
): Promise<Answer> {
  const response = await send(url, method, asking);
  try {
    const { statusCode: status = 0, headers } = response;
    const text = body && status < 300 ? await beginningOf(response) : '';
    return { status, location: headers.location, retryAfter: headers['retry-after'], text };
  } finally {
    response.destroy();
  }
}

async function send(
  url: URL,
  method: string,
  { reach, signal, timeoutMs, userAgent }: Asking,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'http:' ? await import('node:http') : await import('node:https');
  const headers = { Accept: '*/*', 'User-Agent': userAgent };
  // Without an agent, no proxy and no connection of before: each one is looked up and judged anew.
  const options = { ...reach(url), method, headers, signal, agent: false as const };
  return new Promise((resolve, reject) => {
    const asked = request(bare(url), options, resolve);
    const timer = setTimeout(
      () => asked.destroy(new NoAnswer(`no answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    asked.on('error', reject).on('close', () => {
      clearTimeout(timer);
      reject(new NoAnswer('the connection was closed without an answer'));
    });
    asked.end();
  });
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, MOST_BYTES);
}

/** What may be sent of a URL: a name and password in it would be a secret, and a fragment is the reader's own. */
export function bare(url: URL): URL {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  copy.hash = '';
  return copy;
}
