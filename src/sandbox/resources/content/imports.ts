// What comes into spaces: from a URL at once, in the background, and from templates.
import * as api from '../../../api/content/imports.ts';
import type { InputOf } from '../../../api/operation.ts';
import { DocsError } from '../../../errors.ts';
import { nonNull } from '../../../files/lists.ts';
import { ownerId } from '../../../files/lock.ts';
import { changeRow, mayBeAlive } from '../../background.ts';
import { type ContentImport, type ImportedContent, importFetch } from '../../content/import/import-source.ts';
import type { PageNode, Tree } from '../../content/model.ts';
import { appendPages, insertPage } from '../../content/tree.ts';
import { bufferedContent, contentStore } from '../../db/content/content.ts';
import { type ImportRunRow, importRuns } from '../../db/content/spaces.ts';
import { created, type FidelityOf, handle, handleChange, may, reply } from '../../handler.ts';
import { whenFree } from '../../lock.ts';
import { both, given, paginate } from '../../paging.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { locationUrl, newId } from '../../urls.ts';
import { visibleSpaces } from '../../who-sees.ts';
import { badRequest, notFound, WireError } from '../../wire-error.ts';
import { readSite } from '../sites/settings.ts';
import {
  commitOn,
  contentTarget,
  currentTree,
  editableTarget,
  requireEditable,
  requirePage,
  type TargetRef,
  visibleTarget,
} from './content-target.ts';
import { templatePages } from './templates.ts';

interface Input extends TargetRef {
  url: string;
  source: api.ImportSource;
}

/** Fetches what is at an address, and keeps its texts and files; its pages are nowhere yet. Throws 400 where there is nothing. */
async function fetched(
  sandbox: Sandbox,
  given: Pick<ContentImport, 'url' | 'source' | 'taken'>,
): Promise<ImportedContent> {
  const { importContent } = await import('../../content/import/content-import.ts');
  const content = bufferedContent(sandbox.db);
  const now = sandbox.now().toISOString();
  const found = await importContent({ ...given, fetch: importFetch(given.url), content, newId, now });
  if (found.importedResources === 0)
    throw badRequest(`nothing to import: ${given.url} contains nothing that can be read`);
  await content.flushInSlices();
  await whenFree(sandbox.db);
  return found;
}

/** Fetches first, then adds the pages to the content as it is by then: one new revision, or none. */
async function run(call: Call, { url, source, ...ref }: Input) {
  const taken = currentTree(call, editableTarget(call, ref)).pages.map(({ slug }) => slug);
  const { pages, files, ...counts } = await fetched(call, { url, source, taken });
  return call.db.transaction(() => {
    const target = editableTarget(call, ref);
    const grown = appendPages(currentTree(call, target), pages);
    const next = { ...grown, files: [...grown.files, ...files] };
    const revision = commitOn(call, target, { tree: next, userId: call.caller.userId });
    const location = locationUrl(call, `/v1/spaces/${target.space.id}/revisions/${revision}`);
    return created({ revision, ...counts }, location);
  });
}

const NOTE =
  "Takes websites of up to 50 pages, HTML, Markdown and ZIP files; the platform's other sources are refused.";

