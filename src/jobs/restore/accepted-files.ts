// Files of a backup that somebody changed on purpose: they count as they are now.
import { createHash } from 'node:crypto';
import type { FileEntry, SpaceEntry } from '../../folder/manifest.ts';
import type { ExportFolder } from '../export/folder.ts';
import type { BackupPage, BackupSpace } from './backup.ts';

/** Whether a name of a page or file means this path: with or without the folder of the space, and `.md`. */
export const isNamed = (names: readonly string[], { folder }: SpaceEntry, path: string): boolean =>
  names.some((name) => [path, `${folder}/${path}`].some((one) => one === name || one === `${name}.md`));

/** The entry with pages and files that are named as they are in the folder; a file that is gone is left out. */
export async function withAccepted(
  folder: ExportFolder,
  entry: SpaceEntry,
  names: readonly string[],
): Promise<SpaceEntry> {
  if (names.length === 0) return entry;
  const files: FileEntry[] = [];
  for (const file of entry.files) {
    const isAccepted = (file.kind === 'page' || file.kind === 'file') && isNamed(names, entry, file.path);
    const bytes = isAccepted ? await folder.read(`${entry.folder}/${file.path}`) : undefined;
    if (bytes)
      files.push({ ...file, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    else if (!isAccepted) files.push(file);
  }
  return { ...entry, files };
}

const TEXTS = ['slug', 'emoji', 'icon', 'description', 'condition'] as const;

/** Pages that are named take what the front matter of their file says now. */
export async function takeFronts(backup: BackupSpace, names: readonly string[]): Promise<void> {
  for (const [at, page] of backup.pages.entries()) {
    if (page.file === undefined || !isNamed(names, backup.entry, page.file)) continue;
    backup.pages[at] = withFront(page, await backup.front(page));
  }
}

function withFront(page: BackupPage, front: Readonly<Record<string, unknown>>): BackupPage {
  const texts = TEXTS.flatMap((name) => (typeof front[name] === 'string' ? [[name, front[name]]] : []));
  return {
    ...page,
    ...(typeof front.title === 'string' && { title: front.title }),
    fields: { ...page.fields, ...Object.fromEntries(texts) },
  };
}
