// What visitors asked a site, and how many asked what: shown by questions, by topics and by findings.
import type { Static } from '@sinclair/typebox';
import * as wire from './question-shapes.generated.ts';

export const QUESTION_TYPES = ['exploring', 'how-to', 'troubleshooting', 'reference', 'unknown'] as const;

export const SiteQuestionStats = wire.SiteQuestionStats;
export type SiteQuestionStats = Static<typeof SiteQuestionStats>;

export const SiteQuestion = wire.SiteQuestion;
export type SiteQuestion = Static<typeof SiteQuestion>;