function view(sandbox: Sandbox, row: ImportRunRow) {
  const { changeRequest, page, site, reason, startedAt, completedAt } = row;
  return {
    object: 'import-run' as const,
    id: row.id,
    status: row.status,
    ...nonNull({ reason }),
    source: row.source,
    target: {
      space: row.space,
      ...nonNull({ changeRequest, page }),
    },
    ...nonNull({ site }),
    createdBy: row.createdBy,
    ...nonNull({ startedAt, completedAt }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    urls: { location: locationUrl(sandbox, `/v1/org/${row.organization}/imports/${row.id}`) },
    pages: row.pages,
  };
}

const statuses = (status: string) => (status === 'active' ? ['pending', 'in-progress'] : [status]);

// Imports in the background: begun, fetched, written as one revision, or cancelled before that.

type RunRef = InputOf<typeof api.getImportRun>;

/** An import into a space that the caller may see. 404. */
function readImportRun(call: Call, { organizationId, importRunId }: RunRef): ImportRunRow {
  call.access.requireOrganization(organizationId, 'view');
  const row = importRuns(call.db).get({ id: importRunId, organization: organizationId }, 'import');
  visibleTarget(call, { spaceId: row.space });
  return closeIfLost(call, row);
}

/** An import whose process is gone has failed. */
function closeIfLost(sandbox: Sandbox, row: ImportRunRow): ImportRunRow {
  if (!isOpen(row) || mayBeAlive(sandbox, row)) return row;
  const reason = 'the process that ran the import ended before it was done';
  return ended(sandbox, row, { status: 'failed', reason });
}

const isOpen = ({ status }: ImportRunRow): boolean => status === 'pending' || status === 'in-progress';

function ended(
  sandbox: Sandbox,
  row: ImportRunRow,
  outcome: Pick<ImportRunRow, 'status'> & Partial<Pick<ImportRunRow, 'reason' | 'pages'>>,
): ImportRunRow {
  return changeRow(sandbox, importRuns, row, { ...outcome, completedAt: sandbox.now().toISOString() });
}

/** Whether it is still wanted: it may have been cancelled meanwhile. */
const isWanted = ({ db }: Sandbox, { id }: ImportRunRow): boolean => {
  const row = importRuns(db).find({ id });
  return row !== undefined && isOpen(row);
};

async function work(sandbox: Sandbox, row: ImportRunRow, url: string): Promise<void> {
  try {
    const startedAt = sandbox.now().toISOString();
    changeRow(sandbox, importRuns, row, { status: 'in-progress', startedAt });
    const found = await fetched(sandbox, { url, source: 'website' });
    sandbox.db.transaction(() => {
      if (isWanted(sandbox, row)) keep(sandbox, row, found);
    });
  } catch (error) {
    const expected = error instanceof WireError || error instanceof DocsError;
    const reason = expected ? error.message : `unexpected error: ${String(error)}`;
    if (isWanted(sandbox, row)) ended(sandbox, row, { status: 'failed', reason });
  }
}

function keep(sandbox: Sandbox, row: ImportRunRow, { pages, files }: ImportedContent): void {
  const target = contentTarget(sandbox, {
    spaceId: row.space,
    changeRequestId: row.changeRequest ?? undefined,
  });
  requireEditable(target);
  const before = currentTree(sandbox, target);
  const grown = row.page === null ? appendPages(before, pages) : below(before, row.page, pages);
  const tree = { ...grown, files: [...grown.files, ...files] };
  commitOn(sandbox, target, { tree, userId: row.createdBy });
  const imported = pages.map(({ id, type }) => ({
    id,
    type: type === 'group' ? ('folder' as const) : ('page' as const),
    status: 'complete' as const,
  }));
  ended(sandbox, row, { status: 'completed', pages: imported });
}

const below = (tree: Tree, parentId: string, pages: readonly PageNode[]): Tree =>
  pages.reduce((grown, page) => insertPage(grown, page, { parentId }), tree);

export default [
  handle(api.importContent, run),
  handle(api.importChangeRequestContent, run),
  handle(
    api.listImportRuns,
    may('view'),
    (call, { organizationId, space, changeRequest, site, status, ...query }) => {
      const wanted = given([
        ['r.space = ?', space],
        ['r.changeRequest = ?', changeRequest],
        ['r.site = ?', site],
        ['r.status IN (SELECT value FROM json_each(?))', status && JSON.stringify(statuses(status))],
      ]);
      return paginate(call.db, {
        list: `${api.listImportRuns.id} ${organizationId}`,
        columns: 'r.*',
        from: 'importRuns r JOIN spaces s ON s.id = r.space',
        ...both(visibleSpaces(call, organizationId), wanted),
        order: ['r.createdAt', 'r.rowid'],
        direction: 'desc',
        query,
        item: (row: object) => view(call, closeIfLost(call, importRuns.read(row))),
      });
    },
  ),

  // Throws 400 for uploaded files, which the sandbox does not keep, 403, 404, and 409 where nobody may edit.
  handle(api.startImportRun, (call, input) => {
    const { organizationId, source, target, site } = input;
    if (source.type === 'file')
      throw badRequest('the sandbox keeps no uploaded files: import a website, by its URL');
    const row = call.db.transaction(() => {
      call.access.requireOrganization(organizationId, 'view');
      const found = editableTarget(call, { spaceId: target.space, changeRequestId: target.changeRequest });
      if (found.space.organization !== organizationId) throw notFound('space', target.space);
      if (target.page !== undefined) requirePage(call, found, target.page);
      if (site !== undefined) readSite(call, { organizationId, siteId: site });
      const at = call.now().toISOString();
      const made: ImportRunRow = {
        id: newId(),
        organization: organizationId,
        space: found.space.id,
        changeRequest: found.changeRequest?.id ?? null,
        page: target.page ?? null,
        site: site ?? null,
        source,
        status: 'pending',
        reason: null,
        pages: [],
        owner: ownerId(),
        createdBy: call.caller.userId,
        startedAt: null,
        completedAt: null,
        createdAt: at,
        updatedAt: at,
      };
      importRuns(call.db).insert(made);
      return made;
    });
    call.background.add(work(call, row, source.url).catch(() => undefined));
    return created(view(call, row));
  }),

  handle(api.getImportRun, (call, ref) => view(call, readImportRun(call, ref))),

  // Ends it where it is; what it has fetched is not written. Throws 400 for one that has ended.
  handleChange(api.cancelImportRun, (call, ref) => {
    const row = readImportRun(call, ref);
    call.access.requireSpace(visibleTarget(call, { spaceId: row.space }).space, 'edit');
    if (!isOpen(row)) throw badRequest(`import "${row.id}" has ended: it is ${row.status}`);
    return view(call, ended(call, row, { status: 'cancelled' }));
  }),

  // The pages come after those that are there: nothing is replaced.
  handleChange(api.applyTemplate, (call, { spaceId, id, params }) => {
    const target = editableTarget(call, { spaceId });
    const making = { content: contentStore(call.db), newId, now: call.now().toISOString() };
    const pages = templatePages({ id, contentRefs: params?.contentRefs }, making);
    const before = currentTree(call, target);
    const tree = pages.reduce((grown, page) => insertPage(grown, page), before);
    commitOn(call, target, { tree, userId: call.caller.userId });
    return reply<undefined>(201);
  }),
];

export const fidelity: FidelityOf = {
  'imports.createInChangeRequest': NOTE,
  'imports.create': NOTE,
  'importRuns.start':
    'Takes websites of up to 50 pages; uploaded files are refused, and no AI improves the pages.',
  'templates.apply': 'The templates are those of the sandbox.',
};
