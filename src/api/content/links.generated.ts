// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Collection } from './collections.generated.ts';
import { RevisionFile } from './content-shapes.generated.ts';
import { Page, Revision } from './content-shapes.ts';
import { RevisionReusableContent } from './reusable-contents.generated.ts';
import { Space } from './spaces.generated.ts';
import { OpenAPISpec } from '../integrations/openapi.generated.ts';
import { Organization } from '../people/organizations.generated.ts';
import { User } from '../people/users.generated.ts';
import { ChangeRequest } from '../review/change-requests.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Enum, Literal, Num, Obj, Optional, Paging, Str, Union, pageOf } = builders;

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
