// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Collection } from './collections.generated.ts';
import { Page } from './content-shapes.ts';
import { Space } from './spaces.generated.ts';
import { ChangeRequest } from '../review/change-requests.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Num, Obj, Optional, RecordOf, Str, Union, Unknown, Uri } = builders;

export const PublishedSiteContentLookup = Union([
  Union([
    Obj({ target: Enum(['application', 'content']), redirect: Uri({ maxLength: 2048 }) }),
    Obj({ target: Literal('external'), site: Str(), redirect: Uri({ maxLength: 2048 }) }),
  ]),
  Obj({
    site: Str(),
    siteSection: Optional(Str()),
    siteSpace: Str(),
    space: Str(),
    changeRequest: Optional(Str()),
    revision: Optional(Str()),
    pathname: Str(),
    basePath: Str(),
    siteBasePath: Str(),
    apiToken: Str(),
    organization: Str(),
    shareKey: Optional(Str()),
    complete: Bool(),
    contextId: Optional(Str()),
    canonicalUrl: Str(),
    preview: Optional(Bool()),
  }),
]);
export type PublishedSiteContentLookup = Static<typeof PublishedSiteContentLookup>;

export const getContentByUrl = {
  method: 'GET',
  path: '/v1/urls/content',
  query: Obj({ url: Str() }),
  result: Union([
    Obj({ collection: Collection }),
    Obj({ space: Space, changeRequest: Optional(ChangeRequest), page: Optional(Page) }),
  ]),
  token: 'any',
} as const;

export const resolvePublishedContentByUrl = {
  method: 'POST',
  path: '/v1/urls/published',
  body: Obj({
    url: Uri({ maxLength: 2048 }),
    redirectOnError: Optional(Bool({ default: false })),
    visitor: Optional(
      Obj({
        jwtToken: Optional(Str()),
        unsignedClaims: Optional(
          RecordOf(
            Str(),
            Union([Unknown(), Str(), Bool(), Num(), ArrayOf(Union([Str(), Bool(), Num(), Unknown()]))]),
          ),
        ),
        type: Optional(Enum(['human', 'agent'])),
      }),
    ),
  }),
  result: PublishedSiteContentLookup,
  errors: [404],
  token: 'any',
} as const;
