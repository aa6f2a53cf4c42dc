// Bringing content in from elsewhere (src/api/README.md#space-content).
import type { Static } from '@sinclair/typebox';
import { ChangeRequestRef, Count, Enum, operation, SpaceRef, Type, Uri } from '../schema.ts';

const { Object: Obj, String: Str } = Type;

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

export const importContent = operation('imports.create', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/content/import',
  summary: 'Import content from a URL into a space',
  params: SpaceRef,
  body: ImportBody,
  result: ImportResult,
  success: [201],
  slow: true,
});

export const importChangeRequestContent = operation('imports.createInChangeRequest', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
  summary: 'Import content from a URL into a change request',
  params: ChangeRequestRef,
  body: ImportBody,
  result: ImportResult,
  success: [201],
  slow: true,
});
