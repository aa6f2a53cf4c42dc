// Imports of content that run in the background.
import { resource } from '../schema.ts';
import * as wire from './import-runs.generated.ts';

const newer = 'import runs';

const op = resource('importRuns', { says: { importRunId: 'import' } });
export const listImportRuns = op('list', 'List the imports of an organization', {
  ...wire.listImportRuns,
  newer,
  says: {
    space: 'only imports into this space',
    changeRequest: 'only imports into this change request, by ID',
    site: 'only imports for this site',
    status: 'only this status; active: not ended yet',
  },
});
export const startImportRun = op('start', 'Start an import of a website or of uploaded files', {
  ...wire.startImportRun,
  says: {
    'target.space': 'space to import into',
    'target.changeRequest': 'change request to import into',
    'target.page': 'page to put the imported pages under',
    site: 'site that the content is for',
    enhance: 'let AI improve the imported pages',
  },
});
export const getImportRun = op('get', 'Show an import and its pages', { ...wire.getImportRun, newer });
export const cancelImportRun = op('cancel', 'Cancel an import that has not ended', wire.cancelImportRun);
