// Change requests: proposed edits of a space.
import type { Static } from '@sinclair/typebox';
import type { BodyOf } from '../operation.ts';
import { builders, resource, valuesOf, withFields } from '../schema.ts';
import * as wire from './change-requests.generated.ts';
import { ChangeRequest } from './change-requests.generated.ts';

const { ArrayOf, Enum, Optional, Str, Union } = builders;

export const CHANGE_REQUEST_STATUSES = valuesOf(ChangeRequest.properties.status);

/** No status means open ones only (src/api/README.md#change-requests), and hosts of any age take one at a time. */
const status = Optional(Enum(CHANGE_REQUEST_STATUSES, { description: 'only this status', default: 'open' }));

const op = resource('changeRequests', {
  says: {
    subject: 'subject line',
    creator: 'only change requests created by this user',
    contributor: 'only change requests with contributions by this user',
    requestedReviewer: 'only if this user is a requested reviewer',
    conversationsIssuesCluster: 'only change requests of this issue cluster',
    topic: 'only change requests for this topic of a site, by ID',
    orderBy: 'order of the list: by their last change or by their creation, newest first',
  },
});
export const listChangeRequests = op('list', 'List the change requests in a space', {
  ...wire.listChangeRequestsForSpace,
  query: withFields(wire.listChangeRequestsForSpace.query, { status }),
  lists: { param: 'changeRequestId', noun: 'change request', names: ['number', 'subject'] },
});
export const listOrganizationChangeRequests = op(
  'listInOrganization',
  'List the change requests in an organization',
  {
    ...wire.listChangeRequestsForOrganization,
    query: withFields(wire.listChangeRequestsForOrganization.query, {
      status: Optional(Union([Enum(CHANGE_REQUEST_STATUSES), ArrayOf(Enum(CHANGE_REQUEST_STATUSES))])),
    }),
    sends: { finding: 'all' },
  },
);
export const createChangeRequest = op('create', 'Create a change request', {
  ...wire.createChangeRequest,
  body: withFields(wire.createChangeRequest.body, { subject: Optional(Str({ maxLength: 100 })) }),
  says: { agentTaskId: 'agent task to implement' },
});
export const getChangeRequest = op('get', 'Show a change request', wire.getChangeRequestById);
export const updateChangeRequest = op(
  'update',
  'Update the subject, description or status of a change request',
  {
    ...wire.updateChangeRequestById,
    says: { status: 'new status (to merge, use docs cr merge)' },
  },
);
export const mergeChangeRequest = op('merge', 'Merge a change request into main', wire.mergeChangeRequest);
export const syncChangeRequest = op('sync', 'Update a change request with the latest content of main', {
  ...wire.updateChangeRequest,
});
export const getChangeRequestPdf = op('pdf', 'Show the PDF URL of a change request, or download the PDF', {
  ...wire.getChangeRequestPDF,
  slow: true,
  says: { page: 'first page', only: 'only that page, without its subpages' },
});

const contentOp = resource('changeRequestContent', { newer: 'content edits' });
export const updateChangeRequestContent = contentOp(
  'update',
  'Edit a change request (for a single page: docs pages edit)',
  {
    ...wire.updateChangeRequestContent,
    large: true,
    says: {
      changes: 'edits, in order (at most 50)',
      compat: 'answer with the change request alone, as older versions did',
    },
  },
);

/** One edit. A page is named by its ID, or by the `ref` of one that the same request inserts. */
export type ChangeRequestContentChange = BodyOf<typeof updateChangeRequestContent>['changes'][number];

/** One edit; of a moved page its parents before and after, absent at the top, and not the path that it had. */
export type Change = Static<typeof wire.RevisionSemanticChanges>['changes'][number];

const changesOp = resource('changes', { says: { limit: 'at most this many changes' } });
export const listChangeRequestChanges = changesOp('ofChangeRequest', 'List the changes in a change request', {
  ...wire.getChangeRequestChanges,
});
export const listRevisionChanges = changesOp(
  'ofRevision',
  'List the changes between a revision and its parent',
  {
    ...wire.getRevisionSemanticChanges,
  },
);

const conversationOp = resource('changeRequestConversations', { newer: 'agent conversations' });
export const listAgentConversations = conversationOp(
  'list',
  'List the AI conversations about a change request',
  {
    ...wire.listChangeRequestConversations,
  },
);
export const updateAgentConversation = conversationOp(
  'update',
  'Rename an AI conversation about a change request',
  {
    ...wire.updateChangeRequestConversation,
    says: { title: 'new title' },
  },
);
export const deleteAgentConversation = conversationOp(
  'delete',
  'Delete an AI conversation about a change request',
  {
    ...wire.deleteChangeRequestConversation,
  },
);
