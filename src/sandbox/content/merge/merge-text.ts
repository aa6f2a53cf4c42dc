// Three-way merge of a node's Markdown and of what stamps it: times and its place in a repository.

import { mergeText } from '../../../markdown/merge-lines.ts';
import type { ContentStore, GitPlace, Hash } from '../model.ts';
import { type Differ, mergeValue } from './merge-values.ts';

interface Written {
  markdown?: Hash;
}

interface Stamped {
  createdAt?: string;
  updatedAt?: string;
  git?: GitPlace;
}

/** Returns `out` with the merged Markdown. Texts are read only where both sides wrote. */
export function mergeMarkdown<T extends Written>(
  content: ContentStore,
  base: Written,
  ours: Written,
  theirs: Written,
  out: T,
  differ: Differ,
): T {
  const chosen = mergeValue(base.markdown, ours.markdown, theirs.markdown);
  if (chosen) return withMarkdown(out, chosen.value);
  if (!ours.markdown || !theirs.markdown) {
    differ('markdown');
    return out;
  }
  const old = base.markdown ? content.text(base.markdown) : '';
  const text = mergeText(old, content.text(ours.markdown), content.text(theirs.markdown));
  if (text === undefined) {
    differ('markdown');
    return out;
  }
  return withMarkdown(out, content.put(text));
}

/** Stamps never conflict: the earlier creation, the later update; of two places in a repository the greater, so that sides do not matter. */
export function mergeStamps<T extends Stamped>(base: Stamped, ours: Stamped, out: T, theirs: Stamped): T {
  const { createdAt: _c, updatedAt: _u, git: _g, ...rest } = out;
  const createdAt = pick(base.createdAt, ours.createdAt, theirs.createdAt, (a, b) => a < b);
  const updatedAt = pick(base.updatedAt, ours.updatedAt, theirs.updatedAt, (a, b) => a > b);
  const git = pick(base.git, ours.git, theirs.git, (a, b) => JSON.stringify(a) > JSON.stringify(b));
  // `rest` holds every other field of T, and the stamps come back with the types they had.
  return {
    ...rest,
    ...(createdAt && { createdAt }),
    ...(updatedAt && { updatedAt }),
    ...(git && { git }),
  } as T;
}

function pick<V>(
  base: V | undefined,
  ours: V | undefined,
  theirs: V | undefined,
  wins: (a: V, b: V) => boolean,
): V | undefined {
  const merged = mergeValue(base, ours, theirs);
  if (merged) return merged.value;
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return wins(ours, theirs) ? ours : theirs;
}

function withMarkdown<T extends Written>(out: T, markdown: Hash | undefined): T {
  const { markdown: _, ...rest } = out;
  return { ...rest, ...(markdown && { markdown }) } as T;
}
