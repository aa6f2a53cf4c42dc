// docs translations: spaces kept in another language.
import { getSpace } from '../../api/content/spaces.ts';
import type { Translation } from '../../api/translations/translations.generated.ts';
import * as api from '../../api/translations/translations.ts';
import { allItems } from '../../client/pages.ts';
import { mapPool } from '../../client/pool.ts';
import dangers from '../../domain/dangers/review.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Flags, FlagsOf } from '../../engine/model/command-type.ts';
import { concurrencyOf } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { refuseChanges, refuseTooMany } from '../../engine/plan/max-changes.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { getPath } from '../../engine/references/names.ts';
import { calledById } from '../../engine/run/outcome.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { WAIT_FLAGS, type WaitFlags, waitFor } from '../../engine/run/wait.ts';
import { messageOf, seeHelp, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { showing } from '../../output/progress.ts';
import { markdownFlag, readMarkdownField } from '../markdown-field.ts';
import { sayIfNotAlone } from '../same-title.ts';

// docs translations run --all: runs every translation of an organization, and says of each what it translated.

const RUN_FLAGS = [
  flag('--all', 'run all translations of the organization', { reach: 'platform' }),
  ...WAIT_FLAGS,
] as const satisfies readonly Option[];

export type TranslationRun = Run<FlagsOf<typeof RUN_FLAGS>>;

interface Row {
  id: string;
  space: string;
  language: string;
  result: 'would run' | 'started' | 'translated' | 'failed';
  pages?: number;
  words?: number;
  why?: string;
}

const COLUMNS = ['space', 'language', 'result', 'pages', 'words', 'why', 'id'];

/** Of named translations. Throws UsageError where none is named, or all are meant as well. */
async function checkRun({ flags, input, path }: TranslationRun): Promise<void> {
  if (flags.all === true) throw namesBeside(path);
  if (input.translationId !== undefined) return;
  throw new UsageError('no translation given', { hint: `${path} <translation>, or ${path} --all` });
}

const namesBeside = (path: string) => seeHelp(path, '--all runs all translations: do not name any');

/** The job of --all; without it the usual steps. Throws PartialError (exit 7) where some failed. */
async function runAll(run: TranslationRun, usualSteps: () => Promise<void>): Promise<void> {
  if (run.flags.all !== true) return usualSteps();
  if (Object.values(run.args).some((given) => given !== undefined)) throw namesBeside(run.path);
  if (run.flags.resume !== undefined)
    throw seeHelp(run.path, '--resume cannot be used with --all: name the translations');
  const { maxErrorsOf } = await import('../../engine/many/many-work.ts');
  const most = maxErrorsOf(run) ?? Number.POSITIVE_INFINITY;
  const client = await run.client();
  const [organizationId, found] = await readNamed(
    { ...run, input: {} },
    api.listTranslations,
    async (input) => {
      const id = idIn(input, 'organizationId');
      return [id, await allItems(client.pages(api.listTranslations, { organizationId: id }))] as const;
    },
  );
  const { io } = run.context;
  if (run.flags.planOut !== undefined) return planAll(run, organizationId, found);
  const titles = await titlesOf(run, found);
  note(io, countsOf(found));
  await refuseTooMany(run, found.length, 'translationId');
  const rowOf = ({ id, source: { space }, language }: Translation, result: Row['result']): Row => ({
    ...{ id, space: titles.get(space) ?? space, language, result },
  });
  const failures: { name: string; error: unknown }[] = [];
  let failed = 0;
  const results =
    run.flags.dryRun === true
      ? found.map((one) => rowOf(one, 'would run'))
      : await showing(io, `running ${plural(found.length, 'translation')}`, () =>
          mapPool(found, concurrencyOf(run), (one) => runOne(run, organizationId, one), {
            stop: ({ ok }) => !ok && ++failed >= most,
          }),
        ).then((all) =>
          all.map((result): Row => {
            if (result.ok) return { ...rowOf(result.item, 'started'), ...result.value };
            const row = rowOf(result.item, 'failed');
            failures.push({ name: `${row.space} (${row.language})`, error: result.error });
            return { ...row, why: messageOf(result.error) };
          }),
        );
  await printRows(run, results, viewOf(run, COLUMNS));
  if (failures.length > 0)
    throwUnfinished({
      ...{ what: 'translation', done: results.length - failures.length, total: found.length },
      ...{ failures, hint: sameCommand(run) },
    });
  if (run.flags.dryRun === true) {
    done(io, 'dry run: nothing was sent');
    return refuseChanges(run, results.length);
  }
  done(io, summaryOf(results, run.flags.wait === true));
}

/** --plan-out: also of no translation, since the next command reads the file. */
async function planAll(
  run: TranslationRun,
  organizationId: string,
  found: readonly Translation[],
): Promise<void> {
  const { makePlan } = await import('../../engine/plan/make-plan.ts');
  const targets = found.map(({ id }) => ({ run: { ...run, input: { organizationId, translationId: id } } }));
  return makePlan(run, targets, { field: 'translationId' });
}

/** Titles of the source spaces, by ID; a space that cannot be read keeps its ID. */
async function titlesOf(run: TranslationRun, found: readonly Translation[]): Promise<Map<string, string>> {
  const client = await run.client();
  const ids = new Set(found.map(({ source }) => source.space));
  const read = await mapPool(ids, concurrencyOf(run), (spaceId) => client.call(getSpace, { spaceId }));
  return new Map(read.flatMap((one) => (one.ok ? [[one.item, one.value.title] as const] : [])));
}

/** What they came to so far: how much a run will translate is not known before it ends. */
function countsOf(found: readonly Translation[]): string {
  const sum = (field: 'totalPages' | 'totalWords') => found.reduce((all, { stats }) => all + stats[field], 0);
  const pages = plural(sum('totalPages'), 'page');
  const words = plural(sum('totalWords'), 'word');
  return `${plural(found.length, 'translation')}, with ${pages} and ${words} translated so far`;
}

async function runOne(
  run: TranslationRun,
  organizationId: string,
  { id, stats: before }: Translation,
): Promise<Partial<Row>> {
  const client = await run.client();
  const ref = { organizationId, translationId: id };
  await client.call(api.runTranslation, ref);
  if (run.flags.wait !== true) return {};
  const { stats } = await waitFor(run, {
    what: `the run of translation ${id}`,
    hint: shell`docs translations get ${id}`,
    read: () => client.call(api.getTranslation, ref),
    hasEnded: ({ status, stats }) => status === 'completed' && stats.runs > before.runs,
  });
  return { result: 'translated', pages: stats.latestPages, words: stats.latestWords };
}

function summaryOf(rows: readonly Row[], waited: boolean): string {
  const runs = plural(rows.length, 'translation');
  if (!waited) return `started ${runs}`;
  const sum = (field: 'pages' | 'words') => rows.reduce((all, row) => all + (row[field] ?? 0), 0);
  return `ran ${runs}: ${plural(sum('pages'), 'page')}, ${plural(sum('words'), 'word')} translated`;
}

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
/** Of one space into one language. */
const sayIfTwice = sayIfNotAlone(
  (one, other) =>
    getPath(one, ['source', 'space']) === getPath(other, ['source', 'space']) &&
    one.language === other.language,
);
const readInstructions = (run: Run<Flags<'--instructions-file <file>'>>) =>
  readMarkdownField(run, 'instructions');

export default group(
  'translations',
  'Manage translations of spaces',
  [
    command('list', api.listTranslations, {
      columns: [...ROW, 'source.space'],
      table,
      names,
      examples: ['docs translations list'],
    }),
    command('create', api.createTranslation, {
      columns: ROW,
      options: [markdownFlag('instructions'), ...WAIT_FLAGS],
      prepare: readInstructions,
      refs: { 'source.space': 'spaceId' },
      success: async (run, translation) => `created ${await nameTranslation(run, translation)}`,
      follow: (run, { id }) => endOfRun(run, id),
      after: async (run, made) => {
        await sayRun(run, made);
        await sayIfTwice(run, made);
      },
      examples: ['docs translations create --source-space Guides --source-language en --language fr --wait'],
    }),
    command('get', api.getTranslation, {
      args: ['translationId'],
      columns: [...ROW, 'source.space', 'result.space', 'result.revision'],
      names,
      examples: ['docs translations get fr'],
    }),
    command('update', api.updateTranslation, {
      args: ['translationId'],
      columns: ROW,
      options: [markdownFlag('instructions')],
      oneOf: ['--instructions', '--instructions-file'],
      prepare: readInstructions,
      target: api.getTranslation,
      success: async (run, translation) => `updated ${await nameTranslation(run, translation)}`,
      examples: ['docs translations update fr --instructions-file terms.md'],
    }),
    command('delete', api.deleteTranslation, {
      args: ['translationId'],
      ...dangers['translations.delete'],
      target: api.getTranslation,
      success: async (run) => `deleted ${await nameTranslation(run, run.target)}`,
      examples: ['docs translations delete fr --yes --dry-run'],
      notes: 'The translated space is kept.',
    }),
    command('run', api.runTranslation, {
      args: ['translationId?'],
      options: RUN_FLAGS,
      target: api.getTranslation,
      uses: [api.listTranslations, getSpace],
      fields: COLUMNS,
      run: runAll,
      prepare: checkRun,
      success: async (run) => `started ${await nameTranslation(run, run.target)}`,
      follow: async (run) => sayRun(run, await endOfRun(run, String(run.input.translationId))),
      after: async (run) => noteRun(run, String(run.input.translationId)),
      examples: [
        ['Run one, and wait until it is done', 'docs translations run fr --wait'],
        ['Run all, and count what each translated', 'docs translations run --all --wait'],
      ],
      notes:
        'Translations run in the background; --wait reports when they are done. With --all, one that fails does not stop the others: exit 7.',
    }),
  ],
  [
    ['List translations', 'list'],
    ['Translate a space to French', 'create'],
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

/** Reads until the run has ended. There is no failed state (src/api/README.md#translations). */
async function endOfRun(run: Run<WaitFlags>, translationId: string): Promise<Translation> {
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  // Safe: `run` has read the translation before it was started; `create` has none.
  const before = run.target as Translation | undefined;
  return waitFor(run, {
    what: `the run of translation ${translationId}`,
    hint: shell`docs translations get ${translationId}`,
    read: () => client.call(api.getTranslation, { organizationId, translationId }),
    hasEnded: ({ status, stats }) => status === 'completed' && stats.runs > (before?.stats.runs ?? 0),
  });
}

function noteRun({ flags, context }: Run<WaitFlags>, translationId: string): void {
  if (flags.wait !== true)
    note(context.io, `it continues in the background: ${shell`docs translations get ${translationId}`}`);
}

async function sayRun(run: Run<WaitFlags>, { id, stats, result }: Translation): Promise<void> {
  if (run.flags.wait !== true) return noteRun(run, id);
  const where = result ? ` into ${await calledById(run, 'spaceId', result.space, getSpace)}` : '';
  const pages = plural(stats.latestPages, 'page');
  done(run.context.io, `translated ${pages}, ${plural(stats.latestWords, 'word')}${where}`);
}
