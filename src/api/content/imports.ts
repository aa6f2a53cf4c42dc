// Bringing content in from elsewhere (src/api/README.md#space-content).
import type { Static } from '@sinclair/typebox';
import { builders, Count, Enum, resource, Uri } from '../schema.ts';

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

const ImportBody = Obj({
  url: Uri({ description: 'what to import' }),
  source: Enum(IMPORT_SOURCES, { description: 'type of the source' }),
});

export const ImportResult = Obj({ revision: Str(), importedResources: Count(), totalResources: Count() });
export type ImportResult = Static<typeof ImportResult>;

const op = resource('imports');
export const importContent = op('create', 'Import content from a URL into a space', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/content/import',
  body: ImportBody,
  result: ImportResult,
  success: [201],
  only: 'none',
  slow: true,
});
export const importChangeRequestContent = op(
  'createInChangeRequest',
  'Import content from a URL into a change request',
  {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
    body: ImportBody,
    result: ImportResult,
    success: [201],
    only: 'none',
    slow: true,
  },
);
