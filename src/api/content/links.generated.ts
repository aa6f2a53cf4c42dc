// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Collection } from './collections.generated.ts';
import { RevisionFile } from './content-shapes.generated.ts';
import { Page, Revision } from './content-shapes.ts';
import { RevisionReusableContent } from './pages.generated.ts';
import { Space } from './spaces.generated.ts';
import { OpenAPISpec } from '../integrations/openapi.generated.ts';
import { User } from '../people/members.generated.ts';
import { Organization } from '../people/organizations.generated.ts';
import { ChangeRequest } from '../review/change-requests.generated.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  Enum,
  Literal,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Unknown,
  Uri,
  pageOf,
} = builders;

export const ContentLocation = Union([
  Obj({
    kind: Literal('file'),
    organization: Organization,
    space: Space,
    versionContext: Optional(
      Union([
        Obj({ type: Literal('revision'), revision: Revision }),
        Obj({ type: Literal('changeRequest'), changeRequest: ChangeRequest }),
      ]),
    ),
    file: RevisionFile,
  }),
  Obj({ kind: Literal('url'), url: Str() }),
  Obj({
    kind: Literal('page'),
    organization: Organization,
    page: Page,
    space: Space,
    versionContext: Optional(
      Union([
        Obj({ type: Literal('revision'), revision: Revision }),
        Obj({ type: Literal('changeRequest'), changeRequest: ChangeRequest }),
      ]),
    ),
    internalLocation: Optional(
      Union([Obj({ type: Literal('anchor'), anchor: Str() }), Obj({ type: Literal('node'), node: Str() })]),
    ),
  }),
  Obj({ kind: Literal('user'), user: User }),
  Obj({ kind: Literal('collection'), organization: Organization, collection: Collection }),
  Obj({ kind: Literal('space'), organization: Organization, space: Space }),
  Obj({
    kind: Literal('reusable-content'),
    organization: Organization,
    space: Space,
    versionContext: Optional(
      Union([
        Obj({ type: Literal('revision'), revision: Revision }),
        Obj({ type: Literal('changeRequest'), changeRequest: ChangeRequest }),
      ]),
    ),
    reusableContent: RevisionReusableContent,
  }),
  Obj({ kind: Literal('openapi'), organization: Organization, openAPISpec: OpenAPISpec }),
]);
export type ContentLocation = Static<typeof ContentLocation>;

export const ContentReferenceUsage = Obj({
  status: Enum(['ok', 'broken', 'in-app']),
  relation: Enum(['reference', 'dependsOn']),
  targetReference: Optional(ContentLocation),
  locationReferences: ArrayOf(ContentLocation),
});
export type ContentReferenceUsage = Static<typeof ContentReferenceUsage>;

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

export const listSpaceLinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/links',
  query: Obj({ ...Paging, status: Optional(Enum(['ok', 'broken', 'in-app'])) }),
  result: Obj({
    ...pageOf(ContentReferenceUsage).properties,
    stats: Obj({ total: Num(), broken: Obj({ total: Num(), changeRequest: Optional(Num()) }) }),
  }),
  errors: [404],
  paging: 'pages',
  only: '0.146.0',
} as const;

export const listPageLinksInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}/links',
  query: Obj({ ...Paging, status: Optional(Enum(['ok', 'broken', 'in-app'])) }),
  result: Obj({
    ...pageOf(ContentReferenceUsage).properties,
    stats: Obj({ total: Num(), broken: Obj({ total: Num(), changeRequest: Optional(Num()) }) }),
  }),
  paging: 'pages',
  only: '0.146.0',
} as const;

export const listPageLinksInChangeRequest = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
  query: Obj({ ...Paging }),
  result: Obj({
    ...pageOf(ContentReferenceUsage).properties,
    stats: Obj({ total: Num(), broken: Obj({ total: Num(), changeRequest: Optional(Num()) }) }),
  }),
  paging: 'pages',
  only: '0.146.0',
} as const;

export const listChangeRequestPageBacklinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
  query: Obj({ ...Paging }),
  result: pageOf(ContentLocation),
  paging: 'pages',
  only: '0.146.0',
} as const;

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
