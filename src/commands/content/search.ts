// docs spaces search: pages that fit, with the sections that do, the words marked.
import { searchSpace } from '../../api/content/search.ts';
import { command } from '../../engine/model/command.ts';

export const spaceSearch = command('search', searchSpace, {
  args: ['spaceId', 'query'],
  none: 'no page in {} matches',
  columns: ['id', 'title', 'path'],
  send: async (run) => (await import('./search-hits.ts')).showHits(run),
  examples: [
    ['Search for words', 'docs spaces search Guides "rate limit"'],
    ['Get the results as JSON', 'docs spaces search Guides install --json'],
  ],
  notes: 'Best matches come first. On a terminal, matching words are highlighted.',
});
