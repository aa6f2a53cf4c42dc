// Files of spaces and change requests.

import {
  getChangeRequestFile,
  getFile,
  listChangeRequestFileBacklinks,
  listChangeRequestFiles,
  listFileBacklinks,
  listFiles,
} from '../../../api/content/files.ts';
import type { ResultOf } from '../../../api/operation.ts';
import { headOf, type TargetRef } from '../../actions/content/content-target.ts';
import { viewOf, visibleTarget } from '../../actions/content/content-view.ts';
import { fileById } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { handle } from '../../handler.ts';
import type { PageQuery } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { snapshotOf } from '../../snapshot-paging.ts';
import { fileView } from '../../views/content/pages.ts';
import { notFound } from '../../wire-error.ts';

interface FilesInput extends TargetRef {
  metadata?: boolean;
}
type One = FilesInput & { fileId: string };

function list(call: Call, input: FilesInput & PageQuery) {
  const target = visibleTarget(call, input);
  const snapshot = snapshotOf(call, target, {
    list: `files ${target.changeRequest?.id ?? target.space.id}`,
    query: input,
  });
  const { files } = revisionsStore(call.db).tree(snapshot.revision);
  const { items, ...rest } = snapshot.page(files);
  const view = viewOf(call, target, input);
  return { ...rest, items: items.map((file) => fileView(view, file)) };
}

function get(call: Call, input: One) {
  const target = visibleTarget(call, input);
  const file = fileById(revisionsStore(call.db).tree(headOf(target)), input.fileId);
  if (!file) throw notFound('file', input.fileId);
  return fileView(viewOf(call, target, input), file);
}

async function backlinks(call: Call, input: One & PageQuery): Promise<ResultOf<typeof listFileBacklinks>> {
  const { backlinksTo } = await import('../../actions/content/links.ts');
  return backlinksTo(call, input, { kind: 'file', id: input.fileId });
}

export default [
  handle(listFiles, list),
  handle(listChangeRequestFiles, list),
  handle(getFile, get),
  handle(getChangeRequestFile, get),
  handle(listFileBacklinks, backlinks),
  handle(listChangeRequestFileBacklinks, backlinks),
];
