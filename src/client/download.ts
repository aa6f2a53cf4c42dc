// Fetches a file by its URL: without token, over https or from the profile's own origin, each hop checked.
import { ForbiddenError, ProtocolError } from '../errors.ts';
import { maskUrl } from '../files/mask-url.ts';
import { parsedUrl } from '../files/texts.ts';
import type { Send } from './attempts.ts';
import { DOWNLOAD_LIMITS, type DownloadOptions, type ExpectedFile } from './client-options.ts';
import { failureOf } from './failure.ts';
import type { FailureContext } from './failure-context.ts';
import type { Base } from './origin.ts';
import { WireFault, type WireRequest, type WireResponse } from './transport/transport.ts';

// Whether a download is the file that was asked for, and all of it.

const HTML = /^\s*(text\/html|application\/xhtml\+xml)\b/i;
const PDF = /^application\/pdf\b/i;
/** A reader of PDF looks for its end in so many last bytes. */
const TAIL_BYTES = 1024;

/** Sees the bytes of one attempt as they come. */
interface Watch {
  see(chunk: Uint8Array): void;
  /** Throws ProtocolError for an answer that is not the file. */
  check(answer: WireResponse): void;
  bytes(): number;
}

function watchFile(expected: ExpectedFile | undefined): Watch {
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const isPdf = PDF.test(expected?.contentType ?? '');
  const name = expected ? `file "${expected.name}"` : 'the file';

  return {
    bytes: () => bytes,
    see(chunk) {
      bytes += chunk.length;
      if (!isPdf) return;
      if (head.length < 5) head = Buffer.concat([head, chunk.subarray(0, 5 - head.length)]);
      tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    },
    check({ status, headers }) {
      if (status !== 200) throw wrong(`${name} was answered with status ${status}, not 200`);
      const wanted = expected?.size ?? lengthOf(headers);
      if (wanted !== undefined && bytes !== wanted) throw incomplete(name, `${bytes} of ${wanted} bytes`);
      refusePage(name, expected?.contentType, headers['content-type'] ?? '');
      if (!isPdf) return;
      if (head.toString('latin1') !== '%PDF-') throw wrong(`${name} is not a PDF`);
      // Only where nothing else tells that the connection was closed too early.
      if (isOpenEnded(headers) && !tail.includes('%%EOF')) throw incomplete(name, 'no end');
    },
  };
}

function refusePage(name: string, wanted: string | undefined, type: string): void {
  if (wanted === undefined || HTML.test(wanted) || !HTML.test(type)) return;
  throw wrong(`${name} came as a web page (${type.slice(0, 40)}), possibly a sign-in page`);
}

const isOpenEnded = (headers: WireResponse['headers']): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

/** Undefined where the length is that of compressed bytes, or is not said. */
function lengthOf(headers: WireResponse['headers']): number | undefined {
  const encoding = headers['content-encoding'] ?? '';
  const length = headers['content-length'] ?? '';
  return /^(identity)?$/i.test(encoding.trim()) && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

const facts = (code: string) => ({ code, outcome: 'rejected' as const });

const incomplete = (name: string, got: string) =>
  new ProtocolError(`${name} came with ${got}`, facts('DOWNLOAD_INCOMPLETE'));

const wrong = (message: string) => new ProtocolError(message, facts('WRONG_DOWNLOAD'));

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const SLOWEST_BYTES = 30 * 1024;
const SLOWEST_WINDOW_MS = 30_000;

export interface Download extends DownloadOptions {
  url: string;
  write: (chunk: Uint8Array) => void | Promise<void>;
  base: Base;
  /** Sends without a token. */
  send: Send;
  userAgent: string;
  redact: (text: string) => string;
  /** Monotonic milliseconds. */
  ticks?: () => number;
}

/**
 * Returns the bytes written and the content type. Throws ForbiddenError `BAD_DOWNLOAD_URL` for a URL that may not be
 * fetched, and ProtocolError for an answer that is not the file, or not all of it.
 */
export async function download(job: Download): Promise<{ bytes: number; contentType: string | undefined }> {
  const sink = sinkOf(job);
  let url = target(job.url, job.base);
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await fetchOnce(job, url, sink.openWrite);
    if (!REDIRECTS.includes(answer.status)) {
      sink.watch().check(answer);
      return { bytes: sink.watch().bytes(), contentType: answer.headers['content-type'] };
    }
    url = target(answer.headers.location ?? '', job.base, url);
  }
  throw new ProtocolError(`the download is redirected more than ${MOST_REDIRECTS} times`, {
    outcome: 'rejected',
  });
}

