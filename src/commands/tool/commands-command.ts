// docs commands: every command there is, for scripts, agents and people who look for one.

import { handmade } from '../../engine/model/command.ts';
import { type CommandFacts, factsOf } from '../../engine/model/command-facts.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { allCommands } from '../../engine/model/load.ts';
import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import { listWriter, renderItem } from '../../output/render.ts';
import { synonyms } from '../synonyms.ts';

const FACTS = [
  'command',
  'usage',
  'summary',
  'aliases',
  'args',
  'flags',
  'danger',
  'asks',
  'writes',
  'online',
  'operations',
  'exitCodes',
  'examples',
  'notes',
] as const satisfies readonly (keyof CommandFacts)[];

export default handmade('commands', {
  summary: 'List all commands with their flags and exit codes',
  args: [{ field: 'group', label: 'command', reach: 'machine', required: false, variadic: true }],
  options: [
    {
      flags: '--match <words>',
      reach: 'machine',
      description: 'what fits these words, best first, as docs help <words> does',
    },
    {
      flags: '--rows-template',
      reach: 'machine',
      description: 'print the columns of --rows for one command, with an example row',
    },
  ],
  columns: ['command', 'summary'],
  idField: 'command',
  fields: FACTS,
  local: true,
  prints: true,
  exits: [5],
  examples: [
    ['List all commands', 'docs commands'],
    ['Describe one group as JSON', 'docs commands spaces --json'],
    ['Describe one command', 'docs commands spaces update --json'],
    ['Find a command by words', 'docs commands --match "who can edit"'],
    ['Write an empty CSV to fill in', 'docs commands "members update" --rows-template > people.csv'],
    ['List the commands that ask first', 'docs commands --jq \'.[] | select(.asks != "never") | .command\''],
  ],
  notes: `The danger of a command is at least mild (does not ask), moderate (asks, or needs --yes) or severe (asks for the name, or
needs --confirm). Where it depends on what is changed, asks is depends, and asksIf says when.`,
  paged: true,
  run: listCommands,
});

type CommandsRun = Run<Flags<'--rows-template'> & { match?: string | undefined }>;

async function listCommands(run: CommandsRun): Promise<void> {
  const { io } = run.context;
  const group = [run.input.group ?? []]
    .flat()
    .join(' ')
    .trim()
    .replace(/^docs\s+/, '')
    .replace(/\s+/g, ' ');
  const all = await allCommands(run.catalog);
  const inGroup = all.filter(({ path }) => group === '' || `${path} `.startsWith(`docs ${group} `));
  if (inGroup.length === 0)
    throw new UsageError(`no command begins with "docs ${group}"`, { hint: 'docs commands' });
  if (run.flags.rowsTemplate) return printTemplate(run, inGroup);
  const { match } = run.flags;
  if (match !== undefined) return showAnswers(run, match, inGroup);
  const [only, ...others] = inGroup;
  // One command by its whole name is one thing, not a list of one.
  if (only && others.length === 0 && only.path === `docs ${group}`)
    return renderItem(io, factsOf(only.path, only.command), viewOf(run));
  await showAll(
    run,
    inGroup.map(({ path, command }) => factsOf(path, command)),
  );
}

async function showAll(run: CommandsRun, facts: readonly Partial<CommandFacts>[]): Promise<void> {
  const writer = await listWriter(run.context.io, viewOf(run));
  await writer.page(facts);
  await writer.end();
}

const MOST_MATCHES = 10;

/** What fits, best first: commands, help topics and, as a note, what is done in the app. Throws NotFoundError for nothing. */
async function showAnswers(
  run: CommandsRun,
  words: string,
  all: Awaited<ReturnType<typeof allCommands>>,
): Promise<void> {
  const { findAnswers } = await import('../../engine/find/find-answers.ts');
  const found = findAnswers(all, words, synonyms).slice(0, MOST_MATCHES);
  if (found.length === 0)
    throw new NotFoundError(`nothing in docs does "${words}"`, { hint: 'docs commands' });
  const [job] = found.flatMap((answer) => (answer.kind === 'app' ? answer.summary : []));
  if (job !== undefined) note(run.context.io, job);
  const rows = found.flatMap((answer) =>
    answer.kind === 'app'
      ? []
      : answer.kind === 'topic'
        ? { command: answer.path, usage: answer.path, summary: answer.summary }
        : factsOf(answer.path, answer.one.command),
  );
  if (rows.length > 0) await showAll(run, rows);
}

async function printTemplate(
  run: CommandsRun,
  wanted: Awaited<ReturnType<typeof allCommands>>,
): Promise<void> {
  const [only, ...others] = wanted;
  if (!only || others.length > 0)
    throw new UsageError('--rows-template needs the name of one command', {
      hint: 'docs commands "members update" --rows-template',
    });
  const { rowsTemplate } = await import('../../engine/rows/rows-template.ts');
  const { safeText } = await import('../../output/safe-text.ts');
  await run.context.io.out(safeText(rowsTemplate(only.path, only.command), { multiline: true }));
}
