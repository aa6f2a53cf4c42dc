// Full-text search over the main content of a space: sections that hold every word, and pages so titled.
import type { SearchResult } from '../../api/search.ts';
import type { Hash, Tree } from '../content/model.ts';
import { type Placed, walk } from '../content/tree.ts';
import { contentIndexStore, type MatchedSection, type SectionMatch } from '../db/content-index.ts';
import type { Database } from '../db/database.ts';
import { appUrl } from '../urls.ts';
import type { ContentView } from '../views/pages.ts';

/** A page that fits, not yet told: `sections` are ids, the best first. */
export interface Hit {
  placed: Placed;
  rank: number;
  sections: number[];
}

const MOST_SECTIONS = 5;
/** A page called so comes before pages that only say so. */
const TITLE_BONUS = 100;

/** An FTS5 expression: every word, as the beginning of a word. Undefined for a text without words. */
export function expressionOf(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{M}\p{N}_]+/gu);
  return words?.map((word) => `"${word}"*`).join(' ');
}

/** Pages of a tree that fit, the best first. Those that search leaves out (`noIndex`) are left out. */
export function hitsIn(tree: Tree, matches: readonly SectionMatch[], text: string): Hit[] {
  const { byHash, titles } = pagesOf(tree);
  const hits = new Map<string, Hit>();
  for (const { id, hash, rank } of matches) {
    for (const placed of byHash.get(hash) ?? []) {
      const hit = hits.get(placed.page.id) ?? { placed, rank: 0, sections: [] };
      hit.sections.push(id);
      hit.rank = Math.min(hit.rank, rank);
      hits.set(placed.page.id, hit);
    }
  }
  const words = wordsOf(text);
  for (const { placed, title } of titles) {
    if (!words.every((word) => title.some((own) => own.startsWith(word)))) continue;
    const hit = hits.get(placed.page.id) ?? { placed, rank: 0, sections: [] };
    hits.set(placed.page.id, { ...hit, rank: hit.rank - TITLE_BONUS });
  }
  return [...hits.values()].sort((a, b) => a.rank - b.rank || compare(a.placed.page.id, b.placed.page.id));
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

interface TreePages {
  byHash: Map<Hash, Placed[]>;
  titles: { placed: Placed; title: string[] }[];
}

const read = new WeakMap<Tree, TreePages>();

function pagesOf(tree: Tree): TreePages {
  const known = read.get(tree);
  if (known) return known;
  const pages: TreePages = { byHash: new Map(), titles: [] };
  for (const placed of walk(tree.pages)) {
    const { page } = placed;
    if (page.type !== 'document' || page.noIndex) continue;
    pages.titles.push({ placed, title: wordsOf(`${page.title} ${page.description ?? ''}`) });
    if (page.markdown === undefined) continue;
    const same = pages.byHash.get(page.markdown);
    if (same) same.push(placed);
    else pages.byHash.set(page.markdown, [placed]);
  }
  read.set(tree, pages);
  return pages;
}

/** Small letters without accents, as the index compares them. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Hits with the sections that fit and the words around. */
export function tellHits(
  db: Database,
  view: ContentView,
  hits: readonly Hit[],
  expression: string,
): SearchResult[] {
  const wanted = hits.flatMap(({ sections }) => sections.slice(0, MOST_SECTIONS));
  const found = wanted.length === 0 ? [] : contentIndexStore(db).excerpts(expression, wanted);
  const byId = new Map(found.map((section) => [section.id, section]));
  return hits.map(({ placed: { page, path }, sections }) => ({
    id: page.id,
    title: page.title,
    path,
    sections: sections.slice(0, MOST_SECTIONS).flatMap((id) => {
      const section = byId.get(id);
      return section ? [tellSection(view, page.id, path, section)] : [];
    }),
    urls: { app: appUrl(view.sandbox, `${view.base}/${path}`) },
  }));
}

function tellSection(view: ContentView, pageId: string, path: string, section: MatchedSection) {
  const { anchor, title, excerpt } = section;
  const place = anchor === '' ? path : `${path}#${anchor}`;
  return {
    id: `${pageId}/${anchor}`,
    title,
    path: place,
    body: excerpt,
    urls: { app: appUrl(view.sandbox, `${view.base}/${place}`) },
  };
}
