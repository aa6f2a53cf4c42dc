// Translations: a space kept in another language.
import type { Static } from '@sinclair/typebox';
import { INSTRUCTIONS, RichDocument } from '../content/rich-document.ts';
import {
  Count,
  DateTime,
  described,
  Enum,
  Flags,
  LANGUAGES,
  OrganizationRef,
  operation,
  Paging,
  pageOf,
  Type,
} from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal } = Type;

const Language = Enum(LANGUAGES);

export const Translation = Obj({
  object: Literal('translation'),
  id: Str(),
  status: Enum(['pending', 'running', 'completed']),
  source: Obj({ space: Str(), language: Language }),
  language: Language,
  instructions: RichDocument,
  result: Optional(Obj({ space: Str(), revision: Str() })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  /** Durations are seconds (src/api/README.md#translations). */
  stats: Obj({
    runs: Count(),
    totalWords: Count(),
    totalPages: Count(),
    totalDuration: Count(),
    latestRunDuration: Count(),
    latestPages: Count(),
    latestWords: Count(),
  }),
  permissions: Flags(['view', 'edit']),
  urls: Obj({ location: Str() }),
});
export type Translation = Static<typeof Translation>;

export const TranslationRef = Obj({
  organizationId: Str({ description: 'organization' }),
  translationId: Str({ description: 'translation' }),
});

export const listTranslations = operation('translations.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations',
  summary: 'List the translations in an organization',
  lists: { param: 'translationId', noun: 'translation', names: ['language', '{source.space}:{language}'] },
  params: OrganizationRef,
  query: Obj({ ...Paging }),
  result: pageOf(Translation),
  paging: 'pages',
});

export const createTranslation = operation('translations.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/translations',
  summary: 'Create a translation of a space',
  params: OrganizationRef,
  body: Obj({
    language: Enum(LANGUAGES, { description: 'language to translate to' }),
    source: Obj({
      space: Str({ description: 'space to translate' }),
      language: Enum(LANGUAGES, { description: 'language of the source space' }),
    }),
    instructions: Optional(described(RichDocument, INSTRUCTIONS)),
  }),
  result: Translation,
  success: [201],
  errors: [400],
});

export const getTranslation = operation('translations.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations/{translationId}',
  summary: 'Show a translation',
  params: TranslationRef,
  result: Translation,
  errors: [404],
});

export const updateTranslation = operation('translations.update', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/translations/{translationId}',
  summary: 'Update the instructions of a translation',
  params: TranslationRef,
  body: Obj({ instructions: described(RichDocument, INSTRUCTIONS) }),
  result: Translation,
  errors: [400],
});

export const deleteTranslation = operation('translations.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/translations/{translationId}',
  summary: 'Delete a translation',
  params: TranslationRef,
});

export const runTranslation = operation('translations.run', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/translations/{translationId}/run',
  summary: 'Translate the content that changed',
  params: TranslationRef,
  success: [204],
  errors: [404],
});
