// Reads the contents of files from a repository, many with one program.
import type { Git } from './git-binary.ts';
import { gitFailure } from './git-failure.ts';

/** Reads blobs in the given order with one git process. Throws LocalIoError when one is missing. */
export async function readBlobs<E extends { oid: string }>(
  git: Git,
  entries: readonly E[],
  onBlob: (entry: E, bytes: Uint8Array) => void,
): Promise<void> {
  if (entries.length === 0) return;
  let next = 0;
  const take = batchReader((bytes) => {
    const entry = entries[next++];
    if (entry) onBlob(entry, bytes);
  });
  const input = entries.map(({ oid }) => `${oid}\n`).join('');
  const run = await git(['cat-file', '--batch', '--buffer'], { input, onOutput: take });
  if (run.status !== 0 || next !== entries.length) throw gitFailure('cat-file', run, '');
}

/** Takes the output of `cat-file --batch` piece by piece: a header line, the bytes, a newline. */
function batchReader(onObject: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let have = 0;
  /** Bytes of the object that is being read, its newline included; undefined before its header. */
  let wanted: number | undefined;
  return (chunk) => {
    chunks.push(chunk);
    have += chunk.length;
    while (wanted === undefined ? chunks.some((one) => one.includes(10)) : have >= wanted) {
      const data = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const used = wanted ?? data.indexOf(10) + 1;
      if (wanted === undefined) wanted = Number(data.toString('latin1', 0, used).split(' ')[2]) + 1;
      else {
        onObject(data.subarray(0, used - 1));
        wanted = undefined;
      }
      chunks = [data.subarray(used)];
      have = data.length - used;
    }
  };
}
