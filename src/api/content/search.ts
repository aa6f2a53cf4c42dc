// Full-text search, and its results.
import { resource } from '../schema.ts';
import * as wire from './search.generated.ts';
import { SearchPageResult as SearchResult, SearchSpaceResult as SearchSpace } from './search.generated.ts';

export { SearchResult, SearchSpace };

const op = resource('search');
export const searchSpace = op('space', 'Search the pages in a space', {
  ...wire.searchSpaceContent,
  says: { query: 'what to look for' },
});
