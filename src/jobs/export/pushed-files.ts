// New files of a folder that a push made pages of since its last export: each stays the file of its page.
import type { Page } from '../../api/content/content-shapes.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { madeSince } from '../push/sent-pages.ts';
import type { SpaceJob } from './change-request-files.ts';
import { partsIn } from './page-file.ts';
import { isReserved, type OwnFile } from './page-paths.ts';

/** The files that nothing wrote here, with the pages that they are; of two for one page the first. */
export async function pushedFiles(
  { known, folder, only, pushed }: SpaceJob,
  pages: readonly Page[],
  space: { id: string; folder: string },
): Promise<OwnFile[]> {
  const before = new Set(known.space(space.id)?.files.map(({ id }) => id));
  const others = allPages(pages).filter(({ id }) => before.has(id) || only?.has(id) === false);
  const made = madeSince(
    { known: new Set(others.map(({ id }) => id)), therePages: pages, isResumed: false },
    (file) => pushed?.texts(space.id, file) ?? [],
  );
  const found = new Map<string, OwnFile>();
  for (const full of folder.files()) {
    const path = full.startsWith(`${space.folder}/`) ? full.slice(space.folder.length + 1) : '';
    if (!/\.(?:md|markdown)$/i.test(path) || isReserved(path) || known.paths().has(full)) continue;
    const settings = settingsIn(Buffer.from((await folder.read(full)) ?? '').toString());
    const id = settings && made(path, settings);
    if (id !== undefined && !found.has(id)) found.set(id, { id, path, renamed: true });
  }
  return [...found.values()];
}

/** What decides which page a file is; undefined for one that notes it. */
function settingsIn(file: string): { title?: string; slug?: string } | undefined {
  const { id, title, slug } = partsIn(file)?.data ?? {};
  if (id !== undefined) return undefined;
  return { ...(typeof title === 'string' && { title }), ...(typeof slug === 'string' && { slug }) };
}