/** Each attempt writes from the start: what came before it is dropped, and so is what still comes of it. */
function sinkOf(job: Download) {
  let watch = watchFile(job.expected);
  let current: ReturnType<typeof countingWriter> | undefined;
  return {
    watch: () => watch,
    async openWrite() {
      // Bytes that are still being decompressed for the attempt before must not come behind the restart.
      current = undefined;
      if (watch.bytes() > 0) {
        if (!job.restart) throw brokenOff();
        await job.restart();
      }
      watch = watchFile(job.expected);
      const mine = countingWriter(job, watch);
      current = mine;
      return (chunk: Uint8Array) => (mine === current ? mine(chunk) : undefined);
    },
  };
}

const brokenOff = () =>
  new ProtocolError('the download was interrupted', { code: 'DOWNLOAD_INCOMPLETE', outcome: 'rejected' });

interface Target {
  origin: string;
  path: string;
  host: string;
  own: boolean;
}

/** Checks a URL, or the location of a redirect from `from`. */
function target(given: string, base: Base, from?: Target): Target {
  if (base.origin === 'sandbox:' && /^sandbox:/i.test(given)) {
    return {
      origin: base.origin,
      path: `/${given.replace(/^sandbox:\/*/i, '')}`,
      host: base.host,
      own: true,
    };
  }
  const start = from && from.origin !== 'sandbox:' ? from.origin + from.path : undefined;
  const url = parsedUrl(given, start);
  if (!url) throw refused(given.slice(0, 200), 'it is not a URL');
  const own = url.origin === base.origin;
  if (!own && url.protocol !== 'https:')
    throw refused(given, 'it is neither https nor on the host of the profile');
  return { origin: url.origin, path: url.pathname + url.search, host: url.host, own };
}

async function fetchOnce(
  job: Download,
  to: Target,
  openWrite: NonNullable<WireRequest['openWrite']>,
): Promise<WireResponse> {
  const maxBytes = job.maxBytes ?? job.expected?.size;
  const request: WireRequest = {
    method: 'GET',
    origin: to.origin,
    path: to.path,
    params: {},
    query: {},
    body: undefined,
    headers: { Accept: '*/*', 'User-Agent': job.userAgent },
    limits: { ...DOWNLOAD_LIMITS, ...(maxBytes !== undefined && { maxBytes }) },
    openWrite,
    ...(!to.own && { publicOnly: true }),
  };
  const context: FailureContext = {
    method: 'GET',
    path: to.path.replace(/\?.*/s, ''),
    host: to.host,
    // No token is sent, so a 401 is none of the profile's.
    signedIn: false,
    redact: job.redact,
  };
  const { answer } = await job.send(request, context, job.signal ? { signal: job.signal } : {});
  if (answer.status < 300 || REDIRECTS.includes(answer.status)) return answer;
  throw failureOf(context, answer);
}

/** Gives up on a file that comes slower than 1 KiB a second. */
function countingWriter({ write, ticks = () => performance.now() }: Download, watch: Watch) {
  let windowStart = ticks();
  let windowBytes = 0;
  return (chunk: Uint8Array) => {
    watch.see(chunk);
    windowBytes += chunk.length;
    const passed = ticks() - windowStart;
    if (passed >= SLOWEST_WINDOW_MS) {
      if (windowBytes < SLOWEST_BYTES)
        throw new WireFault('timeout', 'the download is too slow', { sent: true });
      windowStart = ticks();
      windowBytes = 0;
    }
    return write(chunk);
  };
}

function refused(url: string, why: string): ForbiddenError {
  return new ForbiddenError(`will not download ${maskUrl(url).slice(0, 200)}: ${why}`, {
    code: 'BAD_DOWNLOAD_URL',
  });
}
