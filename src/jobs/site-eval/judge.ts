// What a site found for a question, compared with what was expected, and the measures of all questions.

import { askSite } from '../../api/insights/questions.ts';
import { getAiUsage } from '../../api/people/organizations.ts';
import { searchSite } from '../../api/sites/site-agent-settings.ts';
import type { Client } from '../../client/client.ts';
import { isAnswer } from '../../client/events.ts';
import { ForbiddenError, isAbsence, ProtocolError } from '../../errors.ts';
import type { SitePage } from '../redirects/site-map.ts';
import type { Question } from './questions-file.ts';

/** A page, or a record beside the pages. */
interface Hit {
  /** ID of the page, or URL of the record. */
  id: string;
  /** Its path on the site, or its title. */
  shown: string;
  /** What the result shows of it. */
  text: string;
}

/** What a site said to one question: the best hit first. */
interface Found {
  hits: readonly Hit[];
  /** Absent where pages were searched for. */
  answer?: string;
}

export interface Judged {
  /** `open`: nothing is expected yet. */
  outcome: 'passed' | 'failed' | 'open';
  /** Place of the first expected page, from 1; null where it was not found, or no page is expected. */
  rank: number | null;
  /** 0 where the page was not found; null where no page is expected. */
  reciprocalRank: number | null;
  problems: string[];
}

/** `pages`: IDs of what the question expects. */
export function judge(question: Question, pages: ReadonlySet<string>, { hits, answer }: Found): Judged {
  const { expect, within, contains, not } = question;
  const at = hits.findIndex(({ id }) => pages.has(id));
  const rank = at < 0 ? null : at + 1;
  const reciprocalRank = expect.length === 0 ? null : rank === null ? 0 : rounded(1 / rank);
  if (expect.length + contains.length + not.length === 0)
    return { outcome: 'open', rank, reciprocalRank, problems: [] };
  const shown = hits.slice(0, within).map(({ text }) => text);
  const text = plain(answer ?? shown.join('\n'));
  const what = answer === undefined ? 'the results' : 'the answer';
  const problems = [
    ...(reciprocalRank === null ? [] : farFrom(expect, rank, within)),
    ...contains.filter((one) => !text.includes(plain(one))).map((one) => `"${one}" is not in ${what}`),
    ...not.filter((one) => text.includes(plain(one))).map((one) => `"${one}" is in ${what}`),
  ];
  return { outcome: problems.length === 0 ? 'passed' : 'failed', rank, reciprocalRank, problems };
}

function farFrom(expect: readonly string[], rank: number | null, within: number): string[] {
  if (rank === null) return [`${expect.join(' or ')} was not found`];
  return rank > within ? [`${expect.join(' or ')} is at ${rank}, not within ${within}`] : [];
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export interface Totals {
  questions: number;
  passed: number;
  failed: number;
  open: number;
  notJudged: number;
  /** Shares of the questions that expect a page and were judged, from 0 to 1; null where there are none. */
  hitAt1: number | null;
  hitAt3: number | null;
  meanReciprocalRank: number | null;
}

export function totalsOf(
  rows: readonly (Pick<Judged, 'rank' | 'reciprocalRank'> & { outcome: string })[],
): Totals {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  const ranked = rows.filter(({ reciprocalRank }) => reciprocalRank !== null);
  const mean = (of: (row: (typeof rows)[number]) => number) =>
    ranked.length === 0 ? null : rounded(ranked.reduce((sum, row) => sum + of(row), 0) / ranked.length);
  const hitAt = (most: number) => mean(({ rank }) => Number(rank !== null && rank <= most));
  return {
    ...{ questions: rows.length, passed: count('passed'), failed: count('failed'), open: count('open') },
    notJudged: count('not judged'),
    ...{ hitAt1: hitAt(1), hitAt3: hitAt(3) },
    meanReciprocalRank: mean(({ reciprocalRank }) => reciprocalRank ?? 0),
  };
}

// What a site finds for a question: by its search, or in the sources of its answer.
export interface AskedSite {
  organizationId: string;
  siteId: string;
  /** By `pageKey`. */
  pages: ReadonlyMap<string, SitePage>;
}

/** A copy of a space may have pages with the IDs of the first. */
export const pageKey = (spaceId: string, pageId: string): string => `${spaceId} ${pageId}`;

/** Spaces and records that are taken of a search; far more than any site has. */
const MOST_RESULTS = 1000;
const EVERYWHERE = { mode: 'all' } as const;

/** The pages that a search finds, the best first: by their scores where the host says them, else as they come. */
export async function searchFor(client: Client, { pages, ...ref }: AskedSite, query: string): Promise<Found> {
  const { items } = await client.call(searchSite, { ...ref, query, scope: EVERYWHERE, limit: MOST_RESULTS });
  const hits = items.flatMap((item): (Hit & { score: number })[] => {
    if ('url' in item) {
      const { url, title, description = '', score } = item;
      return [{ id: url, shown: title, text: `${title}\n${description}`, score }];
    }
    return item.pages.map(({ id: page, title, description = '', sections = [], score = 0 }) => ({
      ...{ id: pageKey(item.id, page), shown: pages.get(pageKey(item.id, page))?.address ?? title, score },
      text: [title, description, ...sections.flatMap((one) => [one.title, one.body])].join('\n'),
    }));
  });
  return { hits: hits.sort((a, b) => b.score - a.score) };
}

/**
 * The answer and its sources. Asked again only where it was refused: else it would be paid for twice. Throws what the call throws where
 * the answer was refused or ended early, ProtocolError where there was none: half an answer is none.
 */
export async function askFor(client: Client, { pages, ...ref }: AskedSite, question: string): Promise<Found> {
  const input = { ...ref, question, scope: EVERYWHERE, format: 'markdown' } as const;
  const events: unknown[] = await client.call(askSite, input, { once: true });
  const last = events.findLast(isAnswer);
  if (!last) throw new ProtocolError('the answer is empty', { http: { method: 'POST', path: askSite.path } });
  const { answer, sources } = last.answer;
  const hits = sources.map((source): Hit => {
    if (source.type === 'record') return { id: source.url, shown: source.title, text: source.title };
    const id = pageKey(source.space, source.page);
    return { id, shown: pages.get(id)?.address ?? `page ${source.page}`, text: '' };
  });
  // Several sections of one page are one source.
  const each = new Map(hits.map((hit) => [hit.id, hit]));
  return { hits: [...each.values()], answer: answer && 'markdown' in answer ? answer.markdown : '' };
}

/** AI credits that the organization has used this month; undefined where the host does not tell. */
export async function creditsUsed(
  client: Client,
  organizationId: string,
  now: Date,
): Promise<number | undefined> {
  const from = `${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  try {
    const { periods } = await client.call(getAiUsage, { organizationId, from, to: now.toISOString() });
    return periods.reduce((sum, { credits }) => sum + credits, 0);
  } catch (error) {
    if (isAbsence(error) || error instanceof ForbiddenError) return undefined;
    throw error;
  }
}
