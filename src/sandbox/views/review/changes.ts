// Changes of pages and files as the platform writes them.
import type { Change } from '../../../api/review/changes.ts';
import type { TreeChange } from '../../content/merge/changes.ts';
import type { FileNode } from '../../content/model.ts';
import type { Placed } from '../../content/tree.ts';
import { type ContentView, fileView, shownType } from '../content/pages.ts';

export function changeView(view: ContentView, change: TreeChange): Change {
  switch (change.type) {
    case 'page_created':
    case 'page_deleted':
      return { type: change.type, page: changedPage(change.page) };
    case 'page_edited':
      return { type: change.type, page: changedPage(change.page), attributes: change.attributes };
    case 'page_moved':
      return {
        type: change.type,
        page: changedPage(change.page),
        before: place(change.from),
        after: place(change.page),
      };
    case 'file_created':
    case 'file_deleted':
      return { type: change.type, file: changedFile(view, change.file) };
    case 'file_edited':
      return { type: change.type, file: changedFile(view, change.file), attributes: change.attributes };
  }
}

const changedPage = ({ page, path }: Placed) => ({
  id: page.id,
  type: shownType(page, path),
  title: page.title,
  path,
});

function place({ parents, index, path }: Placed) {
  const parent = parents.at(-1)?.id;
  return { ...(parent !== undefined && { parent }), index, path };
}

function changedFile(view: ContentView, file: FileNode) {
  const { id, name, contentType, downloadURL } = fileView(view, file);
  return { id, name, contentType, downloadURL };
}
