// Whether a download is the file that was asked for, and all of it.
import { ProtocolError } from '../errors.ts';
import type { ExpectedFile } from './client-options.ts';
import type { WireResponse } from './transport/transport.ts';

const HTML = /^\s*(text\/html|application\/xhtml\+xml)\b/i;
const PDF = /^application\/pdf\b/i;
/** A reader of PDF looks for its end in so many last bytes. */
const TAIL_BYTES = 1024;

/** Sees the bytes of one attempt as they come. */
export interface Watch {
  see(chunk: Uint8Array): void;
  /** Throws ProtocolError for an answer that is not the file. */
  check(answer: WireResponse): void;
  bytes(): number;
}

export function watchFile(expected: ExpectedFile | undefined): Watch {
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
