// What change requests and revisions change.
import {
  type Change,
  listChangeRequestChanges,
  listRevisionChanges,
} from '../../../api/review/change-requests.ts';
import { firstPlace, groupBy, nonNull } from '../../../files/lists.ts';
import { emptyTree, type FileNode, type PageNode, type Tree } from '../../content/model.ts';
import { type Placed, placedById, type Steps, walk } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { changeRequests } from '../../db/review/change-requests.ts';
import { handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { inSlices } from '../../slices.ts';
import { viewOf, visibleChangeRequest } from '../content/content-target.ts';
import { type ContentView, fileView, revisionTarget, shownType } from '../content/pages-view.ts';
import { changeRequestView, mergeBase } from './comments-view.ts';

// What differs between two trees, told as a person would: made, deleted, edited, moved.

export interface Values {
  before?: unknown;
  after?: unknown;
}
export type TreeChange =
  | { type: 'page_created' | 'page_deleted'; page: Placed }
  | { type: 'page_edited'; page: Placed; attributes: Record<string, Values> }
  | { type: 'page_moved'; page: Placed; from: Placed }
  | { type: 'file_created' | 'file_deleted'; file: FileNode }
  | { type: 'file_edited'; file: FileNode; from: FileNode; attributes: Record<string, Values> };

/** Pages in reading order, deleted ones after them, files last. */
export function* treeChanges(before: Tree, after: Tree): Steps<TreeChange[]> {
  const pages = yield* pageChanges(before, after);
  return [...pages, ...fileChanges(before.files, after.files)];
}

function* pageChanges(before: Tree, after: Tree): Steps<TreeChange[]> {
  const [old, fresh] = [placesById(before), placesById(after)];
  yield;
  const moved = movedPages(old, fresh);
  const changes: TreeChange[] = [];
  for (const page of fresh.values()) {
    yield;
    const from = old.get(page.page.id);
    if (!from) {
      changes.push({ type: 'page_created', page });
      continue;
    }
    const attributes = differences(pageFields(from.page), pageFields(page.page));
    if (attributes) changes.push({ type: 'page_edited', page, attributes });
    if (moved.has(page.page.id)) changes.push({ type: 'page_moved', page, from });
  }
  const deleted = [...old.values()].filter(({ page }) => !fresh.has(page.id));
  return [...changes, ...deleted.map((page) => ({ type: 'page_deleted', page }) as const)];
}

const placesById = ({ pages }: Tree) => new Map([...walk(pages)].map((placed) => [placed.page.id, placed]));
const parentOf = ({ parents }: Placed) => parents.at(-1)?.id ?? '';

/** Pages under another parent, and the fewest others whose moving explains the new order among siblings. */
function movedPages(old: ReadonlyMap<string, Placed>, fresh: ReadonlyMap<string, Placed>): Set<string> {
  const known = [...fresh].flatMap(([id, page]) => {
    const from = old.get(id);
    return from ? [{ id, parent: parentOf(page), from: parentOf(from), was: from.index }] : [];
  });
  const moved = new Set(known.filter(({ parent, from }) => parent !== from).map(({ id }) => id));
  const stayed = known.filter(({ id }) => !moved.has(id));
  for (const siblings of groupBy(stayed, ({ parent }) => parent).values()) {
    const kept = longestRising(siblings.map(({ was }) => was));
    siblings.forEach(({ id }, at) => {
      if (!kept.has(at)) moved.add(id);
    });
  }
  return moved;
}

/** Positions of a longest rising subsequence. */
function longestRising(values: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous: number[] = [];
  values.forEach((value, at) => {
    const low = firstPlace(ends.length, (middle) => (values[ends[middle] ?? 0] ?? 0) < value);
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) kept.add(at);
  return kept;
}

/** What a person edits. Content is told by the documents' ids; times and git places are bookkeeping. */
const pageFields = ({
  id,
  pages,
  createdAt,
  updatedAt,
  git,
  markdown,
  ...fields
}: PageNode): Record<string, unknown> => ({
  ...fields,
  ...(markdown !== undefined && { document: markdown.slice(0, 20) }),
});

function fileChanges(before: readonly FileNode[], after: readonly FileNode[]): TreeChange[] {
  const old = new Map(before.map((file) => [file.id, file]));
  const ids = new Set(after.map(({ id }) => id));
  const changes = after.flatMap((file): TreeChange[] => {
    const from = old.get(file.id);
    if (!from) return [{ type: 'file_created', file }];
    const attributes = differences(fileFields(from), fileFields(file));
    return attributes ? [{ type: 'file_edited', file, from, attributes }] : [];
  });
  const deleted = before.filter(({ id }) => !ids.has(id));
  return [...changes, ...deleted.map((file) => ({ type: 'file_deleted', file }) as const)];
}

const fileFields = ({ name, contentType, size, hash }: FileNode) => ({ name, contentType, size, hash });

/** Undefined when nothing differs. */
function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, Values> | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((name) => [name, nonNull({ before: before[name], after: after[name] })]),
  );
}

