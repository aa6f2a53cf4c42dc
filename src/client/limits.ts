// How long and how large an exchange may be.
import type { Operation } from '../api/operation.ts';
import type { Limits } from './transport/transport.ts';

const MiB = 2 ** 20;

const ORDINARY: Limits = {
  connectMs: 10_000,
  headersMs: 30_000,
  idleMs: 30_000,
  totalMs: 60_000,
  maxBytes: 16 * MiB,
  maxErrorBytes: 64 * 1024,
  maxRequestBytes: MiB,
};

/** Imports and PDF files take the platform minutes; a few bodies may hold 16 MiB. Absent: a raw call. */
export function limitsOf(operation: Operation | undefined): Limits {
  return {
    ...ORDINARY,
    ...(operation?.slow && { headersMs: 120_000, totalMs: 150_000 }),
    // A list is read page by page; what a raw call brings is passed on as it is.
    ...((!operation || operation.paging === 'pages') && { maxBytes: 64 * MiB }),
    ...((!operation || operation.large) && { maxRequestBytes: 16 * MiB }),
  };
}

/** A file may take any time, as long as it moves. */
export const DOWNLOAD_LIMITS: Limits = { ...ORDINARY, totalMs: 0, maxBytes: 4096 * MiB };

/** A page of a site, of which only the status matters. */
export const VISIT_LIMITS: Limits = { ...ORDINARY, headersMs: 15_000, totalMs: 30_000 };
