// Notices what changes in a folder, and shows it.
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../files/io-error.ts';
import type { LoadedPreview } from './loaded-preview.ts';

interface Told {
  /** After each change, with their count. */
  changed(count: number): void;
  failed(message: string): void;
}

/** Editors write a file in several steps. */
const SETTLE_MS = 30;

/** Watches every folder with files in it, until `stop`. What cannot be watched is told once, and left. */
export function watchFolder(loaded: LoadedPreview, { changed, failed }: Told): { stop(): void } {
  const watchers = new Map<string, FSWatcher>();
  const dirty = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  let working = Promise.resolve();
  let isTold = false;
  const lose = (error: unknown) => {
    if (!isTold)
      failed(
        `changes are not noticed: ${errnoOf(error) ?? 'the folder cannot be watched'}; start again to see them`,
      );
    isTold = true;
  };
  const work = async () => {
    const files = [...dirty];
    dirty.clear();
    try {
      await loaded.reload(files);
      begin();
    } catch (error) {
      failed(error instanceof Error ? error.message : 'the folder cannot be read');
      return;
    }
    count += 1;
    changed(count);
  };
  const note = (folder: string, name: string | null) => {
    if (name === null || name.endsWith('~') || /^\.(?!gitbook)|\.sw[a-z]$/.test(name)) return;
    dirty.add(folder === '' ? name : `${folder}/${name}`);
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(work);
    }, SETTLE_MS);
  };
  const begin = () => {
    const wanted = new Set(loaded.folders());
    for (const [folder, watcher] of watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of wanted) if (!watchers.has(folder) && !isTold) add(folder);
  };
  const add = (folder: string) => {
    try {
      const watcher = watch(join(loaded.folder, folder), (_, name) => note(folder, name));
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
      });
      watchers.set(folder, watcher);
    } catch (error) {
      // A folder that was just removed is nothing to watch.
      if (errnoOf(error) !== 'ENOENT') lose(error);
    }
  };
  begin();
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
