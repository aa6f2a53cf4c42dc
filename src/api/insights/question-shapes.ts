// What visitors asked a site, and how many asked what: shown by questions, by topics and by findings.
import type { Static } from '@sinclair/typebox';
import { Count, DateTime, Enum, Type } from '../schema.ts';
import { PULSE_WEEKS } from './conversation-issues.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Literal, Number: Num, Record: RecordOf } = Type;

export const QUESTION_TYPES = ['exploring', 'how-to', 'troubleshooting', 'reference', 'unknown'] as const;

export const SiteQuestionStats = Obj({
  total: Count(),
  answers: Count(),
  feedback: Obj({ positive: Count(), negative: Count(), unrated: Count() }),
  answered: Obj({ yes: Count(), partially: Count(), no: Count() }),
  relevance: Obj({ relevant: Count(), spam: Count(), 'off-topic': Count(), unclear: Count() }),
  types: Obj({
    exploring: Count(),
    'how-to': Count(),
    troubleshooting: Count(),
    reference: Count(),
    unknown: Count(),
  }),
  channelTypes: RecordOf(Str(), Num()),
  channels: RecordOf(Str(), Num()),
  weeklyPulse: ArrayOf(Num(), { minItems: PULSE_WEEKS, maxItems: PULSE_WEEKS }),
});
export type SiteQuestionStats = Static<typeof SiteQuestionStats>;

export const SiteQuestion = Obj({
  object: Literal('site-question'),
  id: Str(),
  question: Str(),
  type: Enum(QUESTION_TYPES),
  createdAt: DateTime(),
  askedAt: DateTime(),
  stats: SiteQuestionStats,
  urls: Obj({ location: Str() }),
});
export type SiteQuestion = Static<typeof SiteQuestion>;
