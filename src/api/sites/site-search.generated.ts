// Made by npm run contract from version 0.202.0 of the published contract.
import { SearchSpaceResult } from '../content/search.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Enum, Literal, Num, Obj, Optional, Paging, Str, Union, Uri, pageOf } = builders;

export const searchSiteContent = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/search',
  query: Obj({ ...Paging }),
  body: Obj({
    query: Str({ maxLength: 512 }),
    scope: Optional(
      Union([
        Obj({
          mode: Literal('default'),
          currentSiteSpace: Optional(Str()),
          restrictTo: Optional(Str({ minLength: 2, maxLength: 1 })),
        }),
        Obj({
          mode: Literal('default'),
          currentSiteSpace: Str(),
          restrictTo: Enum(['currentSiteSpace', 'otherSiteSpaces']),
        }),
        Obj({ mode: Literal('specific'), siteSpaceIds: ArrayOf(Str()) }),
        Obj({ mode: Literal('all') }),
      ]),
    ),
    mode: Optional(Enum(['specific', 'current', 'all'])),
    siteSpaceIds: Optional(ArrayOf(Str())),
    siteSpaceId: Optional(Str()),
  }),
  result: pageOf(
    Union([
      SearchSpaceResult,
      Obj({
        type: Literal('record'),
        id: Str(),
        title: Str(),
        score: Num({ minimum: 0 }),
        description: Optional(Str()),
        url: Uri(),
      }),
    ]),
  ),
  paging: 'pages',
} as const;
