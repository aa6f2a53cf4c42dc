// Removes what earlier runs wrote and nothing stands for any more. What a person changed stays.
import { nameKey } from '../../files/safe-path.ts';
import type { Known, Written } from './earlier-export.ts';
import type { ExportFolder } from './folder.ts';

interface Job {
  folder: ExportFolder;
  known: Known;
  /** Paths of the new manifest. */
  current: ReadonlySet<string>;
  /** Whether a file may go: its space was read, and what it held is elsewhere or gone. */
  mayGo: (written: Written) => boolean;
}

/** Returns the paths it removed, and those that somebody changed. */
export async function removeObsolete({
  folder,
  known,
  current,
  mayGo,
}: Job): Promise<{ removed: string[]; kept: string[] }> {
  // Where case does not count, the old name of a file may be the new one.
  const keys = new Set([...current].map(nameKey));
  const removed: string[] = [];
  const kept: string[] = [];
  for (const [path, written] of known.paths()) {
    if (keys.has(nameKey(path)) || !mayGo(written)) continue;
    const there = await folder.digest(path).catch(() => undefined);
    if (!there) continue;
    if (!known.wrote(path, there.sha256)) {
      kept.push(path);
      continue;
    }
    await folder.remove(path);
    removed.push(path);
  }
  return { removed, kept };
}
