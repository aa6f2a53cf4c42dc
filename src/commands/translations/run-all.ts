// docs translations run --all: runs every translation of an organization, and says of each what it translated.
import { getSpace } from '../../api/content/spaces.ts';
import {
  getTranslation,
  listTranslations,
  runTranslation,
  type Translation,
} from '../../api/translations/translations.ts';
import { mapPool } from '../../client/pool.ts';
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { concurrencyOf } from '../../engine/run/concurrency.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { WAIT_FLAGS, waitFor } from '../../engine/run/wait.ts';
import { messageOf, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';

export const RUN_FLAGS = [
  {
    flags: '--all',
    reach: 'platform',
    description: 'run all translations of the organization',
    group: 'Fields:',
  },
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

/** Of named translations. Throws UsageError where none is named. */
export async function checkRun({ flags, input, path }: TranslationRun): Promise<void> {
  if (flags.all === true || input.translationId !== undefined) return;
  throw new UsageError('no translation given', { hint: `${path} <translation>, or ${path} --all` });
}

/** The job of --all; without it the usual steps. Throws PartialError (exit 7) where some failed. */
export async function runAll(run: TranslationRun, usualSteps: () => Promise<void>): Promise<void> {
  if (run.flags.all !== true) return usualSteps();
  if (Object.values(run.args).some((given) => given !== undefined))
    throw new UsageError('--all runs all translations: do not name any', { hint: `${run.path} --help` });
  const client = await run.client();
  const found: Translation[] = [];
  const organizationId = await readNamed({ ...run, input: {} }, listTranslations, async (input) => {
    const id = idIn(input, 'organizationId');
    for await (const { items } of client.pages(listTranslations, { organizationId: id }))
      found.push(...items);
    return id;
  });
  const titles = await titlesOf(run, found);
  const { io } = run.context;
  note(io, countsOf(found));
  const rowOf = (one: Translation, result: Row['result']): Row => ({
    ...{
      id: one.id,
      space: titles.get(one.source.space) ?? one.source.space,
      language: one.language,
      result,
    },
  });
  const failures: { name: string; error: unknown }[] = [];
  const results =
    run.flags.dryRun === true
      ? found.map((one) => rowOf(one, 'would run'))
      : await mapPool(found, concurrencyOf(run), (one) => runOne(run, organizationId, one)).then((all) =>
          all.map((result): Row => {
            if (result.ok) return { ...rowOf(result.item, 'started'), ...result.value };
            const row = rowOf(result.item, 'failed');
            failures.push({ name: `${row.space} (${row.language})`, error: result.error });
            return { ...row, why: messageOf(result.error) };
          }),
        );
  const writer = await listWriter(
    io,
    viewOf({ ...run, command: { ...run.command, fields: COLUMNS } }, COLUMNS),
  );
  await writer.page(results);
  await writer.end();
  if (failures.length > 0)
    throwUnfinished({
      ...{ what: 'translation', done: found.length - failures.length, total: found.length },
      ...{ failures, hint: sameCommand(run) },
    });
  if (run.flags.dryRun === true) return note(io, 'nothing was sent');
  done(io, summaryOf(results, run.flags.wait === true));
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
  const sum = (pick: (stats: Translation['stats']) => number) =>
    found.reduce((all, { stats }) => all + pick(stats), 0);
  const pages = plural(
    sum(({ totalPages }) => totalPages),
    'page',
  );
  const words = plural(
    sum(({ totalWords }) => totalWords),
    'word',
  );
  return `${plural(found.length, 'translation')}, with ${pages} and ${words} translated so far`;
}

async function runOne(
  run: TranslationRun,
  organizationId: string,
  { id, stats: before }: Translation,
): Promise<Partial<Row>> {
  const client = await run.client();
  const ref = { organizationId, translationId: id };
  await client.call(runTranslation, ref);
  if (run.flags.wait !== true) return {};
  const { stats } = await waitFor(run, {
    what: `the run of translation ${id}`,
    hint: shell`docs translations get ${id}`,
    read: () => client.call(getTranslation, ref),
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
