// Editing the content of change requests.
import {
  type ChangeRequestContentChange,
  updateChangeRequestContent,
} from '../../../api/review/change-requests.ts';
import { isError } from '../../../errors.ts';
import { nonNull } from '../../../files/lists.ts';
import { fromDocument } from '../../../markdown/from-document.ts';
import { slugFault, slugify } from '../../../markdown/heading-anchor.ts';
import { fileNode, importFetch } from '../../content/import/import-source.ts';
import type { FileNode, PageNode, Tree } from '../../content/model.ts';
import { findPage, insertPage, removePage, replacePage } from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { LIMITS } from '../../limits.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl, newId } from '../../urls.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import {
  type ContentTarget,
  changeRequestOf,
  commitOn,
  currentTree,
  editableTarget,
  type TargetRef,
  viewOf,
  visibleTarget,
} from '../content/content-target.ts';
import { fileView } from '../content/pages-view.ts';
import { changeRequestView, mergeBase } from './comments-view.ts';

export default [
  handle(updateChangeRequestContent, async (call, { changes, compat = false, ...ref }) => {
    // Who may not edit gets nothing fetched.
    call.access.requireSpace(visibleTarget(call, ref).space, 'edit');
    const files = await insertedFiles(call, changes);
    const { target, effects } = editContent(call, ref, changes, files);
    const row = changeRequestOf(call, ref.spaceId, ref.changeRequestId);
    const changeRequest = changeRequestView(call, row);
    if (compat) return changeRequest;
    const base = `/v1/spaces/${ref.spaceId}/change-requests/${row.id}/content/page`;
    const shown = (effect: Effect) => {
      if (effect.object === 'deleted_page') return effect;
      const { object, page: id, ref: name } = effect;
      const page = { object: 'page', id, urls: { location: locationUrl(call, `${base}/${id}`) } } as const;
      return object === 'created_page'
        ? { object, page, ...(name !== undefined && { ref: name }) }
        : { object, page };
    };
    const view = viewOf(call, target, {});
    return {
      changeRequest,
      changes: effects.map(shown),
      ...(files.length > 0 && { insertedFiles: files.map((file) => fileView(view, file)) }),
    };
  }),
];

export const fidelity: FidelityOf = {
  'changeRequestContent.update':
    'Single blocks cannot be reverted: content is Markdown. Links by the ref of a page or file are not resolved.',
};

// Files of a change request that come with a request: their bytes, or an address to fetch them from.

type Given = Extract<ChangeRequestContentChange, { operation: 'insert_files' }>['files'][number];

/** Throws 400 for an address that gives nothing, for bytes that are not base64, and for what is too large. */
async function insertedFiles(
  call: Call,
  changes: readonly ChangeRequestContentChange[],
): Promise<FileNode[]> {
  const given = changes.flatMap((change) => (change.operation === 'insert_files' ? change.files : []));
  const files: FileNode[] = [];
  for (const [at, one] of given.entries()) {
    const { name, contentType } = one;
    const bytes = await bytesOf(one, at);
    const most = 'url' in one ? LIMITS.fileBytes : LIMITS.editedFileBytes;
    if (bytes.length > most)
      throw badRequest(`${name} has ${bytes.length} bytes; at most ${most} are allowed`);
    files.push(fileNode(name, bytes, contentStore(call.db), newId, contentType));
  }
  return files;
}

async function bytesOf(given: Given, at: number): Promise<Uint8Array> {
  if ('url' in given) return (await importFetch(given.url)(given.url)).bytes;
  if (given.contentType === undefined) throw badRequest(`files[${at}].contentType is required with base64`);
  const text = given.base64.replace(/^data:[^,]*;base64,/, '').replace(/\s/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text) || bytes.length === 0)
    throw badRequest(`files[${at}].base64 is not base64`);
  return bytes;
}

// Edits of a change request that come in one request: all of them are made, as one revision, or none.

type Change<Name> = Extract<ChangeRequestContentChange, { operation: Name }>;

/** What an edit did to a page. */
type Effect =
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
function editContent(
  call: Call,
  ref: TargetRef,
  changes: readonly ChangeRequestContentChange[],
  files: FileNode[],
): Edited {
  return call.db.transaction(() => {
    const target = editableTarget(call, ref);
    const before = currentTree(call, target);
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
  // A group below another page is shown as a page without text: with a text it is one.
  const isBelow = (findPage(editing.tree, page.id)?.parents.length ?? 0) > 0;
  const isPage = page.type === 'document' || (page.type === 'group' && isBelow);
  if (change.document !== undefined && !isPage)
    throw conflict(`page "${page.title}" is of type ${page.type}: it has no content to edit`);
  const type = change.document === undefined ? page.type : 'document';
  const written: PageNode = { ...page, type, ...fieldsOf(editing, change) };
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

type Fields = Omit<Change<'update_page'>, 'operation' | 'page' | 'into' | 'at'>;

/** Fields as a page holds them. */
function fieldsOf({ call }: Editing, given: Fields): Partial<PageNode> {
  const { title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition, document } =
    given;
  const fault = slug === undefined ? undefined : slugFault(slug);
  if (fault !== undefined) throw badRequest(`slug "${slug}" ${fault}`);
  const markdown =
    document === undefined ? undefined : 'markdown' in document ? document.markdown : fromDocument(document);
  return {
    ...nonNull({ title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition }),
    ...(markdown !== undefined && { markdown: contentStore(call.db).put(markdown) }),
  };
}
