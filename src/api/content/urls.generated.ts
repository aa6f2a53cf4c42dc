// Made by npm run contract from version 0.202.0 of the published contract.
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
} as const;
