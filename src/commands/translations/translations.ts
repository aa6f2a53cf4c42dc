// docs translations: spaces kept in another language.

import { getSpace } from '../../api/content/spaces.ts';
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  runTranslation,
  type Translation,
  updateTranslation,
} from '../../api/translations/translations.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { calledById } from '../../engine/run/display-name.ts';
import type { Run } from '../../engine/run/run.ts';
import { WAIT_FLAGS, type WaitFlags, waitFor } from '../../engine/run/wait.ts';
import { shell } from '../../files/shell-word.ts';
import { done, note } from '../../output/note.ts';
import dangers from '../../workflows/dangers/review.ts';
import { markdownFlag, readMarkdownField } from '../markdown-field.ts';
import { checkRun, RUN_FLAGS, runAll } from './run-all.ts';

const ROW = [
  'id',
  'source.language',
  'language',
  'status',
  'stats.runs',
  'stats.totalWords',
  'updatedAt',
] as const;
const names = { 'source.space': 'spaceId', 'result.space': 'spaceId' };
const table = ['source.space', ...ROW.slice(1), 'id'];
const readInstructions = (run: Run<Flags<'--instructions-file <file>'>>) =>
  readMarkdownField(run, 'instructions');

export default group(
  'translations',
  'Manage translations of spaces',
  [
    command('list', listTranslations, {
      columns: [...ROW, 'source.space'],
      table,
      names,
      examples: ['docs translations list'],
    }),
    command('create', createTranslation, {
      columns: ROW,
      options: [markdownFlag('instructions'), ...WAIT_FLAGS],
      prepare: readInstructions,
      refs: { 'source.space': 'spaceId' },
      success: async (run, translation) => `created ${await nameTranslation(run, translation)}`,
      after: async (run, { id }) => watchRun(run, id),
      examples: ['docs translations create --source-space Guides --source-language en --language fr --wait'],
    }),
    command('get', getTranslation, {
      args: ['translationId'],
      columns: [...ROW, 'source.space', 'result.space', 'result.revision'],
      names,
      examples: ['docs translations get fr'],
    }),
    command('update', updateTranslation, {
      args: ['translationId'],
      columns: ROW,
      options: [markdownFlag('instructions')],
      oneOf: ['--instructions', '--instructions-file'],
      prepare: readInstructions,
      target: getTranslation,
      success: async (run, translation) => `updated ${await nameTranslation(run, translation)}`,
      examples: ['docs translations update fr --instructions-file terms.md'],
    }),
    command('delete', deleteTranslation, {
      args: ['translationId'],
      ...dangers['translations.delete'],
      target: getTranslation,
      success: async (run) => `deleted ${await nameTranslation(run, run.target)}`,
      examples: ['docs translations delete fr --yes --dry-run'],
      notes: 'The translated space is kept.',
    }),
    command('run', runTranslation, {
      args: ['translationId?'],
      options: RUN_FLAGS,
      target: getTranslation,
      uses: [listTranslations, getSpace],
      run: runAll,
      prepare: checkRun,
      success: async (run) => `started ${await nameTranslation(run, run.target)}`,
      after: async (run) => watchRun(run, String(run.input.translationId)),
      examples: [
        ['Run one, and wait until it is done', 'docs translations run fr --wait'],
        ['Run all, and count what each translated', 'docs translations run --all --wait'],
      ],
      notes:
        'Translations run in the background; --wait reports when they are done. With --all, one that fails does not stop the others: exit 7.',
    }),
  ],
  [
    ['List translations', 'docs translations list'],
    [
      'Translate a space to French',
      'docs translations create --source-space Guides --source-language en --language fr --wait',
    ],
  ],
);

/** `the French translation of space "Guides" (id)`. */
async function nameTranslation(run: Run, translation: object | undefined): Promise<string> {
  // Safe: both what is answered and what is read before a change is a translation.
  const { id, language, source } = translation as Translation;
  return `the ${languageName(language)} translation of ${await calledById(run, 'spaceId', source.space, getSpace)} (${id})`;
}

/** `French`; a code that is no language tag stays as the platform wrote it. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** With --wait: reads until the run has ended. There is no failed state (src/api/README.md#translations). */
async function watchRun(run: Run<WaitFlags>, translationId: string): Promise<void> {
  const { io } = run.context;
  if (run.flags.wait !== true) {
    note(io, `it continues in the background: ${shell`docs translations get ${translationId}`}`);
    return;
  }
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  // Safe: `run` has read the translation before it was started; `create` has none.
  const before = run.target as Translation | undefined;
  const { stats, result } = await waitFor(run, {
    what: `the run of translation ${translationId}`,
    hint: shell`docs translations get ${translationId}`,
    read: () => client.call(getTranslation, { organizationId, translationId }),
    hasEnded: ({ status, stats }) => status === 'completed' && stats.runs > (before?.stats.runs ?? 0),
  });
  done(
    io,
    `translated ${stats.latestPages} pages, ${stats.latestWords} words${result ? ` into space ${result.space}` : ''}`,
  );
}
