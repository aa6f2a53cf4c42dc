// Change requests: proposed edits of a space.
import { RichDocument } from '../content/rich-document.ts';
import { builders, Enum, Paging, resource } from '../schema.ts';
import * as wire from './change-requests.generated.ts';

const { Obj, Str, Optional, Bool } = builders;
export const CHANGE_REQUEST_STATUSES = ['draft', 'open', 'archived', 'merged'] as const;

const Subject = Str({ maxLength: 100, description: 'subject line' });

/** Filters of both lists (src/api/README.md#change-requests). No status means open ones only. */
const filters = {
  status: Optional(Enum(CHANGE_REQUEST_STATUSES, { description: 'only this status', default: 'open' })),
  creator: Optional(Str({ description: 'only change requests created by this user' })),
  contributor: Optional(Str({ description: 'only change requests with contributions by this user' })),
  requestedReviewer: Optional(Str({ description: 'only if this user is a requested reviewer' })),
  conversationsIssuesCluster: Optional(Str({ description: 'only change requests of this issue cluster' })),
};

const op = resource('changeRequests');
export const listChangeRequests = op('list', 'List the change requests in a space', {
  ...wire.listChangeRequestsForSpace,
  query: Obj({ ...Paging, ...filters }),
  lists: { param: 'changeRequestId', noun: 'change request', names: ['number', 'subject'] },
});
export const listOrganizationChangeRequests = op(
  'listInOrganization',
  'List the change requests in an organization',
  {
    ...wire.listChangeRequestsForOrganization,
    query: Obj({ ...Paging, ...filters }),
  },
);
export const createChangeRequest = op('create', 'Create a change request', {
  ...wire.createChangeRequest,
  body: Obj({
    subject: Optional(Subject),
    agentTaskId: Optional(Str({ description: 'agent task to implement' })),
  }),
});
export const getChangeRequest = op('get', 'Show a change request', wire.getChangeRequestById);
export const updateChangeRequest = op(
  'update',
  'Update the subject, description or status of a change request',
  {
    ...wire.updateChangeRequestById,
    body: Obj({
      subject: Optional(Subject),
      description: Optional(RichDocument),
      status: Optional(
        Enum(['draft', 'open', 'archived'], { description: 'new status (to merge, use docs cr merge)' }),
      ),
    }),
  },
);
export const mergeChangeRequest = op('merge', 'Merge a change request into main', wire.mergeChangeRequest);
export const syncChangeRequest = op('sync', 'Update a change request with the latest content of main', {
  ...wire.updateChangeRequest,
});
export const getChangeRequestPdf = op('pdf', 'Show the PDF URL of a change request, or download the PDF', {
  ...wire.getChangeRequestPDF,
  query: Obj({
    page: Optional(Str({ description: 'first page' })),
    only: Optional(Bool({ description: 'only that page, without its subpages' })),
  }),
  slow: true,
});
