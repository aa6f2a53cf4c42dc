// Links of two texts of a page that lead to the same page or file, however each side writes them: by path or by ID.

import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import { type ChangeTarget, loadMapTargets } from '../../markdown/link-targets.ts';
import { type LinkedPage, linkPlaces, relinking } from '../links/link-places.ts';

export interface LinkedSide {
  space: string;
  pages: readonly Page[];
  files: readonly File[];
  /** The ID on the first side of a page or file that belongs to it. */
  firstId(id: string): string;
}

/** The second text, with the links that the first one has too written as there. */
export type WriteAlike = (pageId: string, ownId: string, first: string, second: string) => string;

export async function writeAlike(before: LinkedSide, after: LinkedSide): Promise<WriteAlike> {
  const mapTargets = await loadMapTargets();
  const [old, fresh] = [targetsOf(before), targetsOf(after)];
  return (pageId, ownId, first, second) => {
    const written = new Map<string, string>();
    const [oldTarget, freshTarget] = [old(pageId), fresh(ownId)];
    mapTargets(first, (target) => {
      const meant = oldTarget(target);
      if (meant !== undefined && !written.has(meant)) written.set(meant, target);
      return undefined;
    });
    return mapTargets(second, (target) => written.get(freshTarget(target) ?? ''));
  };
}

/** What a link on a page of this side means, as an ID of the first side with query and anchor. */
function targetsOf({ space, pages, files, firstId }: LinkedSide): (pageId: string) => ChangeTarget {
  const linked = new Map<string, LinkedPage>();
  const visit = (level: readonly Page[], above: string | undefined) => {
    for (const page of level) {
      const own = 'git' in page ? page.git?.path : undefined;
      const git = own ?? above;
      const path = 'path' in page ? page.path : '';
      linked.set(page.id, {
        id: page.id,
        path,
        git,
        inGit: own !== undefined,
        to: `/pages/${firstId(page.id)}`,
      });
      if ('pages' in page) visit(page.pages, git);
    }
  };
  visit(pages, undefined);
  const places = linkPlaces({
    space,
    pages: [...linked.values()],
    files: files.map(({ id, name, git }) => ({ id, name, git: git?.path, to: `/files/${firstId(id)}` })),
    byFile: false,
  });
  return (pageId) => {
    const from = linked.get(pageId);
    return from ? relinking(places, from) : () => undefined;
  };
}
