// Translations: a space kept in another language.
import type { Static } from '@sinclair/typebox';
import { INSTRUCTIONS } from '../content/rich-document.ts';
import { resource } from '../schema.ts';
import * as wire from './translations.generated.ts';

export const Translation = wire.Translation;
export type Translation = Static<typeof Translation>;

const op = resource('translations');

export const listTranslations = op('list', 'List the translations in an organization', {
  ...wire.listTranslations,
  lists: { param: 'translationId', noun: 'translation', names: ['language', '{source.space}:{language}'] },
});
export const createTranslation = op('create', 'Create a translation of a space', {
  ...wire.createTranslation,
  errors: [400],
  says: {
    language: 'language to translate to',
    'source.space': 'space to translate',
    'source.language': 'language of the source space',
    instructions: INSTRUCTIONS,
  },
});
export const getTranslation = op('get', 'Show a translation', {
  ...wire.getTranslation,
  errors: [404],
});
export const updateTranslation = op('update', 'Update the instructions of a translation', {
  ...wire.updateTranslation,
  errors: [400],
  says: { instructions: INSTRUCTIONS },
});
export const deleteTranslation = op('delete', 'Delete a translation', wire.deleteTranslation);
export const runTranslation = op('run', 'Translate the content that changed', {
  ...wire.runTranslation,
  errors: [404],
});
