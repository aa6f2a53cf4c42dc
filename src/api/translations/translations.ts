// Translations: a space kept in another language.
import type { Static } from '@sinclair/typebox';
import { INSTRUCTIONS } from '../content/rich-document.ts';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './translations.generated.ts';

const { Object: Obj, String: Str } = Type;

export const Translation = wire.Translation;
export type Translation = Static<typeof Translation>;

export const TranslationRef = Obj({
  organizationId: Str({ description: 'organization' }),
  translationId: Str({ description: 'translation' }),
});

export const listTranslations = operation('translations.list', {
  ...wire.listTranslations,
  summary: 'List the translations in an organization',
  lists: { param: 'translationId', noun: 'translation', names: ['language', '{source.space}:{language}'] },
  params: OrganizationRef,
});

export const createTranslation = operation('translations.create', {
  ...wire.createTranslation,
  summary: 'Create a translation of a space',
  params: OrganizationRef,
  errors: [400],
  says: {
    language: 'language to translate to',
    'source.space': 'space to translate',
    'source.language': 'language of the source space',
    instructions: INSTRUCTIONS,
  },
});

export const getTranslation = operation('translations.get', {
  ...wire.getTranslation,
  summary: 'Show a translation',
  params: TranslationRef,
  errors: [404],
});

export const updateTranslation = operation('translations.update', {
  ...wire.updateTranslation,
  summary: 'Update the instructions of a translation',
  params: TranslationRef,
  errors: [400],
  says: { instructions: INSTRUCTIONS },
});

export const deleteTranslation = operation('translations.delete', {
  ...wire.deleteTranslation,
  summary: 'Delete a translation',
  params: TranslationRef,
});

export const runTranslation = operation('translations.run', {
  ...wire.runTranslation,
  summary: 'Translate the content that changed',
  params: TranslationRef,
  errors: [404],
});
