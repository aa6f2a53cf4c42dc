// Made by npm run contract from version 0.202.0 of the published contract.
import { ContentRef } from './content-ref.ts';
import { ContentImportRun } from './import-run-shapes.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Obj, Optional, Paging, RecordOf, Str, Union, Uri, pageOf } = builders;

export const listImportRuns = {
  method: 'GET',
  path: '/v1/org/{organizationId}/imports',
  query: Obj({
    ...Paging,
    space: Optional(Str()),
    changeRequest: Optional(Str()),
    site: Optional(Str()),
    status: Optional(Enum(['active', 'pending', 'in-progress', 'completed', 'failed', 'cancelled'])),
  }),
  result: pageOf(ContentImportRun),
  errors: [404],
  paging: 'pages',
  only: '0.202.0',
} as const;

export const startImportRun = {
  method: 'POST',
  path: '/v1/org/{organizationId}/imports',
  body: Obj({
    source: Union([
      Obj({ type: Literal('website'), url: Uri({ maxLength: 2048 }) }),
      Obj({ type: Literal('file'), files: ArrayOf(Str(), { maxItems: 50 }) }),
    ]),
    target: Obj({ space: Str(), changeRequest: Optional(Str()), page: Optional(Str()) }),
    site: Optional(Str()),
    enhance: Optional(Bool({ default: true })),
  }),
  result: ContentImportRun,
  success: [201],
  errors: [400, 404],
} as const;

export const getImportRun = {
  method: 'GET',
  path: '/v1/org/{organizationId}/imports/{importRunId}',
  result: ContentImportRun,
  errors: [404],
  only: '0.202.0',
} as const;

export const cancelImportRun = {
  method: 'POST',
  path: '/v1/org/{organizationId}/imports/{importRunId}/cancel',
  result: ContentImportRun,
  errors: [400, 404],
} as const;

export const applyTemplateToSpace = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/content/template',
  body: Obj({
    id: Str(),
    params: Optional(Obj({ contentRefs: Optional(RecordOf(Str(), ContentRef)) })),
    changeRequestId: Optional(Str()),
  }),
  success: [201],
} as const;
