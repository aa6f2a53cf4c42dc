// Content that is only put aside until it is kept: long work holds no lock, and leaves nothing behind when it fails.
import type { ContentStore, Hash } from '../../content/model.ts';
import { whenFree } from '../../lock.ts';
import { slices } from '../../slices.ts';
import type { Database } from '../database.ts';
import { contentStore, hashOf, textOf } from './content.ts';

export interface BufferedContent extends ContentStore {
  /** Keeps what was put aside, in the transaction of the caller. */
  flush(): void;
  /**
   * Keeps what was put aside, some at a time, so that a short transaction can make a revision of it. Nobody sees content
   * that no revision names: when the process dies in between, nothing has happened.
   */
  flushInSlices(): Promise<void>;
}

/** Of one transaction: others who write wait no longer than for these. */
const BATCH = 200;
const BATCH_BYTES = 4 * 1024 * 1024;

export function bufferedContent(db: Database): BufferedContent {
  const store = contentStore(db);
  const waiting = new Map<Hash, Uint8Array>();
  const flush = () => {
    for (const bytes of waiting.values()) store.put(bytes);
    waiting.clear();
  };
  return {
    get: (hash) => waiting.get(hash) ?? store.get(hash),
    text(hash) {
      const bytes = waiting.get(hash);
      return bytes ? textOf(bytes) : store.text(hash);
    },
    put(content) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const hash = hashOf(bytes);
      waiting.set(hash, bytes);
      return hash;
    },
    flush,
    async flushInSlices() {
      const pause = slices();
      for (const batch of batchesOf([...waiting])) {
        await whenFree(db);
        db.transaction(() => {
          for (const [, bytes] of batch) store.put(bytes);
        });
        for (const [hash] of batch) waiting.delete(hash);
        await pause();
      }
    },
  };
}

function* batchesOf(waiting: readonly [Hash, Uint8Array][]): Generator<[Hash, Uint8Array][]> {
  let batch: [Hash, Uint8Array][] = [];
  let size = 0;
  for (const entry of waiting) {
    batch.push(entry);
    size += entry[1].length;
    if (batch.length < BATCH && size < BATCH_BYTES) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
