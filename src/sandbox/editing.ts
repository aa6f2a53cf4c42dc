// Editing pages and files of the sandbox: the documents give no call that does, people and tests need one.
import { slugify } from '../markdown/heading-anchor.ts';
import { accessOf } from './access.ts';
import type { Hash, PageNode, Tree } from './content/model.ts';
import type { IdLookup } from './content/repository/page-fields.ts';
import { findPage, findPageByPath, insertPage, replacePage } from './content/tree.ts';
import { contentStore } from './db/content/content.ts';
import {
  type ContentTarget,
  commitOn,
  contentTarget,
  currentTree,
  headOf,
  requireEditable,
  type TargetRef,
} from './resources/content/content-target.ts';
import type { Sandbox } from './sandbox.ts';
import { newId } from './urls.ts';
import { badRequest, conflict } from './wire-error.ts';

export interface EditRef extends TargetRef {
  caller: { userId: string };
}

export interface EditedPage {
  /** The head after the edit. */
  revision: string;
  pageId: string;
  path: string;
  created: boolean;
}

/**
 * Writes a page of main or of a change request; `path` is slugs joined by `/`, `markdown` may begin with front matter
 * and a title. Makes the page, with empty parents, where there is none; an unchanged page makes no revision. Throws
 * 400 for a bad path, 403 without the right to edit, 404, and 409 where the space is locked or the page has no Markdown.
 */
export async function editPage(
  sandbox: Sandbox,
  edit: EditRef & { path: string; markdown: string },
): Promise<EditedPage> {
  const { readPage } = await import('../markdown/front-matter.ts');
  const { pageFields } = await import('./content/repository/page-fields.ts');
  const { fields, title, markdown } = readPage(edit.markdown);
  const slugs = slugsOf(edit.path);
  return sandbox.db.transaction(() => {
    const target = editableTarget(sandbox, edit);
    const before = currentTree(sandbox, target);
    const write: PageWrite = {
      ...(title !== undefined && { title }),
      ...pageFields(fields, '', idsOf(before)),
      ...(fields.slug !== undefined && { slug: slugify(fields.slug) }),
      markdown: contentStore(sandbox.db).put(markdown),
    };
    const blank = emptyPage(contentStore(sandbox.db).put(''), sandbox.now().toISOString());
    const found = findPageByPath(before, slugs.join('/'))?.page;
    const { tree, pageId } = found
      ? { tree: overwrite(before, found, write, sandbox.now()), pageId: found.id }
      : addPage(before, slugs, write, blank);
    const revision = tree === before ? headOf(target) : commitEdit(sandbox, target, edit, tree);
    return { revision, pageId, path: findPage(tree, pageId)?.path ?? '', created: found === undefined };
  });
}

type PageWrite = Partial<Omit<PageNode, 'id' | 'type' | 'pages'>>;

function editableTarget(sandbox: Sandbox, edit: EditRef): ContentTarget {
  const target = contentTarget(sandbox, edit);
  accessOf(sandbox.db, edit.caller.userId).requireSpace(target.space, 'edit');
  requireEditable(target);
  return target;
}

const commitEdit = (sandbox: Sandbox, target: ContentTarget, { caller }: EditRef, tree: Tree) =>
  commitOn(sandbox, target, { tree, userId: caller.userId });

function slugsOf(path: string): string[] {
  const slugs = path.split('/').filter((slug) => slug !== '');
  if (slugs.length === 0) throw badRequest('path must name a page, like guides/install');
  const proper = slugs.map(slugify).join('/');
  if (proper !== slugs.join('/')) {
    throw badRequest(`path "${path}" must be slugs joined by "/", like ${proper}`);
  }
  return slugs;
}

/** A cover named in front matter is a URL, or a file of the revision by its name or its path in a repository. */
const idsOf = (tree: Tree): IdLookup => ({
  page: (path) => findPageByPath(tree, path)?.page.id,
  file: (path) => tree.files.find(({ name, git }) => name === path || git?.path === path)?.id,
});

function overwrite(tree: Tree, page: PageNode, write: PageWrite, now: Date): Tree {
  if (page.type !== 'document') {
    throw conflict(`page "${page.title}" is of type ${page.type}: it has no Markdown to edit`);
  }
  const written = { ...page, ...write };
  if (JSON.stringify(written) === JSON.stringify(page)) return tree;
  return replacePage(tree, page.id, () => ({ ...written, updatedAt: now.toISOString() }));
}

type Blank = (slug: string) => PageNode;

function addPage(
  tree: Tree,
  slugs: readonly string[],
  write: PageWrite,
  blank: Blank,
): { tree: Tree; pageId: string } {
  const slug = slugs.at(-1) ?? '';
  const { tree: prepared, pageId: parentId } = parentPage(tree, slugs.slice(0, -1), blank);
  const page = { ...blank(slug), ...write, slug };
  return { tree: insertPage(prepared, page, { parentId }), pageId: page.id };
}

/** The page at a path, made where it is missing; the top level for an empty path. */
function parentPage(tree: Tree, slugs: readonly string[], blank: Blank): { tree: Tree; pageId?: string } {
  if (slugs.length === 0) return { tree };
  const found = findPageByPath(tree, slugs.join('/'))?.page;
  if (!found) return addPage(tree, slugs, {}, blank);
  if (found.type === 'link' || found.type === 'computed') {
    throw conflict(`page "${found.title}" is of type ${found.type}: it cannot have subpages`);
  }
  return { tree, pageId: found.id };
}

/** Pages without text, titled after their slug: `getting-started` is "Getting started". */
const emptyPage =
  (markdown: Hash, now: string): Blank =>
  (slug) => {
    const words = slug.replaceAll('-', ' ');
    return {
      id: newId(),
      type: 'document',
      title: words.charAt(0).toUpperCase() + words.slice(1),
      slug,
      markdown,
      createdAt: now,
      updatedAt: now,
      pages: [],
    };
  };
