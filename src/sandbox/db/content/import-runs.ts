// Imports that run in the background, and how they went.
import type { ContentImportRun } from '../../../api/content/import-run-shapes.generated.ts';
import { json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const importRuns = table(
  'importRuns',
  {
    id: key(),
    organization: partOf('organizations'),
    space: partOf('spaces'),
    changeRequest: textOrNull(),
    /** Id of the page that the imported ones are put under. */
    page: textOrNull(),
    site: textOrNull(),
    source: json<NonNullable<ContentImportRun['source']>>(),
    status: text<ContentImportRun['status']>(),
    reason: textOrNull(),
    pages: json<NonNullable<ContentImportRun['pages']>>(),
    /** The process that runs it. */
    owner: text(),
    createdBy: text(),
    startedAt: textOrNull(),
    completedAt: textOrNull(),
    createdAt: text(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX importRuns_by_organization ON importRuns (organization, createdAt)'] },
);
export type ImportRunRow = RowOf<typeof importRuns>;
