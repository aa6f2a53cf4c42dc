// Three-way merge of revisions: pages, files, reusable contents and variables.

import { groupBy } from '../../../files/lists.ts';
import { slugBook } from '../../../markdown/heading-anchor.ts';
import { mergeOrder } from '../../../markdown/merge-order.ts';
import type { ContentStore, FileNode, PageNode, ReusableContentNode, Tree } from '../model.ts';
import { type Steps, walk } from '../tree.ts';
import {
  type Conflict,
  type Differ,
  type MergeInput,
  mergeFields,
  mergeMarkdown,
  mergeRecord,
  mergeStamps,
  mergeValue,
  type Report,
  same,
} from './merge-text.ts';

// Three-way merge of page trees: which pages there are, under which parent, in which order, and their fields.

const FIELDS = [
  'type',
  'title',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'metaLinks',
  'cover',
  'target',
  'computed',
] as const satisfies readonly (keyof PageNode)[];

/** The parent of a page at the top. */
const TOP = '';

interface Entry {
  page: PageNode;
  parent: string;
}

interface PagesSide {
  entries: Map<string, Entry>;
  /** Ids of the children of each parent, in order. */
  children: Map<string, string[]>;
}

/** Returns the merged pages; every edit that conflicts with another goes to `report`. */
function* mergePages({ base, ours, theirs, content }: MergeInput, report: Report): Steps<PageNode[]> {
  const sides = {
    base: yield* indexOf(base.pages),
    ours: yield* indexOf(ours.pages),
    theirs: yield* indexOf(theirs.pages),
  };
  const merged = yield* mergeEntries(sides, content, report);
  checkParents(merged, report);
  yield;
  return yield* assemble(merged, sides, report);
}

interface Sides {
  base: PagesSide;
  ours: PagesSide;
  theirs: PagesSide;
}

function* indexOf(pages: PageNode[]): Steps<PagesSide> {
  const entries = new Map<string, Entry>();
  const children = new Map<string, string[]>([[TOP, pages.map((page) => page.id)]]);
  for (const { page, parents } of walk(pages)) {
    entries.set(page.id, { page, parent: parents.at(-1)?.id ?? TOP });
    children.set(
      page.id,
      page.pages.map((child) => child.id),
    );
    yield;
  }
  return { entries, children };
}

function* mergeEntries(
  { base, ours, theirs }: Sides,
  content: ContentStore,
  report: Report,
): Steps<Map<string, Entry>> {
  const merged = new Map<string, Entry>();
  for (const [id, either] of new Map([...ours.entries, ...theirs.entries])) {
    const [old, our, their] = [base.entries.get(id), ours.entries.get(id), theirs.entries.get(id)];
    if (our && their) merged.set(id, mergeEntry(content, old, our, their, report));
    else if (!old) merged.set(id, either);
    else if (isEdited(old, either)) {
      report(conflictOf(either.page, 'deleted', 'was deleted on one side and changed on the other'));
    }
    yield;
  }
  return merged;
}

function isEdited(old: Entry, kept: Entry): boolean {
  if (old.parent !== kept.parent || old.page.markdown !== kept.page.markdown) return true;
  return ([...FIELDS, 'variables', 'layout'] as const).some(
    (field) => !same(old.page[field], kept.page[field]),
  );
}

function mergeEntry(
  content: ContentStore,
  old: Entry | undefined,
  our: Entry,
  their: Entry,
  report: Report,
): Entry {
  const differ = (field: string) =>
    report(conflictOf(our.page, field, `: ${field} was changed on both sides`));
  const parent = mergeValue(old?.parent, our.parent, their.parent);
  if (!parent) differ('parent');
  const page = mergePage(content, old?.page ?? {}, our.page, their.page, differ);
  return { page, parent: parent?.value ?? our.parent };
}

function mergePage(
  content: ContentStore,
  base: Partial<PageNode>,
  ours: PageNode,
  theirs: PageNode,
  differ: (field: string) => void,
): PageNode {
  const fields = mergeFields(FIELDS, base, ours, theirs, differ);
  const out = mergeStamps(base, ours, fields, theirs);
  for (const key of ['variables', 'layout'] as const) {
    const record = mergeRecord<unknown>(base[key], ours[key], theirs[key], (name) =>
      differ(`${key}.${name}`),
    );
    if (Object.keys(record).length > 0 || (ours[key] && theirs[key])) Object.assign(out, { [key]: record });
    else delete out[key];
  }
  return mergeMarkdown(content, base, ours, theirs, out, differ);
}

