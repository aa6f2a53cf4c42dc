// What search knows of a revision: its pages, the words of their titles, the sections of their contents. Read once.
import type { Tree } from '../../content/model.ts';
import { type Placed, walk } from '../../content/tree.ts';
import { contentIndexStore } from '../../db/content/content-index.ts';
import type { Database } from '../../db/database.ts';

export interface SearchPages {
  /** In reading order. */
  pages: Placed[];
  /** Every word of a title or description, sorted, with the index of its page. */
  titles: [word: string, page: number][];
  /** Indexes of the pages whose content holds a section. */
  pagesOfSection: Map<number, number[]>;
}

const read = new WeakMap<Tree, SearchPages>();

export function searchPages(db: Database, tree: Tree): SearchPages {
  const known = read.get(tree);
  if (known) return known;
  const pages = [...walk(tree.pages)].filter(({ page }) => page.type === 'document' && !page.noIndex);
  const titles = pages.flatMap(({ page }, at) =>
    wordsOf(`${page.title} ${page.description ?? ''}`).map((word): [string, number] => [word, at]),
  );
  titles.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const made = { pages, titles, pagesOfSection: sectionsOf(db, pages) };
  read.set(tree, made);
  return made;
}

function sectionsOf(db: Database, pages: readonly Placed[]): Map<number, number[]> {
  const hashes = new Set(pages.flatMap(({ page }) => page.markdown ?? []));
  const ranges = new Map(
    contentIndexStore(db)
      .ranges([...hashes])
      .map((range) => [range.hash, range]),
  );
  const sections = new Map<number, number[]>();
  pages.forEach(({ page }, at) => {
    const { firstSection = 0, sectionCount = 0 } = ranges.get(page.markdown ?? '') ?? {};
    for (let id = firstSection; id < firstSection + sectionCount; id += 1) {
      const same = sections.get(id);
      if (same) same.push(at);
      else sections.set(id, [at]);
    }
  });
  return sections;
}

/** Pages whose titles hold a beginning of every word, those with the fewest other words first. */
export function pagesTitled(titles: SearchPages['titles'], words: readonly string[]): number[] {
  const [first, ...rest] = words.map((word) => pagesWith(titles, word));
  if (!first) return [];
  const pages = [...first].filter((page) => rest.every((others) => others.has(page)));
  const lengths = new Map<number, number>();
  for (const [, page] of pages.length > 0 ? titles : []) lengths.set(page, (lengths.get(page) ?? 0) + 1);
  return pages.sort((a, b) => (lengths.get(a) ?? 0) - (lengths.get(b) ?? 0) || a - b);
}

function pagesWith(titles: SearchPages['titles'], start: string): Set<number> {
  let low = 0;
  for (let high = titles.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((titles[middle]?.[0] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  const pages = new Set<number>();
  for (; titles[low]?.[0].startsWith(start); low += 1) pages.add(titles[low]?.[1] ?? 0);
  return pages;
}

/** Small letters without accents, as the index compares them. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
