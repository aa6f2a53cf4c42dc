// Edits of content that only tests need.

import { emptyTree, type PageNode } from '../../src/sandbox/content/model.ts';
import { findPageByPath, removePage, replacePage } from '../../src/sandbox/content/tree.ts';
import { contentStore, revisionsStore } from '../../src/sandbox/db/content/content.ts';
import {
  commitTree,
  contentTarget,
  headOf,
  type TargetRef,
} from '../../src/sandbox/resources/content/content-target.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { newId } from '../../src/sandbox/urls.ts';

/** `Page 1`, in no tree yet. */
export const numberedPage = ({ db }: Sandbox, n: number, text: string, pages: PageNode[] = []): PageNode => ({
  ...{ id: `p${n}`, type: 'document', title: `Page ${n}`, slug: `page-${n}`, pages },
  markdown: contentStore(db).put(text),
});

/** Main or a change request has these pages and nothing else; returns the new revision. */
export const commitPages = (sandbox: Sandbox, ref: TargetRef, pages: PageNode[]): string =>
  commitTree(sandbox, { ...ref, tree: { ...emptyTree(), pages } });

const treeOf = (sandbox: Sandbox, ref: TargetRef) =>
  revisionsStore(sandbox.db).tree(headOf(contentTarget(sandbox, ref)));

/** Takes a page out of main or a change request, with its children; returns the new revision. */
export function removePageAt(sandbox: Sandbox, { path, ...ref }: TargetRef & { path: string }): string {
  const before = treeOf(sandbox, ref);
  const tree = removePage(before, findPageByPath(before, path)?.page.id ?? '');
  return commitTree(sandbox, { ...ref, tree });
}

/** Gives a page of main or a change request another slug; returns the new revision. */
export function renamePageAt(
  sandbox: Sandbox,
  { path, slug, ...ref }: TargetRef & { path: string; slug: string },
): string {
  const before = treeOf(sandbox, ref);
  const id = findPageByPath(before, path)?.page.id ?? '';
  return commitTree(sandbox, { ...ref, tree: replacePage(before, id, (page) => ({ ...page, slug })) });
}

/** Adds a file to main or a change request; returns its id. */
export function addFile(
  sandbox: Sandbox,
  { name, bytes, contentType, ...ref }: TargetRef & { name: string; bytes: Uint8Array; contentType: string },
): string {
  const before = treeOf(sandbox, ref);
  const file = {
    id: newId(),
    name,
    contentType,
    size: bytes.length,
    hash: contentStore(sandbox.db).put(bytes),
  };
  commitTree(sandbox, { ...ref, tree: { ...before, files: [...before.files, file] } });
  return file.id;
}