/** Every parent must be there, and no page may be below itself. */
function checkParents(merged: Map<string, Entry>, report: Report): void {
  for (const entry of merged.values()) {
    const { page, parent } = entry;
    if (parent !== TOP && !merged.has(parent)) {
      report(conflictOf(page, 'parent', 'is on one side below a page that the other side deleted'));
    }
    const above = new Set<Entry>();
    for (let at = merged.get(parent); at && !above.has(at); at = merged.get(at.parent)) above.add(at);
    if (above.has(entry)) {
      report(conflictOf(page, 'parent', 'was moved on both sides so that it would end up below itself'));
    }
  }
}

function* assemble(merged: Map<string, Entry>, sides: Sides, report: Report): Steps<PageNode[]> {
  const members = groupBy(merged.keys(), (id) => merged.get(id)?.parent ?? TOP);
  const rank = (a: string, b: string) => compare(keyOf(merged.get(a)?.page), keyOf(merged.get(b)?.page));
  const childrenOf = function* (parent: string): Steps<PageNode[]> {
    const inside = members.get(parent);
    if (!inside) return [];
    const listOf = (side: PagesSide) => side.children.get(parent) ?? [];
    const [base, ours, theirs] = [listOf(sides.base), listOf(sides.ours), listOf(sides.theirs)];
    const order = yield* mergeOrder({ base, ours, theirs, members: new Set(inside), rank });
    const parentPage = merged.get(parent)?.page;
    if (!order) report(orderConflict(parentPage));
    const pages: PageNode[] = [];
    for (const id of order ?? inside) {
      const entry = merged.get(id);
      if (entry) pages.push({ ...entry.page, pages: yield* childrenOf(id) });
      yield;
    }
    return withUniqueSlugs(pages, parent, sides.base);
  };
  return yield* childrenOf(TOP);
}

/** A page that stood here under its slug keeps it; of new ones the later gets a number. */
function withUniqueSlugs(pages: PageNode[], parent: string, base: PagesSide): PageNode[] {
  if (new Set(pages.map((page) => page.slug)).size === pages.length) return pages;
  const stoodHere = (page: PageNode) => {
    const old = base.entries.get(page.id);
    return old?.parent === parent && old.page.slug === page.slug ? 0 : 1;
  };
  const byAge = pages.toSorted((a, b) => stoodHere(a) - stoodHere(b) || compare(keyOf(a), keyOf(b)));
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  const another = slugBook(pages.map((page) => page.slug));
  for (const page of byAge) {
    const slug = taken.has(page.slug) ? another(page.slug) : page.slug;
    taken.add(slug);
    slugs.set(page.id, slug);
  }
  return pages.map((page) => ({ ...page, slug: slugs.get(page.id) ?? page.slug }));
}

const keyOf = (page: PageNode | undefined) => `${page?.createdAt ?? ''}\n${page?.id ?? ''}`;
// No two are the same: they hold the id.
const compare = (a: string, b: string) => (a < b ? -1 : 1);

function conflictOf(page: PageNode, field: string, what: string): Conflict {
  const reason = `page "${page.title}"${what.startsWith(':') ? '' : ' '}${what}`;
  return { kind: 'page', id: page.id, title: page.title, field, reason };
}

function orderConflict(parent: PageNode | undefined): Conflict {
  const where = parent ? `below page "${parent.title}"` : 'at the top';
  const reason = `the pages ${where} were put in order on both sides in different ways`;
  return { kind: 'page', id: parent?.id ?? TOP, title: parent?.title ?? '', field: 'order', reason };
}

/**
 * Merges what `ours` and `theirs` made of `base`. With conflicts, the tree is `ours` untouched.
 * Which side is called ours makes no difference to a merge without conflicts.
 */
