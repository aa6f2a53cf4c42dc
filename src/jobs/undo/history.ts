// docs history: the changes made from this machine, by the command that made them.

import { type JournalPart, journalParts, readJournal, recordsAgain } from '../../config/journal.ts';
import type { Choice } from '../../context.ts';
import {
  entriesAbout,
  findCommand,
  lastCommands,
  leftOf,
  type Ran,
} from '../../domain/journal/journal-commands.ts';
import { type Entry, entriesOf, tookEffect, UNDONE, whyNot } from '../../domain/journal/journal-entries.ts';
import { type Change, changesFromEnd } from '../../domain/journal/journal-from-end.ts';
import { historyFolder } from '../../engine/journal/record-change.ts';
import { arg, type Command, group, handmade, late } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { LIST_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, printItem, printRows, viewOf } from '../../engine/run/view.ts';
import { limitOf, MORE, type SelectedList, selects, withList } from '../../engine/select/selected-list.ts';
import { keepHeapSmall } from '../../files/of-node.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import {
  comesInParts,
  ShownCommands,
  shown,
  shownCommand,
  withChanges,
  writerInParts,
} from './shown-commands.ts';

const ROW = ['id', 'at', 'command', 'targets', 'outcome', 'undo', 'actor'];
/** On a terminal the command has the room; changes of several profiles are told apart. */
const TABLE = ['command', 'at', 'undo', 'id'];
const MIXED = ['command', 'at', 'undo', 'id', 'profile'];
const CHANGE = ['id', 'target', 'outcome', 'undo'];
const FACTS = ['profile', 'host', 'operation', 'method', 'path', 'status', 'requestId'];
const DETAIL = ['id', 'run', 'at', 'actor', 'command', 'target', 'outcome', 'undo', ...FACTS];
const ALL = [...new Set([...ROW, ...DETAIL, 'undoneBy', 'undoes', 'input', 'before', 'after', 'changes'])];

const HISTORY_FLAGS = [
  ...LIST_FLAGS,
  flag('--all', 'include refused changes', { reach: 'machine', group: 'Output:' }),
  flag('--profile <name>', 'only changes made with this profile', { reach: 'account', group: 'Context:' }),
] as const satisfies readonly Option[];

export type HistoryRun = Run<FlagsOf<typeof HISTORY_FLAGS>>;

/** So many of the last commands are offered by a shell. */
const MOST_OFFERED = 20;

const commandArg = (isOffered: (ran: Ran) => Promise<boolean>) =>
  arg('change', false, async (run: Run) => {
    const offered: Choice[] = [];
    for (const ran of lastCommands(historyParts(run), run.config().baseUrl.value)) {
      if (!(await isOffered(ran))) continue;
      offered.push({ name: ran.entries[0].command, value: ran.id });
      if (offered.length === MOST_OFFERED) break;
    }
    return offered;
  });

const changeArg = commandArg(async () => true);

/** Whether it can be tried for some of it, as far as the history tells. */
export async function canBeUndone(ran: Ran): Promise<boolean> {
  for (const entry of leftOf(ran)) if ((await whyNot(entry)) === undefined) return true;
  return false;
}

export const undoArg = commandArg(canBeUndone);

const historyCommand: Command = handmade('history', {
  summary: 'Show the changes made from this computer',
  args: [changeArg],
  options: HISTORY_FLAGS,
  columns: ROW,
  table: TABLE,
  fields: ALL,
  examples: [
    ['Show the last changes', 'docs history'],
    ['Show five with their details, as JSON', 'docs history --limit 5 --json --fields id,command,changes'],
  ],
  notes: `Newest first, one row for each command; docs history <id> shows its changes, docs undo <id> undoes it.
With --json each command holds its changes, with the state before and after.
Kept on this machine only, without secrets; DOCS_HISTORY=off turns it off. docs history prune forgets old changes.`,
  local: true,
  prints: true,
  paged: true,
  exits: [5],
  run: showHistory,
});

export default {
  ...group('history', 'Show the changes made from this computer', [
    late('prune', 'Forget old changes of the history', () =>
      import('./history-prune.ts').then(({ historyPrune }) => historyPrune),
    ),
  ]),
  own: historyCommand,
};

/** The files of the journal, the newest first. Throws ConfigError `NO_HOME`. */
export const historyParts = (run: Run): JournalPart[] => journalParts(historyFolder(run.context.paths()));

/** Everything in the journal, oldest first. Throws ConfigError `NO_HOME`. */
export const readHistory = (run: Run): Entry[] => entriesOf(readJournal(historyFolder(run.context.paths())));

/** A change, or work that the platform took and then failed to do. */
const isShown = (entry: Entry): boolean => tookEffect(entry) || entry.outcome === 'failed';

