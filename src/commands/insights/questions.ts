// docs questions: what visitors of a site asked, and whether they were answered.
import * as api from '../../api/insights/questions.ts';
import { command, group } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { sendAndShow } from '../../engine/run/send.ts';
import { settledFirst } from '../sending.ts';

const ROW = [
  'id',
  'question',
  'type',
  'stats.answers',
  'stats.answered.yes',
  'stats.answered.partially',
  'stats.answered.no',
  'askedAt',
] as const;
const table = [...ROW.slice(1), 'id'];
const labels = {
  'stats.answers': 'asked',
  'stats.answered.yes': 'answered',
  'stats.answered.partially': 'partially',
  'stats.answered.no': 'unanswered',
  askedAt: 'last asked',
};

const TO_EVAL = [
  flag('--to-eval <file>', 'start a new file of questions for docs sites eval with them', {
    group: 'Output:',
  }),
] as const satisfies readonly Option[];

async function listOrStartFile(run: Run<FlagsOf<typeof TO_EVAL>>): Promise<void> {
  const { toEval } = run.flags;
  if (toEval === undefined) return sendAndShow(run);
  await (await import('../../jobs/site-eval/questions-file.ts')).startFile(run, toEval);
}

export default group(
  'questions',
  'Show what visitors of a site ask',
  [
    command('list', api.listQuestions, {
      none: 'questions',
      columns: ROW,
      table,
      labels,
      hidden: ['sort'],
      refs: { topic: 'siteTopicId' },
      options: TO_EVAL,
      send: listOrStartFile,
      examples: [
        [
          'List questions without a full answer',
          'docs questions list --site "Tarnpost Docs" --answered no,partially',
        ],
        [
          'List questions of this year, the most asked first',
          'docs questions list --site "Tarnpost Docs" --from 2026-01-01T00:00:00Z --sort -stats.answers',
        ],
        [
          'Start a file for docs sites eval with them',
          'docs questions list --site "Tarnpost Docs" --answered no --to-eval questions-new.yaml',
        ],
      ],
    }),
    command('get', api.getQuestion, {
      args: ['siteQuestionId'],
      columns: [...ROW, 'stats.feedback.positive', 'stats.feedback.negative', 'createdAt'],
      table,
      labels: { ...labels, 'stats.feedback.positive': 'rated up', 'stats.feedback.negative': 'rated down' },
      examples: ['docs questions get "Can I print labels as ZPL?" --site "Tarnpost Docs"'],
    }),
    command('sources', api.listQuestionSources, {
      args: ['siteQuestionId'],
      none: 'sources',
      columns: ['type', 'title', 'weight', 'space', 'id'],
      names: { space: 'spaceId' },
      examples: ['docs questions sources "Can I print labels as ZPL?" --site "Tarnpost Docs"'],
      notes: 'A source with more weight was used more.',
    }),
    command('stats', api.getQuestionStats, {
      refs: { topic: 'siteTopicId' },
      // Counts of a topic that is not there would be zeros.
      send: settledFirst,
      columns: [
        'total',
        'answers',
        'answered.yes',
        'answered.partially',
        'answered.no',
        'feedback.positive',
        'feedback.negative',
        'weeklyPulse',
      ],
      labels: {
        total: 'questions',
        'answered.yes': 'answered',
        'answered.partially': 'partially',
        'answered.no': 'unanswered',
        'feedback.positive': 'rated up',
        'feedback.negative': 'rated down',
      },
      examples: ['docs questions stats --site "Tarnpost Docs"'],
    }),
  ],
  [
    ['List questions without an answer', 'docs questions list --site "Tarnpost Docs" --answered no'],
    ['Count questions and answers', 'stats'],
  ],
);