export function* mergeTrees(input: MergeInput): Steps<{ tree: Tree; conflicts: Conflict[] }> {
  const found = new Map<string, Conflict>();
  const report: Report = (conflict) => {
    const key = JSON.stringify([conflict.id, conflict.field]);
    if (!found.has(key)) found.set(key, conflict);
  };
  const pages = yield* mergePages(input, report);
  const tree: Tree = {
    pages,
    files: yield* mergeList(
      { base: input.base.files, ours: input.ours.files, theirs: input.theirs.files },
      { kind: 'file', titleOf: (file) => file.name, merge: mergeFile, report },
    ),
    reusableContents: yield* mergeList(
      {
        base: input.base.reusableContents,
        ours: input.ours.reusableContents,
        theirs: input.theirs.reusableContents,
      },
      {
        kind: 'reusable-content',
        titleOf: (one) => one.title,
        merge: (base, ours, theirs, differ) => mergeReusable(input.content, base, ours, theirs, differ),
        report,
      },
    ),
    variables: mergeRecord(input.base.variables, input.ours.variables, input.theirs.variables, (key) =>
      report({
        kind: 'variable',
        id: key,
        title: key,
        field: 'value',
        reason: `variable "${key}" was changed on both sides`,
      }),
    ),
  };
  const conflicts = [...found.values()];
  return conflicts.length > 0 ? { tree: input.ours, conflicts } : { tree, conflicts };
}

type Side<T> = { base: T[]; ours: T[]; theirs: T[] };

interface ListRules<T> {
  kind: Conflict['kind'];
  titleOf: (node: T) => string;
  merge: (base: Partial<T>, ours: T, theirs: T, differ: Differ) => T;
  report: Report;
}

/** Merges a flat list by id. Its order says nothing, so two orders are no conflict. */
function* mergeList<T extends { id: string; git?: unknown }>(side: Side<T>, rules: ListRules<T>): Steps<T[]> {
  const [base, ours, theirs] = [byId(side.base), byId(side.ours), byId(side.theirs)];
  const merged = new Map<string, T>();
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const node = mergeNode(base.get(id), ours.get(id), theirs.get(id), rules);
    if (node) merged.set(id, node);
    yield;
  }
  const ids = { base: [...base.keys()], ours: [...ours.keys()], theirs: [...theirs.keys()] };
  const members = new Set(merged.keys());
  const order = (yield* mergeOrder({ ...ids, members, rank: byText })) ?? [...members].sort(byText);
  return order.flatMap((id) => merged.get(id) ?? []);
}

function mergeNode<T extends { id: string; git?: unknown }>(
  base: T | undefined,
  ours: T | undefined,
  theirs: T | undefined,
  { kind, titleOf, merge, report }: ListRules<T>,
): T | undefined {
  const kept = ours ?? theirs;
  if (!kept) return undefined;
  const title = titleOf(kept);
  if (ours && theirs) {
    return merge(base ?? {}, ours, theirs, (field) =>
      report({
        kind,
        id: kept.id,
        title,
        field,
        reason: `${kind} "${title}": ${field} was changed on both sides`,
      }),
    );
  }
  // Where the repository keeps it is bookkeeping, not an edit.
  if (!base || !same({ ...base, git: null }, { ...kept, git: null })) {
    if (base)
      report({
        kind,
        id: kept.id,
        title,
        field: 'deleted',
        reason: `${kind} "${title}" was deleted on one side and changed on the other`,
      });
    return kept;
  }
  return undefined;
}

/** Bytes, type, size and dimensions belong together: they change as one. */
function mergeFile(base: Partial<FileNode>, ours: FileNode, theirs: FileNode, differ: Differ): FileNode {
  const out = mergeStamps(base, ours, mergeFields(['name'], base, ours, theirs, differ), theirs);
  if (ours.hash === theirs.hash || theirs.hash === base.hash) return out;
  if (ours.hash !== base.hash) differ('content');
  const { dimensions: _, ...rest } = out;
  const { hash, size, contentType, dimensions } = theirs;
  return { ...rest, hash, size, contentType, ...(dimensions && { dimensions }) };
}

function mergeReusable(
  content: ContentStore,
  base: Partial<ReusableContentNode>,
  ours: ReusableContentNode,
  theirs: ReusableContentNode,
  differ: Differ,
): ReusableContentNode {
  const out = mergeStamps(base, ours, mergeFields(['title'], base, ours, theirs, differ), theirs);
  return mergeMarkdown(content, base, ours, theirs, out, differ);
}

const byId = <T extends { id: string }>(list: T[]) => new Map(list.map((one) => [one.id, one]));
// No id stands twice.
const byText = (a: string, b: string) => (a < b ? -1 : 1);
