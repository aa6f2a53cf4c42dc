// What a site file has made as drafts and not shown yet, kept for the run that goes on after one that was cut off.
import { createHash } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../../engine/run/run.ts';
import { readPrivateFile } from '../../../files/private-file.ts';
import { writeFileDurably } from '../../../files/writer.ts';
import { type Held, heldHere } from '../../../workflows/site-file/held.ts';

/** Of one site. Without a folder for data, or where it cannot be written, this run alone knows. */
export function heldDrafts({ context, config }: Run, siteId: string): Held {
  const { data } = context.paths();
  if (data === undefined) return heldHere();
  const about = JSON.stringify([config().origin, siteId]);
  const name = createHash('sha256').update(about).digest('hex').slice(0, 24);
  const path = join(data, 'setups', `${name}.json`);
  const keys = new Set(keysIn(path));
  return {
    has: (key) => keys.has(key),
    add(key) {
      if (keys.has(key)) return;
      keys.add(key);
      quietly(() => writeFileDurably(path, JSON.stringify([...keys]), { ownDir: true }));
    },
    clear() {
      if (keys.size === 0) return;
      keys.clear();
      quietly(() => unlinkSync(path));
    },
  };
}

function keysIn(path: string): string[] {
  try {
    const keys: unknown = JSON.parse(readPrivateFile(path) ?? '[]');
    return Array.isArray(keys) ? keys.map(String) : [];
  } catch {
    return [];
  }
}

/** What is not kept is shown by hand. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The run goes on.
  }
}
