// The glossary of an organization: words that translations must use.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, LANGUAGES, OrganizationRef, operation, Paging, pageOf, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Union, Literal, Record: RecordOf } = Type;

/** Languages of a glossary: those of translations, and one that only it knows. */
export const GLOSSARY_LANGUAGES = [...LANGUAGES, 'zh-tw'] as readonly string[];

/** The word in each language. */
const GlossaryTranslations = RecordOf(Str(), Str({ minLength: 1, maxLength: 255, pattern: '^[^\\n\\r]*$' }));

export const GlossaryEntry = Obj({
  object: Literal('glossary-entry'),
  id: Str(),
  translations: GlossaryTranslations,
  createdAt: DateTime(),
  updatedAt: DateTime(),
  urls: Obj({ location: Str() }),
});
export type GlossaryEntry = Static<typeof GlossaryEntry>;

export const GlossaryBatchOperation = Union([
  Obj({ type: Literal('insert'), translations: GlossaryTranslations }),
  Obj({ type: Literal('update'), id: Str(), translations: GlossaryTranslations }),
  Obj({ type: Literal('delete'), id: Str() }),
]);
export type GlossaryBatchOperation = Static<typeof GlossaryBatchOperation>;

export const listGlossary = operation('glossary.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations-glossary',
  summary: 'List the glossary entries of an organization',
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    orderBy: Optional(Enum(GLOSSARY_LANGUAGES, { description: 'sort by the word in this language' })),
  }),
  result: pageOf(GlossaryEntry),
  paging: 'pages',
});

export const updateGlossary = operation('glossary.update', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/translations-glossary',
  summary: 'Add, change and delete glossary entries',
  params: OrganizationRef,
  body: Obj({
    operations: ArrayOf(GlossaryBatchOperation, { description: 'what to insert, update and delete' }),
  }),
  success: [204],
  errors: [400],
  // An insert that is sent twice is there twice.
  retry: 'never',
});

export const getGlossaryEntry = operation('glossary.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}',
  summary: 'Show a glossary entry',
  params: Obj({
    ...OrganizationRef.properties,
    glossaryEntryId: Str({ description: 'glossary entry' }),
  }),
  result: GlossaryEntry,
  errors: [404],
});
