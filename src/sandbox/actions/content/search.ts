// Full-text search over one revision: pages so titled first, then pages of which a section holds every word.
import type { SearchResult } from '../../../api/content/search.ts';
import type { Placed } from '../../content/tree.ts';
import { expressionOf, wordsOf } from '../../content/words.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { contentIndexStore, type SectionRow } from '../../db/content/content-index.ts';
import type { Database } from '../../db/database.ts';
import { slices } from '../../slices.ts';
import { appUrl } from '../../urls.ts';
import type { ContentView } from '../../views/content/pages.ts';
import { excerptOf } from './excerpt.ts';
import { fittingSections } from './fitting-sections.ts';
import { pagesOfSection, type SearchPages, searchPages } from './search-pages.ts';
import { pagesTitled } from './title-words.ts';

/** A query: its words as titles are compared with them, and as the index understands them. */
export interface Wanted {
  words: string[];
  expression: string;
}

/** A page that fits: its sections that do, the best first. */
export interface Hit {
  placed: Placed;
  sections: number[];
}

export interface Search {
  /** How many pages fit. */
  count: number;
  /** Some of them in order, the best at 0. */
  hits(from: number, to: number): Hit[];
}

const MOST_SECTIONS = 5;
/** Sections that are ranked at first; ranking all would take longer than anything else. */
const FIRST_RANKED = 200;

/** Undefined for a text without words. User text is never an expression: every word is quoted. */
export function wantedOf(text: string): Wanted | undefined {
  const expression = expressionOf(text);
  return expression === undefined ? undefined : { words: wordsOf(text), expression };
}

/** Pages that search leaves out (`noIndex`) are left out. The revision must stand in the index. */
export async function searchIn(
  db: Database,
  revision: string,
  { words, expression }: Wanted,
  index = fittingSections(db, expression),
): Promise<Search> {
  const known = await searchPages(db, revisionsStore(db).get(revision)?.tree ?? '');
  const { pages, titles, span } = known;
  const pause = slices();
  const titled = pagesTitled(titles, words);
  const first = new Set(titled);
  await pause();
  const fitting = await fittingPages(known, span ? index.match(span) : []);
  const others = rankedPages(
    (most) => (span ? index.best(span, most) : []),
    (section) => pagesOfSection(known, section).filter((page) => !first.has(page)),
  );
  const toHit = (page: number): Hit[] => {
    const placed = pages[page];
    return placed ? [{ placed, sections: others.inOrder(fitting.get(page) ?? []) }] : [];
  };
  await pause();
  return {
    count: titled.length + [...fitting.keys()].filter((page) => !first.has(page)).length,
    hits(from, to) {
      const ranked = to > titled.length ? others.upTo(to - titled.length) : [];
      return [...titled, ...ranked].slice(from, to).flatMap(toHit);
    },
  };
}

/** The sections that fit, by page. Both lists are in the order of their ids. */
async function fittingPages(
  { contents }: SearchPages,
  sections: readonly number[],
): Promise<Map<number, number[]>> {
  const pause = slices();
  const fitting = new Map<number, number[]>();
  let at = 0;
  for (const { first, last, pages } of contents) {
    while ((sections[at] ?? first) < first) at += 1;
    const from = at;
    while ((sections[at] ?? last + 1) <= last) at += 1;
    if (at > from) for (const page of pages) fitting.set(page, sections.slice(from, at));
    await pause();
  }
  return fitting;
}

/** Pages by their best section, ranked as far as somebody reads. What was told once keeps its place. */
function rankedPages(rank: (most: number) => number[], pagesOf: (section: number) => readonly number[]) {
  const ordered: number[] = [];
  const seen = new Set<number>();
  const rankOf = new Map<number, number>();
  let asked = 0;
  let isWhole = false;
  const rankMore = (wanted: number) => {
    asked = Math.max(FIRST_RANKED, wanted * MOST_SECTIONS, asked * 4);
    const best = rank(asked);
    isWhole = best.length < asked;
    for (const section of best) {
      if (!rankOf.has(section)) rankOf.set(section, rankOf.size);
      for (const page of pagesOf(section)) {
        if (!seen.has(page)) ordered.push(page);
        seen.add(page);
      }
    }
  };
  return {
    upTo(wanted: number): readonly number[] {
      while (!isWhole && ordered.length < wanted) rankMore(wanted);
      return ordered.slice(0, wanted);
    },
    inOrder: (sections: readonly number[]): number[] =>
      [...sections].sort((a, b) => (rankOf.get(a) ?? asked) - (rankOf.get(b) ?? asked) || a - b),
  };
}

/** Hits with the sections that fit and the words around. */
export function tellHits(
  db: Database,
  view: ContentView,
  hits: readonly Hit[],
  { words }: Wanted,
  first = 0,
): SearchResult[] {
  const wanted = hits.flatMap(({ sections }) => sections.slice(0, MOST_SECTIONS));
  const found = new Map(
    contentIndexStore(db)
      .sections(wanted)
      .map((section) => [section.id, section]),
  );
  return hits.map(({ placed: { page, path, parents }, sections }, at) => ({
    id: page.id,
    title: page.title,
    description: page.description ?? '',
    path,
    ...{ score: 1 / (first + at + 1), rank: first + at + 1 },
    ancestors: parents.map(({ title }) => ({ title })),
    sections: sections.slice(0, MOST_SECTIONS).flatMap((id) => {
      const section = found.get(id);
      return section ? [tellSection(view, { pageId: page.id, path, section, words })] : [];
    }),
    urls: { app: appUrl(view.sandbox, `${view.base}/${path}`) },
  }));
}

interface Told {
  pageId: string;
  path: string;
  section: SectionRow;
  words: readonly string[];
}

function tellSection(view: ContentView, { pageId, path, section, words }: Told) {
  const { anchor, title, body } = section;
  const place = anchor === '' ? path : `${path}#${anchor}`;
  return {
    id: `${pageId}/${anchor}`,
    title,
    path: place,
    body: excerptOf(body, words),
    score: 1,
    urls: { app: appUrl(view.sandbox, `${view.base}/${place}`) },
  };
}