async function showHistory(run: HistoryRun): Promise<void> {
  const { context, args } = run;
  await checkProfile(run);
  const parts = historyParts(run);
  if (args.change !== undefined)
    return showOne(run, findCommand(entriesAbout(parts, args.change), args.change));
  const isTable = chosenFormat(run) === undefined && context.io.outTty;
  const commands = new ShownCommands(changesFromEnd(parts, wantedBy(run)), asksForChanges(run));
  const list = isTable ? await showTable(run, commands) : await showRows(run, commands);
  if (list.given === 0) note(context.io, 'no changes were made from this machine');
  else if (list.shown === 0) note(context.io, 'no matching changes were made from this machine');
  else if (selects(run)) list.sayLimit(undefined);
  else if (!context.io.outClosed && commands.hasMore()) {
    const changes = list.shown === 1 ? 'change' : plural(list.shown, 'change');
    note(context.io, `showing the last ${changes}; ${MORE}`);
  }
}

/** One that was removed may have changes yet. Throws UsageError `UNKNOWN_PROFILE`. */
async function checkProfile(run: HistoryRun): Promise<void> {
  const { profile } = run.flags;
  if (profile === undefined) return;
  const { readSettings, unknownProfile } = await import('../../config/settings.ts');
  const { profiles } = readSettings(run.context.paths());
  if (profiles.has(profile) || readHistory(run).some((entry) => entry.profile === profile)) return;
  throw unknownProfile(profile, profiles.keys(), '--profile');
}

const wantedBy =
  ({ flags: { all, profile } }: HistoryRun) =>
  (change: Change): boolean => {
    if (profile === undefined && (all || change.isUndoable)) return true;
    const entry = change.entry();
    return entry !== undefined && (all || isShown(entry)) && (profile ?? entry.profile) === entry.profile;
  };

/** Each command is written as it is read; what looks at its changes or writes them in another form holds those of one. */
async function showRows(run: HistoryRun, commands: ShownCommands): Promise<SelectedList> {
  const view = viewOf(run);
  const recordsAt = recordsAgain(historyFolder(run.context.paths()));
  const inParts = comesInParts(view) && !selects(run);
  if (asksForChanges(run)) keepHeapSmall();
  return withList(
    run,
    async (opened) => {
      while (!opened.isFull) {
        const row = await commands.next();
        if (!row) return;
        await opened.page([inParts ? row : await withChanges(row, recordsAt)]);
      }
    },
    {
      show: async (items) => items,
      ...(inParts && { writer: writerInParts(run.context.io, view, recordsAt) }),
    },
  );
}

/** Formats without room for a list in a list. */
const FLAT: readonly unknown[] = [undefined, 'csv', 'tsv', 'id'];

/** Whether the format, a column or a predicate may ask for the changes of a command. */
function asksForChanges(run: HistoryRun): boolean {
  const { fields } = run.flags;
  if (selects(run)) return true;
  if (typeof fields !== 'string') return !FLAT.includes(chosenFormat(run));
  return fields.split(',').some((field) => field.trim() === 'changes');
}

/** A table is as wide as its rows need, so it waits for all of them. */
async function showTable(run: HistoryRun, commands: ShownCommands): Promise<SelectedList> {
  const most = (selects(run) ? undefined : limitOf(run)) ?? Number.POSITIVE_INFINITY;
  const rows: object[] = [];
  const places = new Set<string>();
  while (rows.length < most) {
    const whole = await commands.next();
    if (!whole) break;
    const row = shortened(whole);
    places.add(`${row.profile} ${row.host}`);
    rows.push(row);
  }
  const listed = { ...run, command: { ...run.command, ...(places.size > 1 && { table: MIXED }) } };
  return withList(listed, (opened) => opened.page(rows), { show: async (items) => items });
}

/** One change with all its facts; the changes of a command as rows, or within it where the format can hold them. */
async function showOne(run: HistoryRun, ran: Ran & { isEntry: boolean }): Promise<void> {
  const [first, second] = ran.entries;
  const holdsLists = ['json', 'yaml'].includes(chosenFormat(run) ?? 'table');
  if (!ran.isEntry && holdsLists) return printItem(run, await shownCommand(ran));
  if (second === undefined) return printItem(run, await shown(first), viewOf(run, ALL));
  await printRows(run, await Promise.all(ran.entries.map(shown)), viewOf(run, CHANGE));
}

/** In a table a word says whether it can be undone; docs history <id> has the reason. */
const shortened = <T extends { command: string; undo: string }>(row: T): T => ({
  ...row,
  command: row.command.replace(/^docs /, ''),
  undo: row.undo.startsWith(UNDONE) ? 'undone' : /^(yes|\d+ of \d+)$/.test(row.undo) ? row.undo : 'no',
});
