// docs cr checkout: the pages of a change request as files, to be edited and pushed back.

import { listChangeRequestFiles, listFiles } from '../../api/content/files.ts';
import * as pages from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getChangeRequest, listChangeRequestChanges } from '../../api/review/change-requests.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { type Run, readInput } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { safeName } from '../../files/safe-path.ts';
import { shell } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';
import { exportInto } from '../export/export-command.ts';

const CHECKOUT_FLAGS = [
  flag('--to <folder>', 'folder to write to (default: space and number, such as ./Guides-4)'),
  flag('--all', 'all pages with the files they show, not only pages that it changes', { reach: 'platform' }),
  flag('--overwrite', 'also replace files that were changed in the folder', {
    reach: 'machine',
    group: 'Safety:',
  }),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

type CheckoutRun = Run<FlagsOf<typeof CHECKOUT_FLAGS>>;

const COLUMNS = ['id', 'title', 'folder', 'state', 'pages', 'files', 'fetched'];

export const checkout = handmade('checkout', {
  summary: 'Write the pages of a change request to files',
  operation: getChangeRequest,
  args: [{ field: 'changeRequestId', label: 'cr', reach: 'platform', required: true }],
  options: CHECKOUT_FLAGS,
  changesHere: true,
  columns: COLUMNS,
  fields: COLUMNS,
  uses: [
    getSpace,
    pages.getChangeRequestContent,
    pages.getChangeRequestPage,
    listChangeRequestChanges,
    pages.listChangeRequestPages,
    listChangeRequestFiles,
    pages.listPages,
    listFiles,
    pages.listRevisionPages,
    pages.listRevisionFiles,
  ],
  exits: [5, 7],
  examples: [
    ['The pages that it changes', 'docs cr checkout 2 --space Guides'],
    ['All pages, into a folder of your choice', 'docs cr checkout "Guides#2" --all --to ./guides'],
  ],
  notes:
    'Edited files go back to the same change request with docs push. Run it again to fetch what others changed meanwhile.',
  run: checkOut,
});

async function checkOut(run: CheckoutRun): Promise<void> {
  const { context, flags } = run;
  await readInput(run);
  await fillContext(run);
  const client = await run.client();
  const changeRequest = await withReferences(run, ({ spaceId, changeRequestId }) =>
    client.call(getChangeRequest, { spaceId: String(spaceId), changeRequestId: String(changeRequestId) }),
  );
  if (flags.dryRun) return (await import('../../engine/plan/dry-run.ts')).printRequest(run);
  const { compareChangeRequest } = await import('./change-request-diff.ts');
  const changes = flags.all ? [] : (await compareChangeRequest(client, changeRequest, 'held')).changes;
  const only = new Set(changes.flatMap(({ kind, id }) => (kind === 'page' ? [id] : [])));
  const { title } = await client.call(getSpace, { spaceId: changeRequest.space });
  const to = flags.to ?? `./${safeName(`${title}-${changeRequest.number}`)}`;
  if (!flags.all && only.size === 0)
    note(context.io, `change request #${changeRequest.number} changes no page: --all writes all pages`);
  const all = flags.all === true;
  const target = { kind: 'space' as const, id: changeRequest.space, changeRequest, ...(!all && { only }) };
  const options = { files: all, comments: false, settings: false, changeRequests: false };
  await exportInto(run, {
    ...{ client, target, to },
    overwrite: flags.overwrite === true,
    optionsIn: async () => options,
    afterKept: shell`docs push ${to}`,
  });
  note(context.io, shell`to send edits back: docs push ${to}`);
}
