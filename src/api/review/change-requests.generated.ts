// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { ContentImportRun } from '../content/import-run-shapes.generated.ts';
import { RichDocument } from '../content/rich-document.ts';
import { User } from '../people/users.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Literal, Num, Obj, Optional, Paging, Str, Union, Uri, pageOf } =
  builders;

export const ChangeRequest = Obj({
  object: Literal('change-request'),
  id: Str(),
  number: Num(),
  status: Enum(['draft', 'open', 'archived', 'merged']),
  subject: Str({ minLength: 0, maxLength: 100 }),
  description: Optional(RichDocument),
  createdBy: User,
  createdAt: DateTime(),
  updatedAt: DateTime(),
  space: Str(),
  revision: Str(),
  revisionInitial: Str(),
  revisionMergedAncestor: Optional(Str()),
  revisionMerged: Optional(Str()),
  comments: Num(),
  outdated: Bool(),
  conversationsIssuesCluster: Optional(Str()),
  urls: Obj({ app: Uri(), location: Uri() }),
  mergedBy: Optional(User),
  mergedAt: Optional(DateTime()),
  siteTopic: Optional(Obj({ site: Str(), topic: Str(), finding: Optional(Str()) })),
  styleguide: Optional(
    Obj({ site: Str(), run: Str(), changedPages: Optional(Num()), checkedAt: Optional(DateTime()) }),
  ),
  imports: Optional(ArrayOf(ContentImportRun)),
  links: Optional(
    ArrayOf(
      Obj({
        id: Str(),
        ref: Obj({ kind: Literal('url'), url: Str() }),
        title: Optional(Str({ maxLength: 128 })),
        expanded: Optional(
          Union([
            Obj({
              kind: Literal('external-ticket'),
              provider: Literal('jira'),
              state: Literal('connected'),
              key: Str(),
              url: Uri(),
              status: Obj({ id: Str(), name: Str() }),
              summary: Str(),
            }),
            Obj({ kind: Literal('external-ticket'), provider: Literal('jira'), state: Literal('error') }),
          ]),
        ),
      }),
      { maxItems: 10 },
    ),
  ),
});
export type ChangeRequest = Static<typeof ChangeRequest>;

export const listChangeRequestsForSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests',
  query: Obj({
    ...Paging,
    status: Optional(Enum(['draft', 'open', 'archived', 'merged'])),
    creator: Optional(Str()),
    contributor: Optional(Str()),
    requestedReviewer: Optional(Str()),
    topic: Optional(Str()),
    orderBy: Optional(Enum(['updatedAt', 'createdAt'], { default: 'updatedAt' })),
    conversationsIssuesCluster: Optional(Str()),
  }),
  result: pageOf(ChangeRequest),
  paging: 'pages',
} as const;

export const listChangeRequestsForOrganization = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/change-requests',
  query: Obj({
    ...Paging,
    status: Optional(ArrayOf(Enum(['draft', 'open', 'archived', 'merged']))),
    creator: Optional(Str()),
    contributor: Optional(Str()),
    requestedReviewer: Optional(Str()),
    topic: Optional(Str()),
    orderBy: Optional(Enum(['updatedAt', 'createdAt'], { default: 'updatedAt' })),
    conversationsIssuesCluster: Optional(Str()),
  }),
  result: pageOf(ChangeRequest),
  paging: 'pages',
} as const;

export const createChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests',
  body: Obj({ subject: Optional(Str()), agentTaskId: Optional(Str()) }, { additionalProperties: true }),
  result: ChangeRequest,
  success: [201],
} as const;

export const getChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
  result: ChangeRequest,
  errors: [404],
} as const;

export const updateChangeRequestById = {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
  body: Obj({
    subject: Optional(Str({ minLength: 0, maxLength: 100 })),
    description: Optional(RichDocument),
    status: Optional(Enum(['draft', 'open', 'archived'])),
  }),
  result: ChangeRequest,
} as const;

export const mergeChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
  result: Obj({ revision: Str(), result: Enum(['merge', 'conflicts']) }),
} as const;

export const updateChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
  result: Obj({ revision: Str(), result: Enum(['update', 'conflicts']) }),
} as const;

export const getChangeRequestPDF = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
  query: Obj({ only: Optional(Bool()), page: Optional(Str()) }),
  result: Obj({ url: Uri({ maxLength: 2048 }) }),
} as const;
