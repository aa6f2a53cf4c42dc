// Bringing content in from elsewhere (src/api/README.md#space-content).
import type { Static } from '@sinclair/typebox';
import { builders, Count, Enum, resource, Uri } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './imports.generated.ts';

const { Obj, Str } = builders;

export const IMPORT_SOURCES = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export const ImportResult = Obj({ revision: Str(), importedResources: Count(), totalResources: Count() });
export type ImportResult = Static<typeof ImportResult>;

/** No published version has it (`none`). */
const importing = {
  method: 'POST',
  body: Obj({
    url: Uri({ description: 'what to import' }),
    source: Enum(IMPORT_SOURCES, { description: 'type of the source' }),
  }),
  result: ImportResult,
  success: [201],
  only: 'none',
  slow: true,
} as const;

const op = resource('imports');
export const importContent = op('create', 'Import content from a URL into a space', {
  ...importing,
  path: '/v1/spaces/{spaceId}/content/import',
});
export const importChangeRequestContent = twin(op, importContent, {
  ...importing,
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
});

const newer = 'import runs';

const runOp = resource('importRuns', { says: { importRunId: 'import' } });
export const listImportRuns = runOp('list', 'List the imports of an organization', {
  ...wire.listImportRuns,
  newer,
  says: {
    space: 'only imports into this space',
    changeRequest: 'only imports into this change request, by ID',
    site: 'only imports for this site',
    status: 'only this status; active: not ended yet',
  },
});
export const startImportRun = runOp('start', 'Start an import of a website or of uploaded files', {
  ...wire.startImportRun,
  says: {
    'target.space': 'space to import into',
    'target.changeRequest': 'change request to import into',
    'target.page': 'page to put the imported pages under',
    site: 'site that the content is for',
    enhance: 'let AI improve the imported pages',
  },
});
export const getImportRun = runOp('get', 'Show an import and its pages', { ...wire.getImportRun, newer });
export const cancelImportRun = runOp('cancel', 'Cancel an import that has not ended', wire.cancelImportRun);

const templateOp = resource('templates');
export const applyTemplate = templateOp('apply', 'Apply a template to a space', {
  ...wire.applyTemplateToSpace,
  says: {
    changeRequestId: 'change request to apply it in',
    id: 'template',
    params: 'values for the parameters of the template',
    'params.contentRefs': 'content the template refers to, by name',
  },
});
