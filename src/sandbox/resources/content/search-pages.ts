// What search knows of a revision: its pages, the words of their titles, the sections of their contents. Read once.

import { firstPlace, groupBy } from '../../../files/lists.ts';
import type { Hash } from '../../content/model.ts';
import { type Placed, walk } from '../../content/tree.ts';
import { titleWordsOf } from '../../content/words.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { contentIndexStore, type SectionRange, type SectionSpan } from '../../db/content/content-index.ts';
import { type Database, perDatabase } from '../../db/database.ts';
import { slices } from '../../slices.ts';

export interface SearchPages {
  /** In reading order. */
  pages: Placed[];
  titles: TitleWords;
  /** Contents with sections, by the id of the first one, each with the indexes of its pages. */
  contents: { first: number; last: number; pages: number[] }[];
  /** From the first section of any page to the last; undefined where there is none. */
  span: SectionSpan | undefined;
}

/** How many pages are kept in mind, of all trees together; one tree always is. */
const PAGES_KEPT = 25_000;

const kept = perDatabase(() => ({ trees: new Map<Hash, SearchPages>(), pages: 0 }));

/** Takes the hash of a tree that is in the index. */
export async function searchPages(db: Database, tree: Hash): Promise<SearchPages> {
  const all = kept(db);
  const known = all.trees.get(tree);
  const made = known ?? (await readPages(db, tree));
  // Whoever read the same tree meanwhile has counted it.
  if (!all.trees.delete(tree)) all.pages += made.pages.length;
  all.trees.set(tree, made);
  for (const [oldest, { pages }] of all.trees) {
    if (all.pages <= PAGES_KEPT || oldest === tree) break;
    all.trees.delete(oldest);
    all.pages -= pages.length;
  }
  return made;
}

async function readPages(db: Database, hash: Hash): Promise<SearchPages> {
  const pause = slices();
  const tree = revisionsStore(db).treeAt(hash);
  await pause();
  const pages = [...walk(tree.pages)].filter(({ page }) => page.type === 'document' && !page.noIndex);
  await pause();
  const titles = titleIndex();
  for (const [at, { page }] of pages.entries()) {
    titles.add(at, `${page.title} ${page.description ?? ''}`);
    await pause();
  }
  await pause();
  const contents = contentsOf(db, pages);
  await pause();
  const span = spanOf(contents);
  return { pages, titles: titles.done(), contents, span };
}

function contentsOf(db: Database, pages: readonly Placed[]): SearchPages['contents'] {
  const pagesOf = groupBy(pages.keys(), (at) => pages[at]?.page.markdown ?? '');
  return contentIndexStore(db)
    .ranges([...pagesOf.keys()])
    .filter(({ sectionCount }) => sectionCount > 0)
    .map(({ hash, firstSection: first, sectionCount }: SectionRange) => ({
      first,
      last: first + sectionCount - 1,
      pages: pagesOf.get(hash) ?? [],
    }))
    .sort((a, b) => a.first - b.first);
}

function spanOf(contents: SearchPages['contents']): SectionSpan | undefined {
  const [first, last] = [contents[0], contents.at(-1)];
  return first && last && { first: first.first, last: last.last };
}

/** Indexes of the pages whose content holds a section. */
export function pagesOfSection({ contents }: SearchPages, section: number): readonly number[] {
  const found = contents[firstPlace(contents.length, (at) => (contents[at]?.last ?? 0) < section)];
  return found && found.first <= section ? found.pages : [];
}

// The words of titles, and the pages that have them.

interface TitleWords {
  /** Each word once, sorted. */
  words: string[];
  /** Indexes of the pages with a word. */
  pagesOf: Map<string, number[]>;
  /** How many words each page's title has. */
  lengths: number[];
}

function titleIndex() {
  const pagesOf = new Map<string, number[]>();
  const lengths: number[] = [];
  return {
    add(page: number, text: string): void {
      const words = titleWordsOf(text);
      lengths[page] = words.length;
      for (const word of new Set(words)) {
        const pages = pagesOf.get(word);
        if (pages) pages.push(page);
        else pagesOf.set(word, [page]);
      }
    },
    done: (): TitleWords => ({ words: [...pagesOf.keys()].sort(), pagesOf, lengths }),
  };
}

/** Pages whose titles hold a beginning of every word, those with the fewest other words first. */
export function pagesTitled(titles: TitleWords, words: readonly string[]): number[] {
  const [first, ...rest] = words.map((word) => pagesWith(titles, word));
  if (!first) return [];
  const pages = [...first].filter((page) => rest.every((others) => others.has(page)));
  const lengthOf = (page: number) => titles.lengths[page] ?? 0;
  return pages.sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
}

function pagesWith({ words, pagesOf }: TitleWords, start: string): Set<number> {
  const pages = new Set<number>();
  const first = firstPlace(words.length, (at) => (words[at] ?? '') < start);
  for (let at = first; words[at]?.startsWith(start); at += 1) {
    for (const page of pagesOf.get(words[at] ?? '') ?? []) pages.add(page);
  }
  return pages;
}
