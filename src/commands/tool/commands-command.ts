// docs commands: every command there is, for scripts, agents and people who look for one.

import { handmade } from '../../engine/model/command.ts';
import { type CommandFacts, factsOf } from '../../engine/model/command-facts.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { allCommands } from '../../engine/model/load.ts';
import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { listWriter } from '../../output/render.ts';

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
  args: [{ field: 'group', label: 'group', required: false }],
  options: [
    {
      flags: '--rows-template',
      description: 'print the columns of --rows for one command, with an example row',
    },
  ],
  columns: ['command', 'summary'],
  idField: 'command',
  fields: FACTS,
  local: true,
  prints: true,
  examples: [
    ['List all commands', 'docs commands'],
    ['Describe one group as JSON', 'docs commands spaces --json'],
    ['Write an empty CSV to fill in', 'docs commands "members update" --rows-template > people.csv'],
    ['List the commands that ask first', 'docs commands --jq \'.[] | select(.danger != "mild") | .command\''],
  ],
  notes:
    'The danger of a command is mild (never asks), moderate (asks, or needs --yes) or severe (asks for the name, or needs --confirm).',
  paged: true,
  run: listCommands,
});

async function listCommands(run: Run<Flags<'--rows-template'>>): Promise<void> {
  const group = run.args.group
    ?.trim()
    .replace(/^docs\s+/, '')
    .replace(/\s+/g, ' ');
  const all = await allCommands(run.catalog);
  const wanted = all.filter(({ path }) => group === undefined || `${path} `.startsWith(`docs ${group} `));
  if (wanted.length === 0)
    throw new UsageError(`no command begins with "docs ${group}"`, { hint: 'docs commands' });
  if (run.flags.rowsTemplate) return printTemplate(run, wanted);
  const writer = await listWriter(run.context.io, viewOf(run));
  await writer.page(wanted.map(({ path, command }) => factsOf(path, command)));
  await writer.end();
}

async function printTemplate(run: Run, wanted: Awaited<ReturnType<typeof allCommands>>): Promise<void> {
  const [only, ...others] = wanted;
  if (!only || others.length > 0)
    throw new UsageError('--rows-template needs the name of one command', {
      hint: 'docs commands "members update" --rows-template',
    });
  const { rowsTemplate } = await import('../../engine/rows/rows-template.ts');
  const { safeText } = await import('../../output/safe-text.ts');
  await run.context.io.out(safeText(rowsTemplate(only.path, only.command), { multiline: true }));
}
