// Imports of content that run in the background.
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './import-runs.generated.ts';

const { Object: Obj, String: Str } = Type;

export const IMPORT_RUN_STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;

const ImportRunRef = Obj({
  ...OrganizationRef.properties,
  importRunId: Str({ description: 'import' }),
});
const newer = 'import runs';

export const listImportRuns = operation('importRuns.list', {
  ...wire.listImportRuns,
  summary: 'List the imports of an organization',
  params: OrganizationRef,
  errors: [404],
  newer,
  says: {
    space: 'only imports into this space',
    changeRequest: 'only imports into this change request, by ID',
    site: 'only imports for this site',
    status: 'only this status; active: not ended yet',
  },
});

export const startImportRun = operation('importRuns.start', {
  ...wire.startImportRun,
  summary: 'Start an import of a website or of uploaded files',
  params: OrganizationRef,
  errors: [400, 404],
  says: {
    'target.space': 'space to import into',
    'target.changeRequest': 'change request to import into',
    'target.page': 'page to put the imported pages under',
    site: 'site that the content is for',
    enhance: 'let AI improve the imported pages',
  },
});

export const getImportRun = operation('importRuns.get', {
  ...wire.getImportRun,
  summary: 'Show an import and its pages',
  params: ImportRunRef,
  errors: [404],
  newer,
});

export const cancelImportRun = operation('importRuns.cancel', {
  ...wire.cancelImportRun,
  summary: 'Cancel an import that has not ended',
  params: ImportRunRef,
  errors: [400, 404],
});
