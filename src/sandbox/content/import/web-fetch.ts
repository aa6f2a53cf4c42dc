// Fetching for imports: what the import of a website asks for, one address after the other, within one time limit.

import { LIMITS } from '../../limits.ts';
import { badRequest } from '../../wire-error.ts';
import { FetchFailure, fetchBytes, reachFrom } from './fetch-bytes.ts';
import type { Fetch } from './import-source.ts';

const ONE_MS = 15_000;
/** Clients wait two minutes for an import. */
const ALL_MS = 100_000;
const MOST_BYTES = LIMITS.fileBytes;
/** Stands for an address that gave nothing: the import goes on without it. */
const NOTHING = 502;

/** Throws 400 when not even the first address can be fetched. */
export function importFetch(first: string): Fetch {
  const signal = AbortSignal.timeout(ALL_MS);
  const reach = reachFrom(first);
  return async (url) => {
    try {
      const found = await fetchBytes(url, { maxBytes: MOST_BYTES, timeoutMs: ONE_MS, signal, reach });
      return { status: 200, ...found };
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      if (url === first) throw badRequest(`nothing to import: ${error.message}`);
      return { status: NOTHING, url, contentType: '', bytes: new Uint8Array() };
    }
  };
}
