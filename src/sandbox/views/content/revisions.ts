// Revisions as the platform writes them.
import type { Revision } from '../../../api/content/content-shapes.ts';
import type { RevisionReusableContent } from '../../../api/content/reusable-contents.generated.ts';
import type { ReusableContentNode } from '../../content/model.ts';
import { type RevisionRow, revisionsStore } from '../../db/content/content.ts';
import { changeRequests } from '../../db/review/change-requests.ts';
import { appUrl } from '../../urls.ts';
import { changeRequestView } from '../review/change-requests.ts';
import { allPageViews, type ContentView, fileView, pageViews } from './pages.ts';

/** A whole revision: its page tree without the pages' content, its files and where it came from. */
export async function revisionView(view: ContentView, row: RevisionRow): Promise<Revision> {
  const tree = revisionsStore(view.sandbox.db).tree(row.id);
  return withPages(view, row, await allPageViews(view, tree.pages));
}

/** As `revisionView`, at once: for a tree that is not large. */
export function smallRevisionView(view: ContentView, row: RevisionRow): Revision {
  return withPages(view, row, pageViews(view, revisionsStore(view.sandbox.db).tree(row.id).pages));
}

function withPages(view: ContentView, row: RevisionRow, pages: Revision['pages']): Revision {
  const tree = revisionsStore(view.sandbox.db).tree(row.id);
  return {
    object: 'revision',
    id: row.id,
    parents: row.parents,
    pages,
    files: tree.files.map((file) => fileView(view, file)),
    reusableContents: tree.reusableContents.map((one) => reusableContentView(view, one)),
    variables: tree.variables,
    tags: [],
    createdAt: row.createdAt,
    ...(view.metadata && row.git && { git: row.git }),
    urls: { app: appUrl(view.sandbox, `${view.base}/~/revisions/${row.id}`) },
    ...origin(view, row),
  };
}

/** A merge names what was merged: where that is not here, as in a copy of a space, what came of it are edits. */
function origin(
  { sandbox }: ContentView,
  { id, type, parents, mergedFrom }: RevisionRow,
): Pick<Revision, 'type' | 'mergedFrom' | 'sourceRevision'> {
  const merged = mergedFrom === undefined ? undefined : changeRequests(sandbox.db).find({ id: mergedFrom });
  if (merged) return { type, mergedFrom: changeRequestView(sandbox, merged) };
  if (type === 'computed') return { type, sourceRevision: parents[0] ?? id };
  return { type: type === 'merge' ? 'edits' : type };
}

export const reusableContentView = (
  { metadata }: ContentView,
  { id, title, git, markdown }: ReusableContentNode,
): RevisionReusableContent => ({
  id,
  title,
  ...(metadata && git && { git }),
  ...(markdown !== undefined && { document: markdown.slice(0, 20) }),
});
