// docs answers: what visitors of a site were answered, each time they asked.
import type { SiteQuestionAnswerWithResponse as SiteAnswerWithResponse } from '../../api/insights/questions.generated.ts';
import { getAnswer, getAnswerThread, listAnswerSources, listAnswers } from '../../api/insights/questions.ts';
import { command, group } from '../../engine/model/command.ts';
import { fromDocument } from '../../markdown/from-document.ts';

const ROW = [
  'id',
  'input.text',
  'answered',
  'helpfulness',
  'feedback.rating',
  'channel.type',
  'createdAt',
] as const;
const table = [...ROW.slice(1), 'id'];
const labels = { 'input.text': 'question', 'feedback.rating': 'rating', 'channel.type': 'channel' };
const WHOLE = [...ROW, 'question.id', 'thread.id', 'response'] as const;

export default group(
  'answers',
  'Show what visitors of a site were answered',
  [
    command('list', listAnswers, {
      none: 'answers',
      columns: ROW,
      table,
      labels,
      refs: { question: 'siteQuestionId', topic: 'siteTopicId' },
      examples: [
        ['List the answers that helped least', 'docs answers list --site "Tarnpost Docs" --helpfulness low'],
        [
          'List the answers to one question',
          'docs answers list --site "Tarnpost Docs" --question "Can I print labels as ZPL?"',
        ],
      ],
    }),
    command('get', getAnswer, {
      args: ['siteQuestionAnswerId'],
      columns: WHOLE,
      table: [...table, 'response'],
      labels,
      present,
      examples: ['docs answers get smUxCthSaJy5ST1QYN57 --site "Tarnpost Docs"'],
    }),
    command('thread', getAnswerThread, {
      args: ['siteQuestionAnswerId'],
      rows: '.',
      none: 'answers',
      columns: WHOLE,
      table: ['input.text', 'response', 'answered', 'createdAt', 'id'],
      labels,
      present,
      examples: ['docs answers thread wetaOle5EYfZHYP7ceSi --site "Tarnpost Docs"'],
    }),
    command('sources', listAnswerSources, {
      args: ['siteQuestionAnswerId'],
      none: 'sources',
      columns: ['type', 'title', 'weight', 'space', 'id'],
      names: { space: 'spaceId' },
      examples: ['docs answers sources smUxCthSaJy5ST1QYN57 --site "Tarnpost Docs"'],
    }),
  ],
  [
    ['List answers that did not help', 'list'],
    ['Show one with its text', 'get'],
  ],
);

/** The text of the last step, which is what the visitor read. */
function present(answer: SiteAnswerWithResponse) {
  const steps = answer.response?.steps ?? [];
  const last = steps.filter(({ content }) => content !== undefined).at(-1);
  return { ...answer, response: last ? fromDocument(last.content) : '' };
}
