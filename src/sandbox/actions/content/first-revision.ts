// The first revision of a new space. Call both functions in the transaction that makes the space.
import { emptyTree, type PageNode, type Tree } from '../../content/model.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { newId } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { notFound } from '../../wire-error.ts';
import { contentRefsOf, templatePages } from './templates.ts';

export interface FirstRevision {
  /** True: no page at all; otherwise one empty page. */
  empty?: boolean | undefined;
  template?: { id: string; params?: Record<string, unknown> } | undefined;
  createdBy?: string | undefined;
}

/** Returns the id of a new space's first revision. Throws 400 for an unknown template. */
export function createFirstRevision(
  sandbox: Sandbox,
  spaceId: string,
  { empty = false, template, createdBy }: FirstRevision,
): string {
  const now = sandbox.now().toISOString();
  const content = contentStore(sandbox.db);
  const pages = template
    ? templatePages({ id: template.id, contentRefs: contentRefsOf(template.params) }, { content, newId, now })
    : [];
  return revisionsStore(sandbox.db).commit(spaceId, {
    tree: template ? { ...emptyTree(), pages } : empty ? emptyTree() : firstPage(sandbox, now),
    type: 'edits',
    parents: [],
    createdAt: now,
    createdBy,
  });
}

function firstPage({ db }: Sandbox, now: string): Tree {
  const markdown = contentStore(db).put('');
  const times = { createdAt: now, updatedAt: now };
  const page: PageNode = {
    id: newId(),
    type: 'document',
    title: 'Page',
    slug: 'page',
    markdown,
    ...times,
    pages: [],
  };
  return { ...emptyTree(), pages: [page] };
}

/** Gives a space the content of another one's revision; no content is copied. Throws 404 for an unknown revision. */
export function copyRevision(
  sandbox: Sandbox,
  fromRevisionId: string,
  toSpaceId: string,
  createdBy?: string,
): string {
  const from = revisionsStore(sandbox.db).get(fromRevisionId);
  if (!from) throw notFound('revision', fromRevisionId);
  return revisionsStore(sandbox.db).commit(toSpaceId, {
    tree: from.tree,
    type: 'edits',
    parents: [],
    createdAt: sandbox.now().toISOString(),
    createdBy,
  });
}
