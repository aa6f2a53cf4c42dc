// Ids as the platform makes them: 20 letters and digits, random.
import type { AsyncLocalStorage } from 'node:async_hooks';
import { nodeCrypto } from '../files/node-crypto.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Largest multiple of 62 in a byte: bytes above it would make the first letters likelier. */
const FAIR = 248;

/** Who names the things that are made during some work: the demo does, so that examples can name them. */
let naming: AsyncLocalStorage<() => string> | undefined;
let named = 0;

/** Does the work, every new id in it taken from `next`. */
export async function withIds<T>(next: () => string, work: () => Promise<T>): Promise<T> {
  const { AsyncLocalStorage } = await import('node:async_hooks');
  naming ??= new AsyncLocalStorage();
  named += 1;
  try {
    return await naming.run(next, work);
  } finally {
    named -= 1;
    // On Node 20 it watches each promise of the process for as long as it is on: all that awaits would be slower.
    if (named === 0) naming.disable();
  }
}

/** A new id of 20 base62 characters (119 bits). */
export function newId(): string {
  const given = naming?.getStore()?.();
  if (given !== undefined) return given;
  let id = '';
  while (id.length < 20) {
    for (const byte of nodeCrypto().randomBytes(32)) {
      if (byte < FAIR && id.length < 20) id += ALPHABET[byte % 62];
    }
  }
  return id;
}
