// Full-text search, and its results.
import type { Static } from '@sinclair/typebox';
import { Paging, resource, Type } from '../schema.ts';
import * as wire from './search.generated.ts';

const { Object: Obj, String: Str } = Type;
/** A page that fits, with the sections that do. */
export const SearchResult = wire.SearchPageResult;
export type SearchResult = Static<typeof SearchResult>;

/** A space that has such pages: one row of a search in an organization. */
export const SearchSpace = wire.SearchSpaceResult;
export type SearchSpace = Static<typeof SearchSpace>;

export const SearchQuery = Obj({
  query: Str({ maxLength: 512, description: 'what to look for' }),
  ...Paging,
});

const op = resource('search');

export const searchSpace = op('space', 'Search the pages in a space', {
  ...wire.searchSpaceContent,
  says: { query: 'what to look for' },
});
