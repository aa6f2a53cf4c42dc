// docs glossary: words that translations must use, one at a time or as a file.
import { type GlossaryEntry, getGlossaryEntry, listGlossary } from '../../api/translations/glossary.ts';
import { command, group } from '../../engine/model/command.ts';
import { glossaryExport } from './glossary-export.ts';
import { glossaryPush } from './glossary-push.ts';

const ROW = ['id', 'translations', 'updatedAt'] as const;
const table = ['translations', 'updatedAt', 'id'];
const labels = { translations: 'words' };

export default group(
  'glossary',
  'Manage the words that translations must use',
  [
    command('list', listGlossary, {
      none: 'glossary entries',
      columns: ROW,
      table,
      labels,
      present,
      examples: [
        ['List all entries', 'docs glossary list'],
        ['Sort by the English term, as JSON', 'docs glossary list --order-by en --json'],
      ],
    }),
    command('get', getGlossaryEntry, {
      args: ['glossaryEntryId'],
      columns: [...ROW, 'createdAt'],
      table,
      labels,
      present,
      examples: ['docs glossary get Fzwpvgb2veSxg37LNsXp'],
    }),
    glossaryPush,
    glossaryExport,
  ],
  [
    ['See all words', 'docs glossary list'],
    ['Print the glossary as CSV', 'docs glossary export'],
    ['Make the glossary match a file', 'docs glossary push glossary.csv'],
  ],
);

/** `en: parcel, de: Paket`. */
function present(entry: GlossaryEntry) {
  const words = Object.entries(entry.translations ?? {}).map(([language, word]) => `${language}: ${word}`);
  return { ...entry, translations: words.join(', ') };
}
