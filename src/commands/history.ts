// docs history: the changes made from this machine.
import { readJournal } from '../config/journal.ts';
import { historyFolder } from '../engine/journal/journalled.ts';
import { arg, handmade } from '../engine/model/command.ts';
import { LIST_FLAGS } from '../engine/model/globals.ts';
import { limitOf } from '../engine/run/limit.ts';
import type { Run } from '../engine/run/run.ts';
import { viewOf } from '../engine/run/view.ts';
import { note } from '../output/note.ts';
import { listWriter, renderItem } from '../output/render.ts';
import { type Entry, entriesOf, tookEffect } from '../workflows/journal-entries.ts';
import { findEntry, whyNot } from '../workflows/undo.ts';

const ROW = ['id', 'at', 'command', 'outcome', 'undo'];
const FACTS = ['profile', 'host', 'operation', 'method', 'path', 'status', 'requestId'];
const DETAIL = [...ROW, ...FACTS, 'undoneBy', 'undoes', 'input', 'before', 'after'];

export default handmade('history', {
  summary: 'Show the changes made from this machine',
  args: [arg('change', false)],
  options: [
    ...LIST_FLAGS,
    { flags: '--all', description: 'also those that were refused', group: 'Output:' },
    { flags: '--profile <name>', description: 'only those of this profile', group: 'Context:' },
  ],
  columns: ROW,
  fields: DETAIL,
  examples: ['docs history', 'docs history --limit 5 --json --fields id,command,before'],
  notes:
    'Newest first; docs undo takes one back. Kept in this machine alone, without secrets; DOCS_HISTORY=off keeps nothing.',
  local: true,
  prints: true,
  paged: true,
  exits: [5],
  run: showHistory,
});

/** Everything in the journal, oldest first. Throws ConfigError `NO_HOME`. */
export const readHistory = (run: Run): Entry[] => entriesOf(readJournal(historyFolder(run.context.paths())));

async function showHistory(run: Run): Promise<void> {
  const { context, flags, args } = run;
  const entries = readHistory(run);
  if (args.change !== undefined) {
    const found = await shown(findEntry(entries, args.change));
    return renderItem(context.io, found, viewOf(run, DETAIL));
  }
  const wanted = entries
    .reverse()
    .filter(({ profile }) => flags.profile === undefined || profile === flags.profile)
    .filter((entry) => flags.all === true || tookEffect(entry));
  const limit = limitOf(run) ?? wanted.length;
  const writer = await listWriter(context.io, viewOf(run));
  await writer.page(await Promise.all(wanted.slice(0, limit).map(shown)));
  await writer.end();
  if (wanted.length === 0) note(context.io, 'nothing to show: no change was made from here');
  else if (limit < wanted.length) note(context.io, `showing ${limit} of ${wanted.length}`);
}

/** `undo`: yes, or why not. */
const shown = async (entry: Entry) => ({ ...entry, undo: (await whyNot(entry)) ?? 'yes' });
