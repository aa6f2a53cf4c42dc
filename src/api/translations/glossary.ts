// The glossary of an organization: words that translations must use.
import { resource } from '../schema.ts';
import * as wire from './glossary.generated.ts';

const op = resource('glossary');
export const listGlossary = op('list', 'List the glossary entries of an organization', {
  ...wire.listGlossaryEntries,
  says: { orderBy: 'sort by the word in this language' },
});
export const updateGlossary = op('update', 'Add, change and delete glossary entries', {
  ...wire.updateGlossaryEntries,
  retry: 'never',
  says: { operations: 'what to insert, update and delete' },
});
export const getGlossaryEntry = op('get', 'Show a glossary entry', wire.getGlossaryEntry);
