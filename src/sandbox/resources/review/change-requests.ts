// Change requests: proposed edits of a space.

import type { InputOf } from '../../../api/operation.ts';
import * as api from '../../../api/review/change-requests.ts';
import { liveSpace } from '../../db/content/spaces.ts';
import { changeRequests } from '../../db/review/change-requests.ts';
import { created, type FidelityOf, handle, handleChange } from '../../handler.ts';
import { both, given, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { type Condition, visibleSpaces } from '../../who-sees.ts';
import { changeRequestOf, pdfUrl, visibleChangeRequest, visibleTarget } from '../content/content-target.ts';
import {
  changeChangeRequest,
  mergeIntoMain,
  openChangeRequest,
  syncWithMain,
} from './change-requests-rules.ts';
import { changeRequestView } from './comments-view.ts';

type Filters = Partial<Omit<InputOf<typeof api.listOrganizationChangeRequests>, 'organizationId'>>;

/** Without a status only open ones are listed (src/api/README.md#change-requests). */
function filterConditions(filters: Filters): Condition {
  const { status = 'open', creator, contributor, requestedReviewer, topic } = filters;
  return given([
    ['c.status IN (SELECT value FROM json_each(?))', JSON.stringify([status].flat())],
    ['c.createdBy = ?', creator],
    ['EXISTS (SELECT 1 FROM contributors p WHERE p.changeRequest = c.id AND p.user = ?)', contributor],
    [
      'EXISTS (SELECT 1 FROM requested_reviewers r WHERE r.changeRequest = c.id AND r.user = ?)',
      requestedReviewer,
    ],
    ['c.space = ?', filters.space],
    ['EXISTS (SELECT 1 FROM siteSpaces p WHERE p.space = c.space AND p.site = ?)', filters.site],
    ['c.conversationsIssuesCluster = ?', filters.conversationsIssuesCluster],
    [
      `EXISTS (SELECT 1 FROM findingChangeRequests d JOIN siteFindings f ON f.id = d.finding
        WHERE d.changeRequest = c.id AND f.topic = ?)`,
      topic,
    ],
  ]);
}

/** Of a place, the newest first. */
const pageOf = (call: Call, list: string, place: Condition, filters: Filters, order: string[]) =>
  paginate(call.db, {
    list,
    columns: 'c.*',
    from: 'change_requests c JOIN spaces s ON s.id = c.space',
    ...both(place, filterConditions(filters)),
    order: filters.orderBy ? [`c.${filters.orderBy}`, 'c.id'] : order,
    direction: 'desc',
    query: filters,
    item: (row: object) => changeRequestView(call, changeRequests.read(row)),
  });

function listOfSpace(call: Call, { spaceId, ...filters }: Filters & { spaceId: string }) {
  visibleTarget(call, { spaceId });
  const place = { where: ['c.space = ?'], params: [spaceId] };
  return pageOf(call, `changeRequests.list ${spaceId}`, place, filters, ['c.number']);
}

/** By creation unless asked otherwise, since the time of the last change moves while somebody turns the pages. */
function listOfOrganization(
  call: Call,
  { organizationId, ...filters }: Filters & { organizationId: string },
) {
  call.access.requireOrganization(organizationId, 'view');
  const { where, params } = visibleSpaces(call, organizationId);
  const list = `changeRequests.listInOrganization ${organizationId}`;
  // No run of a style guide opens any here.
  const left = filters.styleguideRun === undefined ? [] : ['0'];
  if (filters.finding !== 'all') left.push('c.id NOT IN (SELECT changeRequest FROM findingChangeRequests)');
  return pageOf(call, list, { where: [...where, ...left], params }, filters, ['c.createdAt', 'c.id']);
}

export default [
  handle(api.listChangeRequests, listOfSpace),
  handle(api.listOrganizationChangeRequests, listOfOrganization),
  handleChange(api.createChangeRequest, (call, { spaceId, ...fields }) => {
    call.access.requireSpace(liveSpace(call.db, spaceId), 'edit');
    const row = openChangeRequest(call, { spaceId, userId: call.caller.userId, ...fields });
    return created(changeRequestView(call, row));
  }),
  handle(api.getChangeRequest, (call, ref) => {
    return changeRequestView(call, visibleChangeRequest(call, ref).changeRequest);
  }),
  handleChange(api.updateChangeRequest, (call, { spaceId, changeRequestId, ...changes }) => {
    call.access.requireSpace(liveSpace(call.db, spaceId), 'edit');
    const row = changeRequestOf(call, spaceId, changeRequestId);
    return changeRequestView(call, changeChangeRequest(call, row, changes));
  }),
  handle(api.getChangeRequestPdf, (call, { page, only, ...ref }) => ({
    url: pdfUrl(call, visibleTarget(call, ref), { page, only }),
  })),
  handle(api.mergeChangeRequest, mergeIntoMain),
  handle(api.syncChangeRequest, syncWithMain),
];

export const fidelity: FidelityOf = {
  'changeRequests.create': 'The agent task is stored; no agent works on it.',
  'changeRequests.pdf':
    "The layout is the sandbox's, without images of other hosts. Chinese, Japanese and Korean text is not legible: there is no font for it, and a Warning header says so.",
  'changeRequests.sync':
    'Conflicts are reported, and resolved by editing the change request: docs cr edit, or docs sandbox edit.',
};
