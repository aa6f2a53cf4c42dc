// What a site found for a question, compared with what was expected, and the measures of all questions.
import type { Question } from './questions-file.ts';

/** A page, or a record beside the pages. */
export interface Hit {
  /** ID of the page, or URL of the record. */
  id: string;
  /** Its path on the site, or its title. */
  shown: string;
  /** What the result shows of it. */
  text: string;
}

/** What a site said to one question: the best hit first. */
export interface Found {
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
