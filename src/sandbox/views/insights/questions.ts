// Questions of visitors as the platform shows them: what is counted is counted from their answers.
import type { SiteQuestion, SiteQuestionStats } from '../../../api/insights/question-shapes.generated.ts';
import type { SiteQuestionAnswerSource as AnswerSource } from '../../../api/insights/questions.generated.ts';
import type { SiteAnswerRow, SiteQuestionRow, Source } from '../../db/insights/insights.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { countBy, pulseOf } from './conversations.ts';

/** Counts the answers to some questions. */
export function questionStats(
  call: Call,
  questions: readonly SiteQuestionRow[],
  answers: readonly SiteAnswerRow[],
): SiteQuestionStats {
  const of = <K extends 'answered' | 'relevance' | 'rating'>(field: K, value: SiteAnswerRow[K]) =>
    answers.filter((answer) => answer[field] === value).length;
  const typed = (type: SiteQuestion['type']) => questions.filter((one) => one.type === type).length;
  return {
    total: questions.length,
    answers: answers.length,
    feedback: { positive: of('rating', 1), negative: of('rating', -1), unrated: of('rating', null) },
    answered: {
      yes: of('answered', 'yes'),
      partially: of('answered', 'partially'),
      no: of('answered', 'no'),
    },
    relevance: {
      relevant: of('relevance', 'relevant'),
      spam: of('relevance', 'spam'),
      'off-topic': of('relevance', 'off-topic'),
      unclear: of('relevance', 'unclear'),
    },
    types: {
      exploring: typed('exploring'),
      'how-to': typed('how-to'),
      troubleshooting: typed('troubleshooting'),
      reference: typed('reference'),
      unknown: typed('unknown'),
    },
    channelTypes: countBy(answers.map(({ channel }) => channel)),
    channels: {},
    weeklyPulse: pulseOf(answers, call.now()),
  };
}

export const sitePath = ({ organizationId, siteId }: { organizationId: string; siteId: string }) =>
  `/v1/orgs/${organizationId}/sites/${siteId}`;

/** A question with the answers that count, the oldest first. */
export function questionView(
  call: Call,
  organizationId: string,
  row: SiteQuestionRow,
  answers: readonly SiteAnswerRow[],
): SiteQuestion {
  const path = `${sitePath({ organizationId, siteId: row.site })}/questions/${row.id}`;
  return {
    object: 'site-question',
    id: row.id,
    question: row.question,
    type: row.type,
    createdAt: row.createdAt,
    askedAt: answers.at(-1)?.createdAt ?? row.createdAt,
    stats: questionStats(call, [row], answers),
    urls: { location: locationUrl(call, path) },
  };
}

export function sourceView(call: Call, { space, revision, page, title, weight }: Source): AnswerSource {
  return {
    object: 'site-question-answer-source',
    id: page,
    type: 'page',
    ...{ space, revision, page, title, weight },
    urls: { location: locationUrl(call, `/v1/spaces/${space}/content/page/${page}`) },
  };
}
