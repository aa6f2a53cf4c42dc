// docs commands: every command there is, for scripts, agents and people who look for one.

import type { Verdict } from '../../domain/stand-ins/host-operations.ts';
import { synonyms } from '../../engine/find/synonyms.ts';
import { handmade } from '../../engine/model/command.ts';
import { type CommandFacts, factsOf } from '../../engine/model/command-facts.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { allCommands, topics } from '../../engine/model/load.ts';
import { flag } from '../../engine/model/option.ts';
import { meant } from '../../engine/references/names.ts';
import type { Run } from '../../engine/run/run.ts';
import { printItem, printRows, viewOf } from '../../engine/run/view.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';

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

const COLUMNS = ['command', 'summary'] as const;
/** What is known of a command on one host. */
const HERE_COLUMNS = ['command', 'here', 'lacks', 'summary'] as const;

export default handmade('commands', {
  summary: 'List all commands with their flags and exit codes',
  args: [{ field: 'group', label: 'command', reach: 'machine', required: false, variadic: true }],
  options: [
    flag('--match <words>', 'what fits these words, best first, as docs help <words> does', {
      group: 'Flags:',
      reach: 'machine',
    }),
    flag('--here', 'leave out what cannot work on this host, and say what works in part', {
      group: 'Flags:',
      reach: 'platform',
    }),
    flag('--rows-template', 'print the columns of --rows for one command, with an example row', {
      group: 'Flags:',
      reach: 'machine',
    }),
  ],
  columns: COLUMNS,
  idField: 'command',
  fields: [...FACTS, 'here', 'lacks'],
  local: true,
  prints: true,
  exits: [4, 5, 8],
  examples: [
    ['List all commands', 'docs commands'],
    ['Describe one group as JSON', 'docs commands spaces --json'],
    ['Describe one command', 'docs commands spaces update --json'],
    ['Find a command by words', 'docs commands --match "who can edit"'],
    ['List what works on this host', 'docs commands --here'],
    ['Write an empty CSV to fill in', 'docs commands "members update" --rows-template > people.csv'],
    ['List the commands that ask first', 'docs commands --jq \'.[] | select(.asks != "never") | .command\''],
  ],
  notes: `The danger of a command is at least mild (does not ask), moderate (asks, or needs --yes) or severe (asks for the name, or
needs --confirm). Where it depends on what is changed, asks is depends, and asksIf says when. Nothing is sent but with --here, which adds the fields here and lacks.`,
  paged: true,
  run: listCommands,
});

type CommandsRun = Run<Flags<'--rows-template' | '--here'> & { match?: string | undefined }>;
type Listed = Awaited<ReturnType<typeof allCommands>>;

/** What is shown of a command; on a host also whether it works there. */
type Facts = (listed: Listed[number]) => CommandFacts & { here?: Verdict; lacks?: string[] };

async function listCommands(run: CommandsRun): Promise<void> {
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
  const { facts, source } = await factsHere(run);
  const [only, ...others] = inGroup;
  // One command by its whole name is one thing, not a list of one.
  const isOne = only && others.length === 0 && only.path === `docs ${group}`;
  if (isOne && run.flags.match === undefined) return printItem(run, facts(only));
  const there = inGroup.filter((one) => facts(one).here !== 'cannot work here');
  const gone = inGroup.length - there.length;
  if (run.flags.match !== undefined) await showAnswers(run, run.flags.match, { all: there, facts });
  else await showAll(run, there.map(facts));
  if (gone > 0) note(run.context.io, `${plural(gone, 'command')} cannot work here, according to ${source}`);
}

/** Asks the host where --here says so. */
async function factsHere(run: CommandsRun): Promise<{ facts: Facts; source: string }> {
  if (!run.flags.here) return { facts: ({ path, command }) => factsOf(path, command), source: '' };
  const { offersOfHost, verdictOf } = await import('../../domain/stand-ins/host-operations.ts');
  const offers = await offersOfHost(await run.client());
  const facts: Facts = ({ path, command }) => {
    const { verdict, lacks } = verdictOf(command, offers);
    return { ...factsOf(path, command), here: verdict, lacks };
  };
  return { facts, source: offers.source };
}

async function showAll(run: CommandsRun, facts: readonly Partial<CommandFacts>[]): Promise<void> {
  await printRows(run, facts, run.flags.here ? viewOf(run, HERE_COLUMNS) : viewOf(run));
}

const MOST_MATCHES = 10;

/** What fits, best first: commands, help topics and, as a note, what is done in the app. Throws NotFoundError for nothing. */
async function showAnswers(
  run: CommandsRun,
  words: string,
  { all, facts }: { all: Listed; facts: Facts },
): Promise<void> {
  const { findAnswers } = await import('../../engine/find/find-answers.ts');
  const found = findAnswers(all, words, synonyms).slice(0, MOST_MATCHES);
  if (found.length === 0) {
    const near = nearest(words, [...topics, ...all.map(({ path }) => path.split(' ')[1] ?? path)]);
    throw new NotFoundError(`nothing in docs does "${words}"${meant(near)}`, {
      hint: near[0] === undefined ? 'docs commands' : shell`docs help ${near[0]}`,
    });
  }
  const [job] = found.flatMap((answer) => (answer.kind === 'app' ? answer.summary : []));
  if (job !== undefined) note(run.context.io, job);
  const rows = found.flatMap((answer) =>
    answer.kind === 'app'
      ? []
      : answer.kind === 'topic'
        ? { command: answer.path, usage: answer.path, summary: answer.summary }
        : facts(answer.one),
  );
  if (rows.length > 0) await showAll(run, rows);
}

async function printTemplate(run: CommandsRun, wanted: Listed): Promise<void> {
  const [only, ...others] = wanted;
  if (!only || others.length > 0)
    throw new UsageError('--rows-template needs the name of one command', {
      hint: 'docs commands "members update" --rows-template',
    });
  const { rowsTemplate } = await import('../../engine/rows/rows-template.ts');
  const { safeText } = await import('../../output/safe-text.ts');
  await run.context.io.out(safeText(rowsTemplate(only.path, only.command), { multiline: true }));
}
