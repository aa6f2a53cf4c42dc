// The words of titles, and the pages they stand in.
import { titleWordsOf } from '../../content/words.ts';

export interface TitleWords {
  /** Each word once, sorted. */
  words: string[];
  /** Indexes of the pages with a word. */
  pagesOf: Map<string, number[]>;
  /** How many words each page's title has. */
  lengths: number[];
}

export function titleIndex() {
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
  let low = 0;
  for (let high = words.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  const pages = new Set<number>();
  for (; words[low]?.startsWith(start); low += 1) {
    for (const page of pagesOf.get(words[low] ?? '') ?? []) pages.add(page);
  }
  return pages;
}
