// What a change request or a revision changes, as rows: leaves of docs cr and docs revisions.
import { type Change, listChangeRequestChanges, listRevisionChanges } from '../../../api/review/changes.ts';
import { command } from '../../../engine/model/command.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import { limitOf } from '../../../engine/run/limit.ts';
import type { Run } from '../../../engine/run/run.ts';
import { show } from '../../../engine/run/send.ts';
import { selects } from '../../../engine/select/selected-list.ts';
import { note } from '../../../output/note.ts';

const shown = { rows: 'changes', columns: ['type', 'page', 'file', 'attributes'], present, send } as const;

export const changeRequestChanges = command('changes', listChangeRequestChanges, {
  none: 'change request {} changes nothing',
  ...shown,
  args: ['changeRequestId'],
  examples: [
    ['List them as a table', 'docs cr changes 1 --space Guides'],
    ['List them as JSON', 'docs cr changes 1 --space Guides --json'],
  ],
});

export const revisionChanges = command('changes', listRevisionChanges, {
  none: 'revision {} changes nothing',
  ...shown,
  args: ['revisionId'],
  examples: ['docs revisions changes mmPPY5YLNpc3PvV8nfpL --space Guides'],
});

/** The platform's own limit saves it work; what it leaves out is told. */
async function send(run: Run): Promise<void> {
  const limit = limitOf(run);
  if (limit !== undefined && !selects(run)) run.input = { ...run.input, limit: Math.min(limit, 1000) };
  const result = await withReferences(run, async (input) => (await run.client()).call(run.operation, input));
  await show(run, result);
  const more = typeof result === 'object' && result !== null ? Reflect.get(result, 'more') : undefined;
  if (typeof more === 'number' && more > 0) note(run.context.io, `and ${more} more changes`);
}

/** Paths for pages, names for files, names of the fields that differ. */
function present(change: Change) {
  const page = 'page' in change ? (change.page.path ?? change.page.title) : undefined;
  const from = change.type === 'page_moved' ? change.before.path : undefined;
  return {
    type: change.type,
    page: from === undefined || from === page ? page : `${from} -> ${page}`,
    file: 'file' in change ? change.file.name : undefined,
    attributes: 'attributes' in change ? Object.keys(change.attributes) : undefined,
  };
}
