// A revision of a space by its id, as a caller may see it.
import type { Tree } from '../../content/model.ts';
import { type RevisionRow, revisionsStore } from '../../db/content/content.ts';
import { liveSpace, type SpaceRow } from '../../db/content/spaces.ts';
import type { Call } from '../../sandbox.ts';
import type { ContentView } from '../../views/content/pages.ts';
import { notFound } from '../../wire-error.ts';

export interface RevisionTarget {
  space: SpaceRow;
  row: RevisionRow;
  tree: Tree;
  view: ContentView;
}

interface RevisionRef {
  spaceId: string;
  revisionId: string;
  metadata?: boolean;
  computed?: boolean;
}

/** Throws 404 for a revision that is none of this space's or of a space the caller may not see. */
export function revisionTarget(
  call: Call,
  { spaceId, revisionId, metadata = true, computed = true }: RevisionRef,
): RevisionTarget {
  const space = liveSpace(call.db, spaceId);
  call.access.requireSpace(space, 'view');
  const row = revisionsStore(call.db).get(revisionId);
  if (row?.space !== space.id) throw notFound('revision', revisionId);
  const base = `/o/${space.organization}/s/${space.id}/~/revisions/${row.id}`;
  return {
    space,
    row,
    tree: revisionsStore(call.db).tree(row.id),
    view: { sandbox: call, base, space: space.id, metadata, computed },
  };
}
