// What a change request or a revision changes, as rows: leaves of docs cr and docs revisions.
import {
  type Change,
  listChangeRequestChanges,
  listRevisionChanges,
} from '../../../api/review/change-requests.ts';
import { pathBefore } from '../../../domain/content/content-change.ts';
import { command } from '../../../engine/model/command.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import type { Run } from '../../../engine/run/run.ts';
import { show } from '../../../engine/run/send.ts';
import { limitOf, selects } from '../../../engine/select/selected-list.ts';
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

/** As many as the platform lists at once. */
const MOST = 1000;

/** The platform's own limit saves it work; what it leaves out is told. */
async function send(run: Run): Promise<void> {
  const limit = limitOf(run);
  if (limit !== undefined && !selects(run)) run.input = { ...run.input, limit: Math.min(limit, MOST) };
  const result = await withReferences(run, async (input) => (await run.client()).call(run.operation, input));
  await show(run, result);
  const { changes, more } = Object(result);
  if (typeof more !== 'number' || more <= 0) return;
  const shown = Array.isArray(changes) ? changes.length : 0;
  const rest = shown < MOST ? `; --limit ${Math.min(MOST, shown + more)} shows more` : '';
  note(run.context.io, `showing ${shown} of ${shown + more} changes${rest}`);
}

/** Of what is no page: a file, reusable content or a tag. */
function nameOf(change: Change): string | undefined {
  if ('file' in change) return change.file.name;
  if ('reusableContent' in change) return change.reusableContent.title;
  return 'tag' in change ? change.tag.label : undefined;
}

/** Paths for pages, names for other things, names of the fields that differ. */
function present(change: Change) {
  const page = 'page' in change ? (change.page.path ?? change.page.title) : undefined;
  const changed = 'attributes' in change ? change.attributes : 'variables' in change ? change.variables : {};
  const fields = Object.keys(changed);
  const from = change.type === 'page_moved' ? pathBefore(change) : undefined;
  return {
    type: change.type,
    page: from === undefined || from === page ? page : `${from} -> ${page}`,
    file: nameOf(change),
    attributes: fields.length > 0 ? fields : undefined,
  };
}
