import { createHash } from 'node:crypto';
import type { ContentStore, Hash } from '../../src/sandbox/content/model.ts';

/** A ContentStore in memory. `size` counts what is kept. */
export function memoryContent(): ContentStore & { readonly size: number } {
  const kept = new Map<Hash, Uint8Array>();
  const get = (hash: Hash): Uint8Array => {
    const bytes = kept.get(hash);
    if (!bytes) throw new Error(`no content ${hash}`);
    return bytes;
  };
  return {
    get,
    text: (hash) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(get(hash)),
    put(content) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (!kept.has(hash)) kept.set(hash, bytes);
      return hash;
    },
    get size() {
      return kept.size;
    },
  };
}

/** Ids `id0001`, `id0002`, ... */
export function countingIds(prefix = 'id'): () => string {
  let next = 0;
  return () => `${prefix}${String(++next).padStart(4, '0')}`;
}
