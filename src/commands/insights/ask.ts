// docs ask, docs sites ask: a question, the answer as it comes, and what it was made from.
import { getPage } from '../../api/content/pages.ts';
import type { SearchAIAnswerStream as AnswerEvent } from '../../api/insights/questions.generated.ts';
import * as api from '../../api/insights/questions.ts';
import { isAnswer } from '../../client/events.ts';
import { command } from '../../engine/model/command.ts';
import type { Sent } from '../../engine/model/command-type.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat } from '../../engine/run/view.ts';
import { isAbsence, seeHelp } from '../../errors.ts';
import { note } from '../../output/note.ts';
import { ciSafe, safeLine, safeText } from '../../output/safe-text.ts';

type Answer = AnswerEvent['answer'];
type Source = Answer['sources'][number];

const COLUMNS = ['answer.answer.markdown', 'answer.sources', 'answer.followupQuestions'] as const;
const SHOWN = {
  columns: COLUMNS,
  fields: ['type', ...COLUMNS],
  labels: {
    'answer.answer.markdown': 'answer',
    'answer.sources': 'sources',
    'answer.followupQuestions': 'next questions',
  },
  uses: [getPage],
};

export const ask = command('ask', api.askOrganization, {
  args: ['query'],
  ...SHOWN,
  send: sendQuestion,
  examples: [
    ['Ask about all spaces', 'docs ask "How do I print a label?"'],
    ['Get the answer and its sources as JSON', 'docs ask "How do I print a label?" --json'],
  ],
  notes:
    'The answer is shown as it comes, then the pages that it was made from. --format is markdown unless given.',
});

export const siteAsk = command('ask', api.askSite, {
  args: ['siteId', 'question'],
  ...SHOWN,
  hidden: ['scope', 'session'],
  supplied: ['scope'],
  refs: { 'context.siteSpaceId': 'siteSpaceId' },
  prepare: async (run) => {
    run.input = { scope: { mode: 'all' }, ...run.input };
  },
  // A POST: names become IDs before it is sent.
  send: async (run) => {
    await settle(run);
    return sendQuestion(run);
  },
  examples: [
    ['Ask what visitors ask', 'docs sites ask "Tarnpost Docs" "How do I print a label?"'],
    [
      'Get the answer and its sources as JSON',
      'docs sites ask "Tarnpost Docs" "How do I print a label?" --json',
    ],
  ],
  notes:
    'The answer is shown as it comes, then the pages that it was made from. On a published site the question counts as one of a visitor.',
});

export const siteSuggestions = command('suggestions', api.recommendOnSite, {
  args: ['siteId'],
  none: 'no suggestions for {}',
  rows: '.',
  columns: ['question'],
  hidden: ['spaceId'],
  refs: { siteSpaceId: 'siteSpaceId' },
  examples: ['docs sites suggestions "Tarnpost Docs"'],
});

export const suggestions = command('suggestions', api.recommendInOrganization, {
  columns: ['questions'],
  examples: ['docs orgs suggestions'],
});

/** As text while it comes, where nobody asked for a format; else the last event, which is the whole answer. */
async function sendQuestion(run: Run): Promise<Sent | undefined> {
  if (String(run.input.query ?? run.input.question).trim() === '')
    throw seeHelp(run.path, 'the question is empty');
  run.input = { format: 'markdown', ...run.input };
  const isText = chosenFormat(run) === undefined && run.flags.fields === undefined;
  const printer = isText ? textPrinter(run) : undefined;
  const events = await withReferences(run, async (input) => {
    const client = await run.client();
    // Answered twice, it would be paid for twice.
    return client.call(run.operation, input, { once: true, onEvent: printer?.take });
  });
  const last = (events as unknown[]).findLast(isAnswer);
  if (!printer) return { outcome: 'done', result: last };
  await printer.end();
  await showSources(run, last?.answer.sources ?? []);
  return undefined;
}

/** Prints what came since the last event; all of it again where an answer was worded anew. */
function textPrinter(run: Run) {
  const { io } = run.context;
  let shown = '';
  const print = (text: string) => io.out(ciSafe(io, safeText(text, { multiline: true })));
  return {
    async take(event: unknown): Promise<void> {
      if (!isAnswer(event)) return;
      const text = textOf(event.answer);
      const goesOn = text.startsWith(shown);
      await print(goesOn ? text.slice(shown.length) : `\n\n${text}`);
      shown = text;
    },
    async end(): Promise<void> {
      if (shown === '') note(io, 'no answer was found');
      else await print('\n');
    },
  };
}

const textOf = ({ answer }: Answer): string => (answer && 'markdown' in answer ? answer.markdown : '');

async function showSources(run: Run, sources: readonly Source[]): Promise<void> {
  if (sources.length === 0) return;
  // Several sections of one page are one source.
  const each = new Map(
    sources.map((source) => [source.type === 'record' ? source.url : source.page, source]),
  );
  const names = await Promise.all([...each.values()].map((source) => nameOf(run, source)));
  const { io } = run.context;
  await io.out(ciSafe(io, `\nSources:\n${names.map((name) => `- ${safeLine(name)}\n`).join('')}`));
}

/** Title and address of what an answer was made from; its ID where it cannot be read. */
async function nameOf(run: Run, source: Source): Promise<string> {
  if (source.type === 'record') return `${source.title}  ${source.url}`;
  try {
    const client = await run.client();
    const page = await client.call(getPage, { spaceId: source.space, pageId: source.page });
    return 'urls' in page ? `${page.title}  ${page.urls.app}` : page.title;
  } catch (error) {
    if (isAbsence(error)) return `page ${source.page} in space ${source.space}`;
    throw error;
  }
}
