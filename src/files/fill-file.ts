// Fills a new file from a source that may start over: what it wrote before is gone then.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** What a file holds. */
export interface Digest {
  size: number;
  sha256: string;
}

/** Gives the bytes by calling `write` for each piece; `restart` empties the file again. */
export type Filling = (
  write: (chunk: Uint8Array) => Promise<void>,
  restart: () => Promise<void>,
) => Promise<unknown>;

/** All that a file is to hold, or what gives it. */
export type Source = string | Uint8Array | Filling;

/** Takes a file that is open and empty; `fail` gets what the disk refused. The bytes are where they were given, in order. */
export async function fillFile(
  file: FileHandle,
  source: Source,
  fail: (cause: unknown) => never,
): Promise<Digest> {
  let hash = createHash('sha256');
  let size = 0;
  // One after the other: a piece of an attempt that failed must not land behind a restart.
  let last: Promise<void> = Promise.resolve();
  const next = (step: () => Promise<void>): Promise<void> => {
    last = last.catch(() => {}).then(step);
    return last;
  };
  const write = (chunk: Uint8Array) =>
    next(async () => {
      // One write may take less than it was given.
      for (let at = 0; at < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, at, chunk.length - at, size + at).catch(fail);
        at += bytesWritten;
      }
      size += chunk.length;
      hash.update(chunk);
    });
  const restart = () =>
    next(async () => {
      await file.truncate(0).catch(fail);
      size = 0;
      hash = createHash('sha256');
    });
  if (typeof source === 'function') await source(write, restart);
  else await write(typeof source === 'string' ? Buffer.from(source) : source);
  await last;
  return { size, sha256: hash.digest('hex') };
}
