// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Literal, Num, Obj, RecordOf, Str, Uri } = builders;

export const SiteQuestionStats = Obj({
  total: Num(),
  answers: Num(),
  feedback: Obj({ positive: Num(), negative: Num(), unrated: Num() }),
  answered: Obj({ yes: Num(), partially: Num(), no: Num() }),
  relevance: Obj({ relevant: Num(), spam: Num(), 'off-topic': Num(), unclear: Num() }),
  types: Obj({ exploring: Num(), 'how-to': Num(), troubleshooting: Num(), reference: Num(), unknown: Num() }),
  channelTypes: RecordOf(Str(), Num()),
  channels: RecordOf(Str(), Num()),
  weeklyPulse: ArrayOf(Num(), { minItems: 13, maxItems: 13 }),
});
export type SiteQuestionStats = Static<typeof SiteQuestionStats>;

export const SiteQuestion = Obj({
  object: Literal('site-question'),
  id: Str(),
  question: Str(),
  type: Enum(['exploring', 'how-to', 'troubleshooting', 'reference', 'unknown']),
  createdAt: DateTime(),
  askedAt: DateTime(),
  stats: SiteQuestionStats,
  urls: Obj({ location: Uri() }),
});
export type SiteQuestion = Static<typeof SiteQuestion>;
