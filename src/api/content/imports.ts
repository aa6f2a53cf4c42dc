// Bringing content in from elsewhere (src/api/README.md#space-content).
import type { Static } from '@sinclair/typebox';
import { builders, Count, Enum, resource, Uri } from '../schema.ts';
import { twin } from '../twin.ts';

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
