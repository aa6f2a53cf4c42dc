// Output that is written once all of it is known to be right.
import { PackedTexts } from '../files/packed-texts.ts';
import type { Io } from './io.ts';

export interface Held {
  /** Keeps what is written to standard output. */
  io: Io;
  /** Writes it. */
  release(): Promise<void>;
}

export function holdOut(io: Io): Held {
  const texts = new PackedTexts();
  const out = async (text: string) => texts.push(text);
  return {
    io: Object.create(io, { out: { value: out } }),
    async release() {
      for (const text of texts) await io.out(text);
    },
  };
}
