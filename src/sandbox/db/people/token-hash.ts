// What is kept of a token: its SHA-256, so that nobody who reads the file can use it. Calculated here, because every
// request to the sandbox looks its token up, and node:crypto takes 2 to 8 ms to load: longer than the request.

/** The first bits of the broken parts of the roots of the primes, as FIPS 180-4 defines them. */
const PRIMES = primes(64);
const ROUND = PRIMES.map((prime) => bitsBehindPoint(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => bitsBehindPoint(Math.sqrt(prime)));

const BLOCK = 64;

/** The SHA-256 of a text in hexadecimal. */
export function hashOf(token: string): string {
  const text = Buffer.from(token);
  // One bit, blanks up to a whole block, and the length in bits.
  const whole = Buffer.alloc(Math.ceil((text.length + 9) / BLOCK) * BLOCK);
  text.copy(whole);
  whole[text.length] = 0x80;
  whole.writeUInt32BE(text.length * 8, whole.length - 4);
  const state = Uint32Array.from(START);
  for (let at = 0; at < whole.length; at += BLOCK) mix(state, scheduleOf(whole, at));
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** The 64 words that a block gives. */
function scheduleOf(bytes: Buffer, from: number): Uint32Array {
  const words = new Uint32Array(64);
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 0; at < 16; at += 1) words[at] = bytes.readUInt32BE(from + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + low + word(at - 7) + high;
  }
  return words;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const right = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + right + chosen + (ROUND[at] ?? 0) + (words[at] ?? 0)) | 0;
    const left = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e] = [g, f, e, (d + first) | 0];
    [d, c, b, a] = [c, b, a, (first + left + majority) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + value;
}

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function bitsBehindPoint(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let next = 2; found.length < count; next += 1) {
    if (found.every((prime) => next % prime !== 0)) found.push(next);
  }
  return found;
}
