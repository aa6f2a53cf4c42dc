// Fetches what a request names: http and https only, bounded in size, time and redirects, never with a token.
import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { isError, messageOf } from '../../../errors.ts';
import { isPrivateAddress, lookupPublic } from '../../../files/private-address.ts';
import { parsedUrl } from '../../../files/texts.ts';

export interface FetchOptions {
  maxBytes: number;
  /** For everything, redirects included. */
  timeoutMs: number;
  accept?: string;
  signal?: AbortSignal;
  /** Where redirects may lead; by default what the given address allows. */
  reach?: Reach;
}

export interface Fetched {
  bytes: Uint8Array;
  /** Lower case, without parameters; empty when the server says nothing. */
  contentType: string;
  /** Of the content type, where the server names one. */
  charset?: string;
  /** Where it was found after redirects. */
  url: string;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Throws FetchFailure: a refused address, an answer that is no success, too much, too slow. */
export async function fetchBytes(url: string, options: FetchOptions): Promise<Fetched> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  try {
    return await follow(url, options, signal);
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    if (deadline.aborted) {
      throw new FetchFailure(
        'timeout',
        `${nameOf(url)} did not answer within ${options.timeoutMs / 1000} seconds`,
      );
    }
    throw new FetchFailure('failed', `${nameOf(url)} cannot be fetched: ${reasonOf(error)}`);
  }
}

async function follow(start: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  const reach = options.reach ?? reachFrom(start);
  let url = start;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await request(checked(url), { ...options, reach }, signal);
    const { statusCode = 0, headers } = response;
    if (!REDIRECTS.includes(statusCode) || headers.location === undefined) {
      const charset = /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(headers['content-type'] ?? '')?.[1];
      const bytes = await read(response, url, options);
      return { bytes, contentType: typeOf(response), url, ...(charset !== undefined && { charset }) };
    }
    response.destroy();
    url = new URL(headers.location, url).href;
  }
  throw new FetchFailure('failed', `${nameOf(start)} redirects more than ${MOST_REDIRECTS} times`);
}

function checked(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new FetchFailure('failed', `${nameOf(text)} is not an http or https URL`);
  }
  return url;
}

async function request(
  url: URL,
  { accept = '*/*', reach }: FetchOptions & { reach: Reach },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const guard = await reach(url);
  const { get } = url.protocol === 'http:' ? await import('node:http') : await import('node:https');
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'docs-sandbox' };
  return new Promise((resolve, reject) => {
    get(url, { ...guard, headers, signal, agent: false }, resolve).on('error', reject);
  });
}

async function read(response: IncomingMessage, url: string, { maxBytes }: FetchOptions): Promise<Uint8Array> {
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode >= 300) {
    response.destroy();
    throw new FetchFailure('failed', `${nameOf(url)} answered ${statusCode}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) {
      response.destroy();
      throw new FetchFailure('too-large', `${nameOf(url)} is larger than ${maxBytes} bytes`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const typeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The address without credentials and query, which may hold keys. */
function nameOf(text: string): string {
  if (!URL.canParse(text)) return `"${text.slice(0, 60)}"`;
  const { protocol, host, pathname } = new URL(text);
  return host === '' ? `${protocol} URL` : `${protocol}//${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (isError(error) && 'code' in error && typeof error.code === 'string') return error.code;
  return messageOf(error);
}

// Where a fetch of the sandbox may go: what a page or a redirect names must not lead into the network of this machine.

/** Checks one address, before each request; what it returns goes to the connection. Throws FetchFailure. */
type Reach = (url: URL) => Promise<{ lookup?: LookupFunction }>;

/**
 * For a fetch, or many, that a user began by typing `first`. A private address is reached only when the typed one is private
 * itself, and then only on its own origin.
 */
export function reachFrom(first: string, resolve: typeof systemLookup = systemLookup): Reach {
  const typed = parsedUrl(first);
  let isPrivate: Promise<boolean> | undefined;
  return async (url) => {
    isPrivate ??= typed ? leadsInside(typed.hostname, resolve) : Promise.resolve(false);
    if (url.origin === typed?.origin && (await isPrivate)) return {};
    if (isPrivateAddress(url.hostname)) throw refused(url.hostname);
    return { lookup: lookupPublic(refused, resolve) };
  };
}

/** A name that cannot be resolved leads nowhere: the request will say so. */
function leadsInside(hostname: string, resolve: typeof systemLookup): Promise<boolean> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isPrivateAddress(bare)) return Promise.resolve(true);
  return new Promise((settle) => {
    resolve(bare, { all: true }, (error, addresses) =>
      settle(!error && addresses.some(({ address }) => isPrivateAddress(address))),
    );
  });
}

const refused = (host: string) =>
  new FetchFailure('failed', `${host} is a private address, and is not followed from another one`);

// Why nothing was fetched.

/** The message is one line, without credentials. */
export class FetchFailure extends Error {
  readonly kind: 'timeout' | 'failed' | 'too-large';

  constructor(kind: FetchFailure['kind'], message: string) {
    super(message);
    this.name = 'FetchFailure';
    this.kind = kind;
  }
}
