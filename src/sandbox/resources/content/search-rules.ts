// Full-text search over one revision: pages so titled first, then pages of which a section holds every word.

import { firstPlace } from '../../../files/lists.ts';
import type { Hash } from '../../content/model.ts';
import type { Placed } from '../../content/tree.ts';
import { expressionOf, UNSPACED, wordsOf } from '../../content/words.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { contentIndexStore, type SectionRow, type SectionSpan } from '../../db/content/content-index.ts';
import type { Database } from '../../db/database.ts';
import { slices } from '../../slices.ts';
import { appUrl } from '../../urls.ts';
import type { ContentView } from './pages-view.ts';
import { pagesOfSection, pagesTitled, type SearchPages, searchPages } from './search-pages.ts';

// The part of a text where the words of a query stand.

const BEFORE = 60;
const LENGTH = 240;

/** Takes words in small letters without accents; returns about 240 characters, cut between words, on one line. */
export function excerptOf(text: string, words: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ');
  if (flat.length <= LENGTH) return flat;
  const place = firstWordAt(flat, words);
  const at = Math.max(0, place - BEFORE);
  const start = at === 0 ? 0 : startOf(flat, at, place);
  const rest = flat.slice(start);
  if (rest.length <= LENGTH) return `…${rest}`;
  const end = rest.lastIndexOf(' ', LENGTH);
  return `${start === 0 ? '' : '…'}${rest.slice(0, end > BEFORE * 2 ? end : LENGTH)}…`;
}

/** The first word from `at` on; of a text without spaces the character there. */
function startOf(text: string, at: number, place: number): number {
  const space = text.indexOf(' ', at);
  if (space !== -1 && space < place) return space + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Where the first of the words begins, or one with the same stem. */
function firstWordAt(text: string, words: readonly string[]): number {
  const stems = words.map((word) => word.slice(0, Math.max(4, Math.ceil(word.length * 0.7))));
  // A word of a script without spaces begins anywhere.
  const begin = new RegExp(`(?:(?<![\\p{L}\\p{N}_])|(?=[${UNSPACED}]))(?:${stems.join('|')})`, 'u');
  return Math.max(0, folded(text).search(begin));
}

/** Same length, so that places in one are places in the other. */
const folded = (text: string) =>
  text.toLowerCase().replace(/[^\u0000-\u007f]/g, (letter) => letter.normalize('NFD').charAt(0));

// Sections that fit a query: asked for one revision, or once for all where a search is of many.

export interface FittingSections {
  /** Those in a range, in the order of their ids. */
  match(span: SectionSpan): readonly number[];
  /** Those in a range that fit best, the best first. */
  best(span: SectionSpan, most: number): number[];
}

/** Asks the index for each range: each query reads, beside its range, how often the words occur in all of it. */
function fittingSections(db: Database, expression: string): FittingSections {
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
const placeOf = (sorted: readonly number[], least: number): number =>
  firstPlace(sorted.length, (at) => (sorted[at] ?? least) < least);

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

/** Pages that search leaves out (`noIndex`) are left out. The revision must be in the index. */
export const searchIn = (db: Database, revision: string, wanted: Wanted): Promise<Search> =>
  searchTree(db, revisionsStore(db).get(revision)?.tree ?? '', wanted);

/** The same for the hash of a tree. */
export async function searchTree(
  db: Database,
  tree: Hash,
  { words, expression }: Wanted,
  index = fittingSections(db, expression),
): Promise<Search> {
  const known = await searchPages(db, tree);
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
      // The sections of a page have one order, whatever is on the same page of the list.
      const ranked = others.upTo(Math.max(1, to - titled.length));
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
) {
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
