// Ids as the platform makes them: 20 letters and digits, random.
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Largest multiple of 62 in a byte: bytes above it would make the first letters likelier. */
const FAIR = 248;

/** A new id of 20 base62 characters (119 bits). */
export function newId(): string {
  let id = '';
  while (id.length < 20) {
    for (const byte of randomBytes(32)) {
      if (byte < FAIR && id.length < 20) id += ALPHABET[byte % 62];
    }
  }
  return id;
}
