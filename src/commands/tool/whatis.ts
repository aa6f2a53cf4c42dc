// docs whatis: what an id, a title, an address or a number stands for.

import { arg, handmade } from '../../engine/model/command.ts';
import { flag } from '../../engine/model/option.ts';
import { findThings, isPublished, type Thing } from '../../engine/references/find-things.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { shell } from '../../files/shell-word.ts';
import { note, wholeCommand } from '../../output/note.ts';

export default handmade('whatis', {
  summary: 'Show what an ID, title, email address, number or URL refers to',
  args: [{ ...arg('text'), reach: 'platform' }],
  columns: ['kind', 'id', 'title', 'command', 'url'],
  table: ['title', 'kind', 'command'],
  paged: true,
  options: [
    flag('--org <org>', 'look in this organization', { group: 'Context:' }),
    flag('--space <space>', 'also look at its pages, files and change requests', { group: 'Context:' }),
    flag('--site <site>', 'also look at its sections and site spaces', { group: 'Context:' }),
  ],
  examples: [
    ['Look up a title', 'docs whatis Guides'],
    ['Find a space by the beginning of its title', 'docs whatis Gui'],
    ['Look up a change request', 'docs whatis "Guides#1"'],
    ['Look up a page of a space', 'docs whatis Webhooks --space Guides'],
  ],
  notes:
    'Lists all matches; if nothing has exactly that name, what has a word that begins so. Exits 5 if there are none.',
  run: tell,
});

async function tell(run: Run): Promise<void> {
  const found = await findThings(run, run.args.text ?? '', true);
  const { io } = run.context;
  const rows = found.map(async ({ item: _, ...shown }) => ({
    ...shown,
    command: shown.command && (await wholeCommand(io, shown.command)),
  }));
  await printRows(run, await Promise.all(rows), { ...viewOf(run), upright: true });
  await sayWhatIsGone(run, found);
}

/** What was deleted can still be read for a while, and an address of it leads to what is around it. */
async function sayWhatIsGone(run: Run, found: readonly Thing[]): Promise<void> {
  const { io } = run.context;
  const text = run.args.text ?? '';
  for (const { kind, id, title, item } of found) {
    if (typeof item.deletedAt !== 'string') continue;
    const way = kind === 'space' ? shell`; to restore it: docs spaces restore ${id}` : '';
    note(io, `${kind} "${title}" was deleted on ${item.deletedAt.slice(0, 10)}${way}`);
  }
  if (!isPublished(text)) return;
  const { missedIn } = await import('../../engine/references/published.ts');
  const missed = await missedIn(run, text);
  if (missed !== undefined)
    note(io, `nothing is published at "${missed}": it was deleted or moved, and this is what is around it`);
}
