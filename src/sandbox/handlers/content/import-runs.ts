// Imports that run in the background.
import type { ContentImportRun } from '../../../api/content/import-run-shapes.generated.ts';
import {
  cancelImportRun,
  getImportRun,
  listImportRuns,
  startImportRun,
} from '../../../api/content/import-runs.ts';
import * as runs from '../../actions/content/import-runs.ts';
import type { ImportRunRow } from '../../db/content/import-runs.ts';
import type { Param } from '../../db/database.ts';
import { created, type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Sandbox } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { visibleSpaces } from '../../visible-spaces.ts';

function view(sandbox: Sandbox, row: ImportRunRow) {
  const { changeRequest, page, site, reason, startedAt, completedAt } = row;
  return {
    object: 'import-run' as const,
    id: row.id,
    status: row.status,
    ...(reason !== null && { reason }),
    // Written by our own store, here and below.
    source: JSON.parse(row.source) as NonNullable<ContentImportRun['source']>,
    target: {
      space: row.space,
      ...(changeRequest !== null && { changeRequest }),
      ...(page !== null && { page }),
    },
    ...(site !== null && { site }),
    createdBy: row.createdBy,
    ...(startedAt !== null && { startedAt }),
    ...(completedAt !== null && { completedAt }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    urls: { location: locationUrl(sandbox, `/v1/org/${row.organization}/imports/${row.id}`) },
    pages: JSON.parse(row.pages) as NonNullable<ContentImportRun['pages']>,
  };
}

function filters({ space, changeRequest, site, status }: Readonly<Record<string, string | undefined>>) {
  const where: string[] = [];
  const params: Param[] = [];
  for (const [column, value] of Object.entries({ space, changeRequest, site, status })) {
    if (value === undefined) continue;
    if (value === 'active' && column === 'status') where.push("r.status IN ('pending', 'in-progress')");
    else {
      where.push(`r.${column} = ?`);
      params.push(value);
    }
  }
  return { where, params };
}

export default [
  handle(listImportRuns, (call, { organizationId, page, limit, ...wanted }) => {
    call.access.requireOrganization(organizationId, 'view');
    const visible = visibleSpaces(call, organizationId);
    const { where, params } = filters(wanted);
    return paginate(call.db, {
      list: `${listImportRuns.id} ${organizationId}`,
      columns: 'r.*',
      from: 'importRuns r JOIN spaces s ON s.id = r.space',
      where: [...visible.where, ...where],
      params: [...visible.params, ...params],
      order: ['r.createdAt', 'r.rowid'],
      direction: 'desc',
      query: { page, limit },
      item: (row: ImportRunRow) => view(call, runs.closeIfLost(call, row)),
    });
  }),

  handle(startImportRun, (call, input) => {
    const shown = view(call, runs.startImportRun(call, input));
    return created(shown, shown.urls.location);
  }),

  handle(getImportRun, (call, ref) => view(call, runs.readImportRun(call, ref))),

  handle(cancelImportRun, (call, ref) => view(call, runs.cancelImportRun(call, ref))),
];

export const fidelity: FidelityOf = {
  cancel: 'real',
  get: 'real',
  list: 'real',
  start: {
    limited: 'Takes websites of up to 50 pages; uploaded files are refused, and no AI improves the pages.',
  },
};
