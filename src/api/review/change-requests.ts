// Change requests: proposed edits of a space.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { User } from '../people/users.ts';
import {
  ChangeRequestRef,
  Count,
  DateTime,
  Enum,
  OrganizationRef,
  operation,
  Paging,
  pageOf,
  SpaceRef,
  Type,
  Uri,
} from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool, Integer } = Type;

export const CHANGE_REQUEST_STATUSES = ['draft', 'open', 'archived', 'merged'] as const;

export const ChangeRequest = Obj({
  object: Literal('change-request'),
  id: Str(),
  number: Integer({ minimum: 1 }),
  status: Enum(CHANGE_REQUEST_STATUSES),
  subject: Str({ maxLength: 100 }),
  description: Optional(RichDocument),
  createdBy: User,
  createdAt: DateTime(),
  updatedAt: DateTime(),
  space: Str(),
  revision: Str(),
  revisionInitial: Str(),
  revisionMergedAncestor: Optional(Str()),
  revisionMerged: Optional(Str()),
  comments: Count(),
  outdated: Bool(),
  conversationsIssuesCluster: Optional(Str()),
  urls: Obj({ app: Str(), location: Str() }),
});
export type ChangeRequest = Static<typeof ChangeRequest>;

const Subject = Str({ maxLength: 100, description: 'subject line' });

/** Filters of both lists (src/api/README.md#change-requests). No status means open ones only. */
const filters = {
  status: Optional(Enum(CHANGE_REQUEST_STATUSES, { description: 'only this status', default: 'open' })),
  creator: Optional(Str({ description: 'only change requests created by this user' })),
  contributor: Optional(Str({ description: 'only change requests with contributions by this user' })),
  requestedReviewer: Optional(Str({ description: 'only if this user is a requested reviewer' })),
  conversationsIssuesCluster: Optional(Str({ description: 'only change requests of this issue cluster' })),
};

/** A 200 may mean failure: `conflicts` changed nothing (src/api/README.md#change-requests). */
export const MergeResult = Obj({ revision: Str(), result: Enum(['merge', 'conflicts']) });
export const SyncResult = Obj({ revision: Str(), result: Enum(['update', 'conflicts']) });

export const listChangeRequests = operation('changeRequests.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests',
  summary: 'List the change requests in a space',
  lists: { param: 'changeRequestId', noun: 'change request', names: ['number', 'subject'] },
  params: SpaceRef,
  query: Obj({ ...Paging, ...filters }),
  result: pageOf(ChangeRequest),
  paging: 'pages',
});

export const listOrganizationChangeRequests = operation('changeRequests.listInOrganization', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/change-requests',
  summary: 'List the change requests in an organization',
  params: OrganizationRef,
  query: Obj({ ...Paging, ...filters }),
  result: pageOf(ChangeRequest),
  paging: 'pages',
});

export const createChangeRequest = operation('changeRequests.create', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests',
  summary: 'Create a change request',
  params: SpaceRef,
  body: Obj({
    subject: Optional(Subject),
    agentTaskId: Optional(Str({ description: 'agent task to implement' })),
  }),
  result: ChangeRequest,
  success: [201],
});

export const getChangeRequest = operation('changeRequests.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
  summary: 'Show a change request',
  params: ChangeRequestRef,
  result: ChangeRequest,
  errors: [404],
});

export const updateChangeRequest = operation('changeRequests.update', {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
  summary: 'Update the subject, description or status of a change request',
  params: ChangeRequestRef,
  body: Obj({
    subject: Optional(Subject),
    description: Optional(RichDocument),
    status: Optional(
      Enum(['draft', 'open', 'archived'], { description: 'new status (to merge, use docs cr merge)' }),
    ),
  }),
  result: ChangeRequest,
});

export const mergeChangeRequest = operation('changeRequests.merge', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
  summary: 'Merge a change request into main',
  params: ChangeRequestRef,
  result: MergeResult,
});

export const syncChangeRequest = operation('changeRequests.sync', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
  summary: 'Update a change request with the latest content of main',
  params: ChangeRequestRef,
  result: SyncResult,
});

export const getChangeRequestPdf = operation('changeRequests.pdf', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
  summary: 'Show the PDF URL of a change request, or download the PDF',
  params: ChangeRequestRef,
  query: Obj({
    page: Optional(Str({ description: 'first page' })),
    only: Optional(Bool({ description: 'only that page, without its subpages' })),
  }),
  result: Obj({ url: Uri() }),
  slow: true,
});
