// Sections that fit a query: asked for one revision, or once for all where a search is of many.
import { contentIndexStore, type SectionSpan } from '../../db/content/content-index.ts';
import type { Database } from '../../db/database.ts';
import { slices } from '../../slices.ts';

export interface FittingSections {
  /** Those in a range, in the order of their ids. */
  match(span: SectionSpan): readonly number[];
  /** Those in a range that fit best, the best first. */
  best(span: SectionSpan, most: number): number[];
}

/** Asks the index for each range: each query reads, beside its range, how often the words occur in all of it. */
export function fittingSections(db: Database, expression: string): FittingSections {
  const index = contentIndexStore(db);
  return {
    match: (span) => index.match(expression, span),
    best: (span, most) => index.best(expression, span, most),
  };
}

/** How many sections are scored in one query, which nothing can interrupt. */
const SCORED_AT_ONCE = 10_000;

/** Asks the index once, however many ranges are read afterwards. */
export async function allFittingSections(db: Database, expression: string): Promise<FittingSections> {
  const index = contentIndexStore(db);
  const pause = slices();
  const sections = index.match(expression, { first: 0, last: Number.MAX_SAFE_INTEGER });
  const scores = new Map<number, number>();
  for (let at = 0; at < sections.length; at += SCORED_AT_ONCE) {
    const part = sections.slice(at, at + SCORED_AT_ONCE);
    const span = { first: part[0] ?? 0, last: part.at(-1) ?? 0 };
    await pause();
    for (const { id, score } of index.scores(expression, span)) scores.set(id, score);
  }
  const within = ({ first, last }: SectionSpan) =>
    sections.slice(placeOf(sections, first), placeOf(sections, last + 1));
  const scoreOf = (section: number) => scores.get(section) ?? 0;
  return {
    match: within,
    best: (span, most) =>
      within(span)
        .sort((a, b) => scoreOf(a) - scoreOf(b) || a - b)
        .slice(0, most),
  };
}

/** Index of the first number that is not below `least`. */
function placeOf(sorted: readonly number[], least: number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? least) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
