// Edits of a change request that come in one request: all of them are made, as one revision, or none.

import type { ChangeRequestContentChange } from '../../../api/review/change-request-content.ts';
import { isError } from '../../../errors.ts';
import { fromDocument } from '../../../markdown/from-document.ts';
import { slugify } from '../../../markdown/slug.ts';
import type { FileNode, PageNode, Tree } from '../../content/model.ts';
import { findPage, insertPage, removePage, replacePage } from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { mergeBase } from '../../views/review/change-requests.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import {
  type ContentTarget,
  commitOn,
  headOf,
  requireEditable,
  type TargetRef,
} from '../content/content-target.ts';
import { visibleTarget } from '../content/content-view.ts';

type Change<Name> = Extract<ChangeRequestContentChange, { operation: Name }>;

/** What an edit did to a page. */
export type Effect =
  | { object: 'created_page' | 'updated_page'; page: string; ref?: string }
  | { object: 'deleted_page'; page: string };

export interface Edited {
  target: ContentTarget;
  effects: Effect[];
  files: FileNode[];
}

/** What the edits are made on, as far as they have come. */
interface Editing {
  call: Call;
  target: ContentTarget;
  tree: Tree;
  /** Ids of the pages that this request inserted, by the name it gave them. */
  refs: Map<string, string>;
  now: string;
}

/**
 * Makes edits in their order; `files` are those of insert_files, fetched before. Throws 400 for what makes no page, 403,
 * 404 for a page or revision that is not there, 409 for a change request that is closed.
 */
export function editContent(
  call: Call,
  ref: TargetRef,
  changes: readonly ChangeRequestContentChange[],
  files: FileNode[],
): Edited {
  return call.db.transaction(() => {
    const target = visibleTarget(call, ref);
    call.access.requireSpace(target.space, 'edit');
    requireEditable(target);
    const before = revisionsStore(call.db).tree(headOf(target));
    const editing: Editing = { call, target, tree: before, refs: new Map(), now: call.now().toISOString() };
    const effects: Effect[] = [];
    for (const [at, change] of changes.entries()) {
      if (change.operation === 'insert_files') continue;
      effects.push(inPlace(at, () => edit(editing, change)));
    }
    if (files.length > 0) editing.tree = { ...editing.tree, files: [...editing.tree.files, ...files] };
    if (editing.tree !== before) commitOn(call, target, { tree: editing.tree, userId: call.caller.userId });
    return { target: visibleTarget(call, ref), effects, files };
  });
}

/** Says which of the edits a refusal is about. */
function inPlace<T>(at: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isError(error) && 'status' in error) error.message = `changes[${at}]: ${error.message}`;
    throw error;
  }
}

function edit(editing: Editing, change: Exclude<ChangeRequestContentChange, Change<'insert_files'>>): Effect {
  switch (change.operation) {
    case 'insert_page':
      return insert(editing, change);
    case 'update_page':
      return update(editing, change);
    case 'delete_page': {
      const { id } = pageNamed(editing, change.page);
      editing.tree = removePage(editing.tree, id);
      return { object: 'deleted_page', page: id };
    }
    case 'revert_page':
      return revert(editing, change);
  }
}

function pageNamed({ tree, refs }: Editing, name: string): PageNode {
  const found = findPage(tree, refs.get(name) ?? name);
  if (!found) throw notFound('page', name);
  return found.page;
}

function insert(editing: Editing, change: Change<'insert_page'>): Effect {
  const { now, refs } = editing;
  const { ref, into, at } = change;
  if (ref !== undefined && refs.has(ref)) throw badRequest(`ref "${ref}" is given to two pages`);
  const page: PageNode = {
    id: newId(),
    type: 'document',
    title: 'Untitled',
    slug: slugify(change.title ?? 'Untitled'),
    createdAt: now,
    updatedAt: now,
    pages: [],
    ...fieldsOf(editing, change),
  };
  const parentId = into === undefined ? undefined : parentNamed(editing, into);
  editing.tree = insertPage(editing.tree, page, { parentId, index: at });
  if (ref !== undefined) refs.set(ref, page.id);
  return { object: 'created_page', page: page.id, ...(ref !== undefined && { ref }) };
}

