// What a token may not see, or a host does not have, is left out of a clone, and is said.
import { DocsError } from '../../errors.ts';

export interface Skipped {
  part: string;
  error: DocsError;
}

/** Reads a part, or notes why it was refused. */
export type Readable = (part: string, read: () => Promise<void>) => Promise<void>;

const REFUSALS = new Set([402, 403, 404, 501]);

/** Throws what is not a refusal. */
export const readableInto =
  (skipped: Skipped[]): Readable =>
  async (part, read) => {
    try {
      await read();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      skipped.push({ part, error });
    }
  };

export const isRefusal = (error: unknown): error is DocsError =>
  error instanceof DocsError && REFUSALS.has(error.http?.status ?? 0);

/** Undefined where it is refused, or there is none. */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
