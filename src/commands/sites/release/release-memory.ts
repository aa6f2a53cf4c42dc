// What docs release keeps between two runs of one release, so that a lost answer makes no second copy.
import { createHash } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { requirePath } from '../../../config/paths.ts';
import type { Run } from '../../../engine/run/run.ts';
import { messageOf } from '../../../errors.ts';
import { parseJsonFile, toJsonFile } from '../../../files/json-file.ts';
import { readPrivateFile } from '../../../files/private-file.ts';
import { writeFileDurably } from '../../../files/writer.ts';
import { warn } from '../../../output/note.ts';
import type { Cut, Memory, MemoryStore } from '../../../workflows/release/copy.ts';

/** Where it cannot be written that is said once, and the work goes on. `key` names the release. */
export function releaseMemory(run: Run, key: readonly string[]): MemoryStore {
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 24);
  const path = () => join(requirePath(run.context.paths(), 'data'), 'releases', `${name}.json`);
  const quietly = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!run.warned.has('release')) {
        const why = messageOf(error);
        warn(
          run.context.io,
          `this run cannot be resumed; if it is interrupted, look for a leftover copy: ${why}`,
        );
      }
      run.warned.add('release');
      return undefined;
    }
  };
  return {
    load: () => quietly(() => toMemory(readPrivateFile(path()), path())),
    save: (memory) =>
      void quietly(() => writeFileDurably(path(), toJsonFile({ ...memory }), { ownDir: true })),
    clear: () => {
      try {
        unlinkSync(path());
      } catch {
        // There was nothing to remember.
      }
    },
  };
}

function toMemory(text: string | undefined, path: string): Memory | undefined {
  if (text === undefined) return undefined;
  const { before, at, copy, cut } = parseJsonFile(path, text);
  if (!Array.isArray(before) || typeof at !== 'string') return undefined;
  return {
    before: before.map(String),
    at,
    ...(typeof copy === 'string' && { copy }),
    // Safe: what is not as it was written compares as something else.
    ...(typeof cut === 'object' && cut !== null && { cut: cut as Cut }),
  };
}
