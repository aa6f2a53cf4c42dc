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

const glossaryOp = resource('glossary');
export const listGlossary = glossaryOp('list', 'List the glossary entries of an organization', {
  ...wire.listGlossaryEntries,
  says: { orderBy: 'sort by the word in this language' },
});
export const updateGlossary = glossaryOp('update', 'Add, change and delete glossary entries', {
  ...wire.updateGlossaryEntries,
  retry: 'never',
  says: { operations: 'what to insert, update and delete' },
});
export const getGlossaryEntry = glossaryOp('get', 'Show a glossary entry', wire.getGlossaryEntry);
