// Translations: a space kept in another language.
import { resource } from '../schema.ts';
import * as wire from './translations.generated.ts';

const op = resource('translations');
export const listTranslations = op('list', 'List the translations in an organization', {
  ...wire.listTranslations,
  lists: { param: 'translationId', noun: 'translation', names: ['language', '{source.space}:{language}'] },
});
export const createTranslation = op('create', 'Create a translation of a space', {
  ...wire.createTranslation,
  says: {
    language: 'language to translate to',
    'source.space': 'space to translate',
    'source.language': 'language of the source space',
  },
});
export const getTranslation = op('get', 'Show a translation', wire.getTranslation);
export const updateTranslation = op('update', 'Update the instructions of a translation', {
  ...wire.updateTranslation,
});
export const deleteTranslation = op('delete', 'Delete a translation', wire.deleteTranslation);
export const runTranslation = op('run', 'Translate the content that changed', wire.runTranslation);
