// Topics that no page of a site is about: what people ask for, and do not find.
import { expressionOf } from '../../../content/words.ts';
import { revisionsStore } from '../../../db/content/content.ts';
import { contentIndexStore } from '../../../db/content/content-index.ts';
import { type ReadRecord, readRecords, type SiteTopicRow, siteTopics } from '../../../db/insights/context.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { slices } from '../../../slices.ts';
import { analyzeRevision } from '../../content/resolved-links.ts';
import { pagesOfSection, searchPages } from '../../content/search-pages.ts';
import { readWords, type Vector, weighted, weightsOf, wordsOf } from '../conversations.ts';
import { spacesOf } from './broken-links.ts';
import type { Found } from './unanswered.ts';

/** How many of its most telling words stand for a topic. */
const TELLING = 6;
/** A page that has this much of their weight is about the topic. */
const ENOUGH = 0.6;
const MANY_RECORDS = 5;
const SOME_RECORDS = 3;

/** The words that tell a topic of a site from the others, with their weights. */
export function tellingWords({ db }: Sandbox, { site, id }: Pick<SiteTopicRow, 'site' | 'id'>): Vector {
  const weight = weightsOf(readRecords(db, 'site', site).map(({ words }) => readWords(words)));
  const sum = new Map<string, number>();
  for (const { words } of readRecords(db, 'topic', id))
    for (const [word, value] of weighted(readWords(words), weight))
      sum.set(word, (sum.get(word) ?? 0) + value);
  const best = [...sum].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, TELLING);
  return new Map(best);
}

/** Counts the pages about a topic, and finds it missing where there are none. */
export async function findGap(sandbox: Sandbox, site: string, topicId: string): Promise<Found[]> {
  const topic = siteTopics(sandbox.db).find({ id: topicId, site });
  if (!topic) return [];
  const words = tellingWords(sandbox, topic);
  const pages = await pagesAbout(sandbox, site, words);
  siteTopics(sandbox.db).update({ id: topic.id }, { pages });
  const records = readRecords(sandbox.db, 'topic', topic.id);
  if (pages > 0 || words.size === 0 || records.length === 0) return [];
  return [gapOf(topic, [...words.keys()], records)];
}

/** The finding that no page is about a topic. */
export function gapOf(
  topic: Pick<SiteTopicRow, 'id' | 'label'>,
  words: readonly string[],
  records: readonly Pick<ReadRecord, 'id'>[],
): Found {
  return {
    about: `gap ${topic.id}`,
    title: `No page about "${topic.label}"`,
    description: `Records are about it, and no page has its words: ${words.join(', ')}.`,
    type: 'content-gap',
    severity: records.length >= MANY_RECORDS ? 'high' : records.length >= SOME_RECORDS ? 'medium' : 'low',
    // Asked once, it may be of no interest to anybody else.
    status: records.length > 1 ? 'open' : 'candidate',
    space: null,
    topic: topic.id,
    pages: [],
    records: records.map(({ id }) => id),
  };
}

async function pagesAbout(sandbox: Sandbox, site: string, words: Vector): Promise<number> {
  const whole = [...words.values()].reduce((sum, weight) => sum + weight, 0);
  let count = 0;
  for (const { space } of spacesOf(sandbox, site)) {
    await analyzeRevision(sandbox, space.revision);
    const weights = new Map<string, number>();
    for (const [word, weight] of words)
      for (const page of await pagesWith(sandbox, space.revision, word))
        weights.set(page, (weights.get(page) ?? 0) + weight);
    count += [...weights.values()].filter((weight) => weight >= whole * ENOUGH).length;
  }
  return count;
}

/** Ids of the pages that have a word in their title, description or text. */
async function pagesWith({ db }: Sandbox, revision: string, word: string): Promise<Set<string>> {
  const expression = expressionOf(word);
  const known = await searchPages(db, revisionsStore(db).get(revision)?.tree ?? '');
  const found = new Set<string>();
  const pause = slices();
  for (const { page } of known.pages) {
    if (wordsOf(`${page.title} ${page.description ?? ''}`).has(word)) found.add(page.id);
    await pause();
  }
  if (expression === undefined || !known.span) return found;
  for (const section of contentIndexStore(db).match(expression, known.span)) {
    for (const at of pagesOfSection(known, section)) {
      const placed = known.pages[at];
      if (placed) found.add(placed.page.id);
    }
    await pause();
  }
  return found;
}
