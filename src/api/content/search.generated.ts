// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, Enum, Integer, Literal, Num, Obj, Optional, Paging, Str, Uri, pageOf } = builders;

export const SearchPageResult = Obj({
  id: Str(),
  title: Str(),
  path: Str(),
  sections: Optional(
    ArrayOf(
      Obj({
        id: Str(),
        title: Str(),
        path: Str(),
        body: Str(),
        urls: Obj({ app: Uri() }),
        score: Optional(Num({ minimum: 0 })),
        resultType: Optional(Enum(['page', 'section'])),
      }),
    ),
  ),
  urls: Obj({ app: Uri() }),
  description: Optional(Str()),
  score: Optional(Num({ minimum: 0 })),
  rank: Optional(Integer({ minimum: 1 })),
  resultType: Optional(Enum(['page', 'section'])),
  ancestors: Optional(ArrayOf(Obj({ title: Str() }))),
});
export type SearchPageResult = Static<typeof SearchPageResult>;

export const SearchSpaceResult = Obj({
  id: Str(),
  title: Str(),
  pages: ArrayOf(SearchPageResult),
  type: Optional(Literal('space')),
  score: Optional(Num({ minimum: 0 })),
});
export type SearchSpaceResult = Static<typeof SearchSpaceResult>;

export const searchSpaceContent = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/search',
  query: Obj({ ...Paging, query: Str({ maxLength: 512 }) }),
  result: pageOf(SearchPageResult),
  paging: 'pages',
} as const;
