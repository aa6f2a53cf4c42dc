// What is kept of a token: its SHA-256, so that nobody who reads the file can use it. Not by node:crypto: every request to
// the sandbox looks its token up, and that module takes 2 to 8 ms to load, longer than the request.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of a text in hexadecimal. */
export function hashOf(token: string): string {
  return bytesToHex(sha256(utf8ToBytes(token)));
}
