// Conflicts as files with markers, and back: front matter and text of both sides in one file a page.

import type { Page } from '../../api/content/content-shapes.ts';
import { safePath } from '../../files/safe-path.ts';
import { openFolder, writeBelow } from '../../files/safe-write.ts';
import { mergeWithMarkers } from '../../markdown/merge-lines.ts';
import { pageFile } from '../export/page-file.ts';
import { SETTINGS } from '../page-edits/page-file.ts';
import type { Conflict, Sides } from './find-conflicts.ts';

/** Path of its file below the folder, with `/`. */
export const filePathOf = (folder: string, { name }: Conflict): string => {
  const parts = name.split('/').filter((part) => part !== '');
  return safePath(folder, [...parts.slice(0, -1), `${parts.at(-1) ?? 'page'}.md`]);
};

/** A page as a file: what an edit can set as front matter, then its text. */
function sideFile(page: Page | undefined, markdown: string): string {
  if (!page) return '';
  const { id, title, type } = page;
  const fields = Object.fromEntries(
    SETTINGS.flatMap((name) => (name !== 'title' && name in page ? [[name, Reflect.get(page, name)]] : [])),
  );
  // Safe: it is only written as front matter.
  return pageFile({ id, title, type, ...fields } as unknown as Page, markdown);
}

/** The file of a conflict: both sides joined, with markers where they differ; of a deleted page what the other side says. */
export function conflictFile({ sides, texts, deletedBy }: Conflict, labels: Sides<string>): string {
  const file = (side: keyof Sides<string>) => sideFile(sides[side]?.page, texts?.[side] ?? '');
  if (deletedBy !== undefined) return file(deletedBy === 'ours' ? 'theirs' : 'ours');
  return mergeWithMarkers({ base: file('base'), ours: file('ours'), theirs: file('theirs') }, labels);
}

/** Writes the pages in conflict below a folder that is empty or new. Returns the paths below it. Throws LocalIoError. */
export async function writeConflicts(
  folder: string,
  conflicts: readonly Conflict[],
  { labels, force, shown }: { labels: Sides<string>; force: boolean; shown: string },
): Promise<string[]> {
  const place = await openFolder(folder, { force, shown });
  try {
    const paths: string[] = [];
    for (const conflict of conflicts.filter(({ kind }) => kind === 'page')) {
      const path = filePathOf(place.path, conflict);
      const bytes = Buffer.from(conflictFile(conflict, labels));
      await writeBelow(place.path, path, async (write) => write(bytes), force);
      paths.push(path.slice(place.path.length + 1));
    }
    return paths;
  } finally {
    await place.close();
  }
}
