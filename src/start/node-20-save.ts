// Writes what node-20.ts reads: after a run that compiled something new.
import type { Script } from 'node:vm';
import { writeFileDurably } from '../files/writer.ts';

interface Compiled {
  path: string;
  text: Buffer;
  script: Script;
  kinds: readonly string[];
}

/** Never throws: on a full or read-only disk everything is compiled again next time. */
export function saveCode({ path, text, script, kinds }: Compiled): void {
  try {
    const line = kinds.filter(Boolean).join(' ');
    // V8 would copy code that begins elsewhere than at a multiple of eight bytes.
    const head = Buffer.from(`${line.padEnd(line.length + 7 - (line.length % 8))}\n`);
    const code = script.createCachedData();
    const filled = Buffer.alloc(Math.ceil(text.length / 8) * 8, text);
    writeFileDurably(path, Buffer.concat([head, filled, code, code]), { ownDir: true });
  } catch {
    // Nothing is lost but time.
  }
}
