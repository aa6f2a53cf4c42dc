// docs imports: content that comes from a website, in the background.
import type { ContentImportRun } from '../../api/content/import-run-shapes.generated.ts';
import { cancelImportRun, getImportRun, listImportRuns, startImportRun } from '../../api/content/imports.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import dangers from '../../domain/dangers/content.ts';
import { asItem } from '../../domain/reversals/reversal.ts';
import { command, group } from '../../engine/model/command.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { calledById } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext } from '../../engine/run/session.ts';
import { WAIT_FLAGS, type WaitFlags, waitFor } from '../../engine/run/wait.ts';
import { DocsError, UsageError } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';

const ROW = ['id', 'status', 'target.space', 'source', 'reason', 'createdAt', 'completedAt'] as const;
const table = ['source', 'target.space', 'status', 'reason', 'createdAt', 'id'];
const names = { 'target.space': 'spaceId' };
const labels = {
  'target.space': 'space',
  'target.changeRequest': 'change request',
  startedAt: 'started',
  completedAt: 'completed',
};

export default group(
  'imports',
  'Import websites into spaces',
  [
    command('list', listImportRuns, {
      none: 'imports',
      columns: ROW,
      table,
      names,
      labels,
      present,
      refs: { space: 'spaceId', site: 'siteId' },
      examples: [
        ['List all imports', 'docs imports list'],
        ['Those into one space that are running', 'docs imports list --status active --space Guides'],
      ],
    }),
    command('start', startImportRun, {
      args: ['source'],
      columns: ROW,
      present,
      options: WAIT_FLAGS,
      supplied: ['target.space'],
      refs: { 'target.space': 'spaceId', site: 'siteId' },
      uses: [getSpace, getChangeRequest, getImportRun],
      prepare: readStart,
      settled: nameTarget,
      ...dangers['importRuns.start'],
      stakes: async (run) => ({
        what: `into ${await into(run)}`,
        change: `from ${urlOf(run.input.source)}`,
      }),
      success: async (run) => `started the import of ${urlOf(run.input.source)} into ${await into(run)}`,
      check: 'docs imports list',
      follow: endOfImport,
      after: sayImported,
      examples: [
        'docs imports start https://docs.example.com/guide --target-space Guides --target-change-request 1 --yes --dry-run',
      ],
      notes:
        'The import runs in the background; --wait reports the result. A locked space takes imports in change requests only.',
    }),
    command('get', getImportRun, {
      args: ['importRunId'],
      columns: [...ROW, 'target.changeRequest', 'createdBy', 'startedAt', 'pages'],
      names,
      labels,
      present: (run) => ({ ...present(run), pages: run.pages?.length ?? 0 }),
      examples: ['docs imports get LN49ob9tbVWcp2Qbub27'],
    }),
    command('cancel', cancelImportRun, {
      args: ['importRunId'],
      columns: ROW,
      present,
      ...dangers['importRuns.cancel'],
      target: getImportRun,
      done: 'canceled',
      success: (_, { id }) => `canceled import ${id}`,
      check: 'docs imports get {importRunId}',
      examples: ['docs imports cancel LN49ob9tbVWcp2Qbub27 --yes --dry-run'],
    }),
  ],
  [
    ['See imports that are under way', 'docs imports list --status active'],
    ['Preview importing a website', 'start'],
  ],
);

const urlOf = (source: unknown): string => maskUrl(String(asItem(source).url ?? 'uploaded files'));

/** A website by its URL, files by their number. */
function present(run: ContentImportRun) {
  const { files, url } = asItem(run.source);
  return {
    ...run,
    source: Array.isArray(files) ? plural(files.length, 'file') : url,
  };
}

async function into(run: Run): Promise<string> {
  const { space, changeRequest } = asItem(run.input.target);
  const name = await calledById(run, 'spaceId', String(space), getSpace);
  return changeRequest === undefined ? name : `change request ${changeRequest} of ${name}`;
}

/** A URL becomes a source, and the space of the context the target. Throws UsageError without one. */
async function readStart(run: Run): Promise<void> {
  const { source, target } = run.input;
  if (typeof source === 'string') run.input = { ...run.input, source: { type: 'website', url: source } };
  if (asItem(target).space !== undefined) return;
  const space = fromContext(run, 'spaceId');
  if (space === undefined) {
    throw new UsageError('no space given: use --target-space', {
      code: 'MISSING_CONTEXT',
      hint: 'docs spaces list, then docs use --space <space>',
    });
  }
  run.input = { ...run.input, target: { ...Object(target), space } };
}

/** The change request and the page of the target, once the space is known by its ID. */
async function nameTarget(run: Run): Promise<void> {
  const { space, changeRequest, page } = asItem(run.input.target);
  const spaceId = String(space);
  const place: Record<string, string> = { spaceId };
  const named: Record<string, string> = { space: spaceId };
  if (typeof changeRequest === 'string') {
    const ref = await settleOne({ ...run, input: place }, 'changeRequestId', changeRequest);
    const client = await run.client();
    named.changeRequest = (await client.call(getChangeRequest, { spaceId, changeRequestId: ref })).id;
    place.changeRequestId = named.changeRequest;
  }
  if (typeof page === 'string') named.page = await settleOne({ ...run, input: place }, 'pageId', page);
  run.input = { ...run.input, target: named };
}

const hintOf = (id: string): string => shell`docs imports get ${id}`;

/** Reads until it has ended. */
async function endOfImport(run: Run<WaitFlags>, { id }: ContentImportRun): Promise<ContentImportRun> {
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  return waitFor(run, {
    what: `import ${id}`,
    hint: hintOf(id),
    read: () => client.call(getImportRun, { organizationId, importRunId: id }),
    hasEnded: ({ status }) => !['pending', 'in-progress'].includes(status),
  });
}

/** Throws DocsError IMPORT_FAILED with the platform's reason. */
async function sayImported(
  run: Run<WaitFlags>,
  { id, status, reason, pages }: ContentImportRun,
): Promise<void> {
  const { io } = run.context;
  const hint = hintOf(id);
  if (run.flags.wait !== true) return note(io, `it continues in the background: ${hint}`);
  if (status === 'completed') return done(io, `imported ${plural(pages?.length ?? 0, 'page')}`);
  await (await import('../../engine/journal/record-change.ts')).markFailed(run);
  throw new DocsError(
    `import ${id} ${status === 'failed' ? `failed: ${reason ?? 'no reason given'}` : `is ${status}`}`,
    { code: 'IMPORT_FAILED', exit: 1 },
    { hint, outcome: 'rejected' },
  );
}
