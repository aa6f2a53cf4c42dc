// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Language, builders } from '../schema.ts';

const { ArrayOf, DateTime, Literal, Obj, Optional, Paging, RecordOf, Str, Union, Uri, pageOf } = builders;

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
