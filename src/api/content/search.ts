// Full-text search, and its results.
import type { Static } from '@sinclair/typebox';
import { operation, Paging, SpaceRef, Type } from '../schema.ts';
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

export const searchSpace = operation('search.space', {
  ...wire.searchSpaceContent,
  summary: 'Search the pages in a space',
  params: SpaceRef,
  says: { query: 'what to look for' },
});
