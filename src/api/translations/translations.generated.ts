// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { Language, builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Integer,
  Literal,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Uri,
  pageOf,
} = builders;

export const GlossaryBatchOperation = Union([
  Obj({
    type: Literal('insert'),
    translations: RecordOf(Str(), Str({ minLength: 1, maxLength: 255, pattern: '^[^\\n\\r]*$' })),
  }),
  Obj({
    type: Literal('update'),
    id: Str(),
    translations: RecordOf(Str(), Str({ minLength: 1, maxLength: 255, pattern: '^[^\\n\\r]*$' })),
  }),
  Obj({ type: Literal('delete'), id: Str() }),
]);
export type GlossaryBatchOperation = Static<typeof GlossaryBatchOperation>;

export const GlossaryEntry = Obj({
  object: Literal('glossary-entry'),
  id: Str(),
  translations: RecordOf(Str(), Str({ minLength: 1, maxLength: 255, pattern: '^[^\\n\\r]*$' })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  urls: Obj({ location: Uri() }),
});
export type GlossaryEntry = Static<typeof GlossaryEntry>;

export const Translation = Obj({
  object: Literal('translation'),
  id: Str(),
  status: Enum(['pending', 'running', 'completed']),
  source: Obj({ space: Str(), language: Language }),
  language: Language,
  instructions: RichDocument,
  result: Optional(Obj({ space: Str(), revision: Str(), language: Optional(Language) })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  stats: Obj({
    runs: Integer(),
    totalWords: Integer(),
    totalPages: Integer(),
    totalDuration: Integer(),
    latestRunDuration: Integer(),
    latestPages: Integer(),
    latestWords: Integer(),
  }),
  permissions: Obj({ view: Bool(), edit: Bool() }),
  urls: Obj({ location: Uri() }),
});
export type Translation = Static<typeof Translation>;

export const listTranslations = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations',
  query: Obj({ ...Paging }),
  result: pageOf(Translation),
  paging: 'pages',
} as const;

export const createTranslation = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/translations',
  body: Obj({
    source: Obj({ space: Str(), language: Language }),
    language: Language,
    instructions: Optional(RichDocument),
  }),
  result: Translation,
  success: [201],
  errors: [400],
} as const;

export const getTranslation = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations/{translationId}',
  result: Translation,
  errors: [404],
} as const;

export const updateTranslation = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/translations/{translationId}',
  body: Obj({ instructions: RichDocument }),
  result: Translation,
  errors: [400],
} as const;

export const deleteTranslation = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/translations/{translationId}',
} as const;

export const runTranslation = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/translations/{translationId}/run',
  success: [204],
  errors: [404],
} as const;

export const listGlossaryEntries = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations-glossary',
  query: Obj({ ...Paging, orderBy: Optional(Language) }),
  result: pageOf(GlossaryEntry),
  paging: 'pages',
} as const;

export const updateGlossaryEntries = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/translations-glossary',
  body: Obj({ operations: ArrayOf(GlossaryBatchOperation) }),
  success: [204],
  errors: [400],
} as const;

export const getGlossaryEntry = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}',
  result: GlossaryEntry,
  errors: [404],
} as const;
