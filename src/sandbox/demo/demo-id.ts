// Ids of the demo: the same in every sandbox, so that examples and scripts can name them.
import { createHash } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The id of a thing of the demo, in the form of all ids: 20 base62 characters. */
export function demoId(kind: string, name: string): string {
  const digest = createHash('sha256').update(`${kind}:${name}`).digest();
  return [...digest.subarray(0, 20)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
