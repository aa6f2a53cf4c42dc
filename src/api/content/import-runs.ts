// Imports of content that run in the background.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, OrganizationRef, operation, Paging, pageOf, Type, Uri } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Union, Literal, Boolean: Bool } = Type;

export const IMPORT_RUN_STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;

const ContentImportSource = Union([
  Obj({ type: Literal('website'), url: Uri() }),
  Obj({ type: Literal('file'), files: ArrayOf(Str(), { maxItems: 50 }) }),
]);
const ContentImportTarget = Obj({
  space: Str({ description: 'space to import into' }),
  changeRequest: Optional(Str({ description: 'change request to import into' })),
  page: Optional(Str({ description: 'page to put the imported pages under' })),
});

export const ContentImportRun = Obj({
  object: Optional(Literal('import-run')),
  id: Str(),
  status: Enum(IMPORT_RUN_STATUSES),
  reason: Optional(Str()),
  source: Optional(ContentImportSource),
  target: Optional(ContentImportTarget),
  site: Optional(Str()),
  createdBy: Optional(Str()),
  startedAt: Optional(DateTime()),
  completedAt: Optional(DateTime()),
  createdAt: Optional(DateTime()),
  updatedAt: Optional(DateTime()),
  urls: Optional(Obj({ location: Str() })),
  pages: Optional(
    ArrayOf(
      Obj({
        id: Str(),
        sourceURL: Optional(Str()),
        type: Enum(['page', 'folder']),
        status: Enum(['complete', 'pending']),
      }),
    ),
  ),
});
export type ContentImportRun = Static<typeof ContentImportRun>;

const ImportRunRef = Obj({
  ...OrganizationRef.properties,
  importRunId: Str({ description: 'import' }),
});
const newer = 'import runs';

export const listImportRuns = operation('importRuns.list', {
  method: 'GET',
  // The platform writes "org" here, and "orgs" everywhere else.
  path: '/v1/org/{organizationId}/imports',
  summary: 'List the imports of an organization',
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    space: Optional(Str({ description: 'only imports into this space' })),
    changeRequest: Optional(Str({ description: 'only imports into this change request, by ID' })),
    site: Optional(Str({ description: 'only imports for this site' })),
    status: Optional(
      Enum(['active', ...IMPORT_RUN_STATUSES], { description: 'only this status; active: not ended yet' }),
    ),
  }),
  result: pageOf(ContentImportRun),
  paging: 'pages',
  errors: [404],
  newer,
});

export const startImportRun = operation('importRuns.start', {
  method: 'POST',
  path: '/v1/org/{organizationId}/imports',
  summary: 'Start an import of a website or of uploaded files',
  params: OrganizationRef,
  body: Obj({
    source: ContentImportSource,
    target: ContentImportTarget,
    site: Optional(Str({ description: 'site that the content is for' })),
    enhance: Optional(Bool({ description: 'let AI improve the imported pages' })),
  }),
  result: ContentImportRun,
  success: [201],
  errors: [400, 404],
});

export const getImportRun = operation('importRuns.get', {
  method: 'GET',
  path: '/v1/org/{organizationId}/imports/{importRunId}',
  summary: 'Show an import and its pages',
  params: ImportRunRef,
  result: ContentImportRun,
  errors: [404],
  newer,
});

export const cancelImportRun = operation('importRuns.cancel', {
  method: 'POST',
  path: '/v1/org/{organizationId}/imports/{importRunId}/cancel',
  summary: 'Cancel an import that has not ended',
  params: ImportRunRef,
  result: ContentImportRun,
  errors: [400, 404],
});
