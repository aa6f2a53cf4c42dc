// How many visitors asked something.
import { PULSE_WEEKS } from '../../../api/insights/conversation-issues.ts';
import type { SiteQuestionStats } from '../../../api/insights/question-shapes.ts';

/** Of what nobody has asked about. */
export const noQuestions = (): SiteQuestionStats => ({
  total: 0,
  answers: 0,
  feedback: { positive: 0, negative: 0, unrated: 0 },
  answered: { yes: 0, partially: 0, no: 0 },
  relevance: { relevant: 0, spam: 0, 'off-topic': 0, unclear: 0 },
  types: { exploring: 0, 'how-to': 0, troubleshooting: 0, reference: 0, unknown: 0 },
  channelTypes: {},
  channels: {},
  weeklyPulse: new Array<number>(PULSE_WEEKS).fill(0),
});
