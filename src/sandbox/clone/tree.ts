// The tree of a revision from what the platform shows of it: what a view leaves out stays absent.
import type { File, Page, Revision } from '../../api/content/content.ts';
import type { FileNode, Hash, PageNode, Tree } from '../content/model.ts';

/** What was fetched beside the tree, by id. */
export interface Bodies {
  /** Text of pages. One that has none is not here. */
  pages: ReadonlyMap<string, Hash>;
  /** Bytes of files, with their size where it differs from what was shown. */
  files: ReadonlyMap<string, { hash: Hash; size: number }>;
}

/** The tree; files whose bytes were not fetched are left out. */
export function treeOf({ pages, files, reusableContents, variables }: Revision, bodies: Bodies): Tree {
  return {
    pages: pages.map((page) => nodeOf(page, bodies)),
    files: files.flatMap((file) => fileNode(file, bodies)),
    reusableContents: reusableContents.map(({ id, title, git }) => ({ id, title, ...(git && { git }) })),
    variables: variables ?? {},
  };
}

function nodeOf(page: Page, bodies: Bodies): PageNode {
  const { id, type, title, emoji, icon, createdAt, updatedAt, condition } = page;
  const common = {
    id,
    type,
    title,
    slug: 'slug' in page ? page.slug : id.toLowerCase(),
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(condition !== undefined && { condition }),
  };
  switch (page.type) {
    case 'link':
      return { ...common, ...(page.hidden && { hidden: true }), target: page.target, pages: [] };
    case 'computed':
      return { ...common, computed: { ...page.computed }, pages: [] };
    case 'group':
      return { ...common, ...hiddenIn(page), pages: page.pages.map((child) => nodeOf(child, bodies)) };
    case 'document':
      return {
        ...common,
        ...hiddenIn(page),
        ...documentFields(page, bodies),
        pages: page.pages.map((child) => nodeOf(child, bodies)),
      };
  }
}

const hiddenIn = ({
  hidden,
  noIndex,
  noRobotsIndex,
}: Pick<PageNode, 'hidden' | 'noIndex' | 'noRobotsIndex'>) => ({
  ...(hidden && { hidden }),
  ...(noIndex && { noIndex }),
  ...(noRobotsIndex && { noRobotsIndex }),
});

function documentFields(page: Page & { type: 'document' }, { pages }: Bodies): Partial<PageNode> {
  const { id, description, git, layout, cover, variables, computed } = page;
  const markdown = pages.get(id);
  return {
    ...(description !== undefined && { description }),
    ...(git && { git }),
    ...(layout && { layout: { ...layout } }),
    ...(cover && { cover: { ...cover } }),
    ...(variables && { variables }),
    ...(computed && { computed: { ...computed } }),
    ...(markdown !== undefined && { markdown }),
  };
}

function fileNode({ id, name, contentType, dimensions, git }: File, { files }: Bodies): FileNode[] {
  const kept = files.get(id);
  if (!kept) return [];
  return [{ id, name, contentType, ...kept, ...(dimensions && { dimensions }), ...(git && { git }) }];
}
