// Three-way merge of revisions: pages, files, reusable contents and variables.

import type { ContentStore, FileNode, ReusableContentNode, Tree } from '../model.ts';
import type { Steps } from '../steps.ts';
import type { Conflict, MergeInput, Report } from './conflict.ts';
import { mergeOrder } from './merge-order.ts';
import { mergePages } from './merge-pages.ts';
import { mergeMarkdown, mergeStamps } from './merge-text.ts';
import { type Differ, mergeFields, mergeRecord, same } from './merge-values.ts';

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
