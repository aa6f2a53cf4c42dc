// Links of pages that lead to the files of their export, so that its folder works by itself.
import { posix } from 'node:path';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import { loadMapTargets, partsOfTarget } from '../../markdown/link-targets.ts';
import { type LinkedFile, type LinkedPage, linkPlaces, relinking } from '../links/link-places.ts';
import type { PlacedPage } from './page-paths.ts';

/** Markdown of a page, by its ID, with links that lead to files. `each` gets what is no URL, before and after. */
export type FileLinks = (
  pageId: string,
  markdown: string,
  each?: (before: string, after: string) => void,
) => string;

interface Exported {
  space: string;
  pages: readonly PlacedPage[];
  /** Files with their paths; none where they are not exported. */
  files: readonly { file: File; path: string }[];
}

export async function fileLinks({ space, pages, files }: Exported): Promise<FileLinks> {
  const linked = new Map<string, LinkedPage>();
  const above: LinkedPage[] = [];
  for (const { page, depth, path } of pages) {
    const git = 'git' in page ? page.git?.path : undefined;
    above[depth] = {
      id: page.id,
      path: 'path' in page ? page.path : '',
      git: git ?? (depth === 0 ? undefined : above[depth - 1]?.git),
      inGit: git !== undefined,
      to: path,
    };
    linked.set(page.id, above[depth]);
  }
  const assets = files.map(
    ({ file, path }): LinkedFile => ({ id: file.id, name: file.name, git: file.git?.path, to: path }),
  );
  const places = linkPlaces({ space, pages: [...linked.values()], files: assets, byFile: false });
  const mapTargets = await loadMapTargets();
  return (pageId, markdown, each) => {
    const from = linked.get(pageId);
    if (from?.to === undefined) return markdown;
    const folder = posix.dirname(from.to);
    const relinked = relinking(places, from, (to) => posix.relative(folder, to));
    return mapTargets(markdown, (target) => {
      const now = relinked(target);
      if (each && !partsOfTarget(target).isUrl && !target.startsWith('#')) each(target, now ?? target);
      return now;
    });
  };
}
