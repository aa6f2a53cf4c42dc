// The answers of a site that filters let through, and the questions they belong to.
import { spaces } from '../../../db/content/spaces.ts';
import {
  type SiteAnswerRow,
  type SiteQuestionRow,
  type Source,
  siteAnswers,
  siteQuestions,
} from '../../../db/insights/insights.ts';
import type { SiteRow } from '../../../db/sites/sites.ts';
import type { Call } from '../../../sandbox.ts';
import { sees } from '../../../who-sees.ts';
import { badRequest } from '../../../wire-error.ts';
import { readSite } from '../../sites/settings.ts';
import { requireSite } from '../../sites/site-access.ts';

/** A site whose visitors the caller may look at. 404, 403. */
export function siteToWatch(call: Call, ref: { organizationId: string; siteId: string }): SiteRow {
  const site = readSite(call, ref);
  requireSite(call, site, 'edit');
  return site;
}

export interface Filters {
  from?: string | undefined;
  to?: string | undefined;
  relevance?: readonly string[] | undefined;
  channelType?: readonly string[] | undefined;
  answered?: readonly string[] | undefined;
  topic?: string | readonly string[] | undefined;
}

/** The answers that are meant, the oldest first. 400 when `to` is before `from`. */
export function answersOf(call: Call, site: SiteRow, filters: Filters): SiteAnswerRow[] {
  const { from, to, relevance, channelType, answered, topic } = filters;
  const [begin, end] = [from, to].map((time) => (time === undefined ? undefined : new Date(time)));
  if (begin && end && end < begin) throw badRequest('to is before from');
  // Nothing groups questions by topics here: none has one.
  if (topic !== undefined && topic.length > 0) return [];
  const is = (wanted: readonly string[] | undefined, value: string) =>
    wanted === undefined || wanted.length === 0 || wanted.includes(value);
  return siteAnswers(call.db)
    .all({ site: site.id }, 'createdAt, rowid')
    .filter(
      (row) =>
        (begin === undefined || row.createdAt >= begin.toISOString()) &&
        (end === undefined || row.createdAt < end.toISOString()) &&
        is(relevance, row.relevance) &&
        is(channelType, row.channel) &&
        is(answered, row.answered),
    );
}

export interface Asked {
  question: SiteQuestionRow;
  /** The oldest first; never empty. */
  answers: SiteAnswerRow[];
}

/** Questions with at least one of the answers. */
export function questionsOf(call: Call, site: SiteRow, answers: readonly SiteAnswerRow[]): Asked[] {
  const by = new Map<string, SiteAnswerRow[]>();
  for (const answer of answers) {
    const same = by.get(answer.question);
    if (same) same.push(answer);
    else by.set(answer.question, [answer]);
  }
  return siteQuestions(call.db)
    .all({ site: site.id })
    .flatMap((question) => {
      const own = by.get(question.id);
      return own ? [{ question, answers: own }] : [];
    });
}

export const questionOf = (call: Call, site: SiteRow, id: string): SiteQuestionRow =>
  siteQuestions(call.db).get({ id, site: site.id }, 'question');

export const answerOf = (call: Call, site: SiteRow, id: string): SiteAnswerRow =>
  siteAnswers(call.db).get({ id, site: site.id }, 'answer');

/** The pages of an answer that the caller may see. */
export function sourcesOf(call: Call, { sources }: SiteAnswerRow): Source[] {
  return sources.filter(({ space }) => {
    const row = spaces(call.db).find({ id: space });
    return row !== undefined && row.deletedAt === null && sees(call, { kind: 'space', row });
  });
}