// Changes of pages and files as the platform writes them.

interface Trees {
  before: Tree;
  after: Tree;
}

function changeView(view: ContentView, change: TreeChange, trees: Trees): Change {
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
        parent: { ...parentIn('before', trees, change.from), ...parentIn('after', trees, change.page) },
      };
    case 'file_created':
    case 'file_deleted':
      return { type: change.type, file: changedFile(view, change.file) };
    case 'file_edited': {
      const { hash, ...attributes } = change.attributes;
      const urlOf = (file: FileNode) => changedFile(view, file).downloadURL;
      const downloadURL = { before: urlOf(change.from), after: urlOf(change.file) };
      return {
        type: change.type,
        file: changedFile(view, change.file),
        attributes: { ...attributes, ...(hash && { downloadURL }) },
      };
    }
  }
}

const changedPage = ({ page, path }: Placed) => ({
  id: page.id,
  type: shownType(page, path),
  title: page.title,
  path,
});

/** Nothing for a page at the top. */
function parentIn(side: keyof Trees, trees: Trees, { parents }: Placed) {
  const parent = placedById(trees[side]).get(parents.at(-1)?.id ?? '');
  return parent && { [side]: changedPage(parent) };
}

function changedFile(view: ContentView, file: FileNode) {
  const { id, name, contentType, downloadURL } = fileView(view, file);
  return { id, name, contentType, downloadURL };
}

const MOST = 1000;

async function changesBetween(view: ContentView, before: Tree, after: Tree, limit = MOST) {
  const all = await inSlices(treeChanges(before, after));
  const changes = all.slice(0, limit).map((change) => changeView(view, change, { before, after }));
  return { changes, ...(all.length > changes.length && { more: all.length - changes.length }) };
}

/** Compared with the state of main that the change request holds. */
function ofChangeRequest(call: Call, input: { spaceId: string; changeRequestId: string; limit?: number }) {
  const target = visibleChangeRequest(call, input);
  const { tree } = revisionsStore(call.db);
  const before = tree(mergeBase(target.changeRequest));
  return changesBetween(viewOf(call, target, {}), before, tree(target.changeRequest.revision), input.limit);
}

/** Compared with its first parent: for a merge, main as it was before. */
async function ofRevision(call: Call, input: { spaceId: string; revisionId: string; limit?: number }) {
  const { view, row, tree } = revisionTarget(call, input);
  const [parent] = row.parents;
  const before = parent === undefined ? emptyTree() : revisionsStore(call.db).tree(parent);
  const origin =
    row.mergedFrom === undefined ? undefined : changeRequests(call.db).find({ id: row.mergedFrom });
  return {
    ...(await changesBetween(view, before, tree, input.limit)),
    ...(origin && { mergedFrom: changeRequestView(call, origin) }),
  };
}

export default [handle(listChangeRequestChanges, ofChangeRequest), handle(listRevisionChanges, ofRevision)];
