// Full-text search, and its results.
import type { Static } from '@sinclair/typebox';
import { operation, Paging, pageOf, SpaceRef, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional } = Type;
const urls = Obj({ app: Str() });

/** A page that fits, with the sections that do. */
export const SearchResult = Obj({
  id: Str(),
  title: Str(),
  path: Str(),
  sections: Optional(ArrayOf(Obj({ id: Str(), title: Str(), path: Str(), body: Str(), urls }))),
  urls,
});
export type SearchResult = Static<typeof SearchResult>;

/** A space that has such pages: one row of a search in an organization. */
export const SearchSpace = Obj({ id: Str(), title: Str(), pages: ArrayOf(SearchResult) });
export type SearchSpace = Static<typeof SearchSpace>;

export const SearchQuery = Obj({
  query: Str({ maxLength: 512, description: 'what to look for' }),
  ...Paging,
});

export const searchSpace = operation('search.space', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/search',
  summary: 'Search the pages in a space',
  params: SpaceRef,
  query: SearchQuery,
  result: pageOf(SearchResult),
  paging: 'pages',
});