function parentNamed(editing: Editing, name: string): string {
  const parent = pageNamed(editing, name);
  if (parent.type === 'link' || parent.type === 'computed')
    throw conflict(`page "${parent.title}" is of type ${parent.type}: it cannot have subpages`);
  return parent.id;
}

function update(editing: Editing, change: Change<'update_page'>): Effect {
  const page = pageNamed(editing, change.page);
  if (change.document !== undefined && page.type !== 'document')
    throw conflict(`page "${page.title}" is of type ${page.type}: it has no content to edit`);
  const written = { ...page, ...fieldsOf(editing, change) };
  if (JSON.stringify(written) !== JSON.stringify(page))
    editing.tree = replacePage(editing.tree, page.id, () => ({ ...written, updatedAt: editing.now }));
  move(editing, page.id, change);
  return { object: 'updated_page', page: page.id };
}

/** Without `into` it stays below its parent; `null` is the top. */
function move(editing: Editing, id: string, { into, at }: Pick<Change<'update_page'>, 'into' | 'at'>): void {
  if (into === undefined && at === undefined) return;
  const placed = findPage(editing.tree, id);
  if (!placed) return;
  const parentId =
    into === undefined ? placed.parents.at(-1)?.id : into === null ? undefined : parentNamed(editing, into);
  if (parentId !== undefined && findPage({ ...editing.tree, pages: [placed.page] }, parentId))
    throw conflict(`page "${placed.page.title}" cannot be moved into itself`);
  editing.tree = insertPage(removePage(editing.tree, id), placed.page, { parentId, index: at });
}

/** As it is in another revision: by default the one that the change request began with, or was last updated to. */
function revert(editing: Editing, { page: name, revision, block }: Change<'revert_page'>): Effect {
  if (block !== undefined && block.length > 0)
    throw badRequest('block: content is Markdown in the sandbox, so single blocks cannot be reverted');
  const old = findPage(treeOf(editing, revision), name);
  const now = findPage(editing.tree, name);
  if (!old && !now) throw notFound('page', name);
  if (!old) {
    editing.tree = removePage(editing.tree, name);
    return { object: 'deleted_page', page: name };
  }
  if (now) {
    const reverted = { ...old.page, pages: now.page.pages };
    if (JSON.stringify(reverted) !== JSON.stringify(now.page))
      editing.tree = replacePage(editing.tree, name, () => reverted);
    return { object: 'updated_page', page: name };
  }
  const parentId = old.parents.findLast(({ id }) => findPage(editing.tree, id))?.id;
  const kept = old.page.pages.filter(({ id }) => !findPage(editing.tree, id));
  editing.tree = insertPage(editing.tree, { ...old.page, pages: kept }, { parentId, index: old.index });
  return { object: 'updated_page', page: name };
}

function treeOf({ call, target: { space, changeRequest } }: Editing, revision: string | undefined): Tree {
  const store = revisionsStore(call.db);
  const id = revision ?? (changeRequest ? mergeBase(changeRequest) : space.revision);
  if (store.get(id)?.space !== space.id) throw notFound('revision', id);
  return store.tree(id);
}

type Fields = Pick<
  Change<'update_page'>,
  | 'title'
  | 'slug'
  | 'emoji'
  | 'icon'
  | 'description'
  | 'hidden'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'condition'
  | 'document'
>;

/** Fields as a page holds them. */
function fieldsOf({ call }: Editing, given: Fields): Partial<PageNode> {
  const { slug, document, emoji, icon, ...rest } = given;
  const plain = Object.fromEntries(
    (['title', 'description', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const).flatMap((name) =>
      rest[name] === undefined ? [] : [[name, rest[name]]],
    ),
  );
  if (slug !== undefined && slug !== '' && slugify(slug) !== slug)
    throw badRequest(`slug "${slug}" must be lowercase words joined by "-", like ${slugify(slug)}`);
  const markdown =
    document === undefined ? undefined : 'markdown' in document ? document.markdown : fromDocument(document);
  return {
    ...plain,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(slug !== undefined && { slug }),
    ...(markdown !== undefined && { markdown: contentStore(call.db).put(markdown) }),
  };
}
