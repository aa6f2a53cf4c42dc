// Collections, spaces and their revisions of a clone as rows.

import type { Collection } from '../../api/content/collections.generated.ts';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page, Revision } from '../../api/content/content-shapes.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { emptyTree, type FileNode, type Hash, type PageNode, type Tree } from '../content/model.ts';
import { contentStore } from '../db/content/content.ts';
import { collections, spaces } from '../db/content/spaces.ts';
import { type Database, putRow } from '../db/database.ts';
import { gitOperations, gitSetups } from '../db/integrations/git.ts';
import { positionBetween } from '../db/position.ts';
import { columns } from './people.ts';

// The tree of a revision from what the platform shows of it: what a view leaves out stays absent.

/** What was fetched beside the tree, by id. */
export interface Bodies {
  /** Text of pages. One that has none is not here. */
  pages: ReadonlyMap<string, Hash>;
  /** Bytes of files, with their size where it differs from what was shown. */
  files: ReadonlyMap<string, { hash: Hash; size: number }>;
}

/** The tree; files whose bytes were not fetched are left out. */
const treeOf = ({ pages, files, reusableContents, variables }: Revision, bodies: Bodies): Tree => ({
  pages: pages.map((page) => nodeOf(page, bodies)),
  files: files.flatMap((file) => fileNode(file, bodies)),
  reusableContents: reusableContents.map(({ id, title, git }) => ({ id, title, ...(git && { git }) })),
  variables: variables ?? {},
});

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

/** So many places in a row: the n-th sorts before the next one. */
export function* positions(): Generator<string, never> {
  let last = positionBetween();
  for (;;) {
    yield last;
    last = positionBetween(last);
  }
}

/** Exactly these, in this order; what is above comes before what is in it. */
export function putCollections(
  db: Database,
  organization: string,
  given: readonly Collection[],
  at: string,
): void {
  const places = positions();
  const known = new Set(given.map(({ id }) => id));
  for (const collection of given)
    collections(db).put({
      ...columns(collection, 'id', 'title', 'description', 'defaultLevel'),
      ...{ organization, parent: null, createdAt: at, updatedAt: at },
      position: places.next().value,
    });
  for (const { id, parent } of given)
    if (parent !== undefined && known.has(parent)) collections(db).update({ id }, { parent });
  const gone = JSON.stringify([...known]);
  db.run(
    'UPDATE collections SET parent = NULL WHERE organization = ? AND id NOT IN (SELECT value FROM json_each(?))',
    organization,
    gone,
  );
  db.run(
    'DELETE FROM collections WHERE organization = ? AND id NOT IN (SELECT value FROM json_each(?))',
    organization,
    gone,
  );
}

/** A revision of a space; what refers to it stays. Without bodies its pages have no text. */
export function putRevision(db: Database, space: string, revision: Revision, bodies: Bodies): void {
  const { id, type, parents, createdAt, git, mergedFrom } = revision;
  putRow(db, 'revisions', {
    id,
    space,
    type,
    tree: contentStore(db).putTree(treeOf(revision, bodies)),
    parents: JSON.stringify(parents),
    createdAt,
    createdBy: null,
    mergedFrom: mergedFrom?.id ?? null,
    git: git ? JSON.stringify(git) : null,
  });
}

/** A space as it is listed, at a place among all of them. Its revision is made empty where there is none yet. */
export function putSpace(db: Database, space: Space, position: string): void {
  const { id, parent, revision, urls } = space;
  if (!db.get('SELECT 1 FROM revisions WHERE id = ?', revision))
    putRow(db, 'revisions', {
      id: revision,
      space: id,
      type: 'edits',
      tree: contentStore(db).putTree(emptyTree()),
      parents: '[]',
      createdAt: space.updatedAt,
      createdBy: null,
      mergedFrom: null,
      git: null,
    });
  const isKnown = parent !== undefined && db.get('SELECT 1 FROM collections WHERE id = ?', parent);
  spaces(db).put({
    ...columns(space, 'id', 'organization', 'title', 'emoji', 'revision', 'defaultLevel', 'language'),
    ...columns(space, 'mergeRules', 'createdAt', 'updatedAt'),
    parent: isKnown ? parent : null,
    icon: urls.icon ?? null,
    position,
    editMode: space.editMode ?? 'live',
    deletedAt: null,
  });
  putGit(db, space);
}

/** Which repository it is synced with, and how that went last; what was synced, nothing says. */
function putGit(db: Database, { id, gitSync }: Space): void {
  gitSetups(db).remove({ space: id });
  gitOperations(db).remove({ space: id });
  if (!gitSync) return;
  const { operation } = gitSync;
  const lastOperation = operation ? `clone ${id}` : null;
  if (operation && lastOperation !== null)
    gitOperations(db).put({
      ...{ id: lastOperation, space: id, owner: '' },
      ...columns(operation, 'state', 'direction', 'startedAt', 'endedAt', 'error'),
    });
  gitSetups(db).insert({
    ...columns(gitSync, 'repoName', 'installationProvider', 'integration', 'url', 'updatedAt'),
    ...{ space: id, lastOperation },
  });
}
