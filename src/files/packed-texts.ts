// Many texts in the order in which they came, outside of the heap: 100,000 rows take their bytes, and little beside them.

const CHUNK = 1024 * 1024;

/** Texts by their number, from 0. None of them changes. */
export class PackedTexts {
  private readonly chunks: Buffer[] = [];
  private used = CHUNK;
  /** Of each text its chunk, where it begins in it, and its bytes. */
  private readonly places: number[] = [];

  get length(): number {
    return this.places.length / 3;
  }

  push(text: string): void {
    const size = Buffer.byteLength(text);
    if (this.used + size > CHUNK) {
      // What is longer than a chunk has one of its own.
      this.chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK, size)));
      this.used = 0;
    }
    const chunk = this.chunks.length - 1;
    this.chunks[chunk]?.write(text, this.used);
    this.places.push(chunk, this.used, size);
    this.used += size;
  }

  /** Undefined behind the last. */
  at(index: number): string | undefined {
    const [chunk = 0, from = 0, size = 0] = this.places.slice(index * 3, index * 3 + 3);
    return index < this.length ? this.chunks[chunk]?.toString('utf8', from, from + size) : undefined;
  }

  slice(from: number, count: number): string[] {
    const size = Math.max(0, Math.min(count, this.length - from));
    return Array.from({ length: size }, (_, index) => this.at(from + index) ?? '');
  }

  *[Symbol.iterator](): Generator<string> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index) ?? '';
  }
}
