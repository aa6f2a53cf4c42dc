// docs cr: change requests of a space, or of a whole organization.

import { getSpace, listSpaces } from '../../../api/content/spaces.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import { getCaller } from '../../../api/people/users.ts';
import {
  createChangeRequest,
  getChangeRequest,
  getChangeRequestPdf,
  listChangeRequests,
  listOrganizationChangeRequests,
  mergeChangeRequest,
  syncChangeRequest,
  updateChangeRequest,
} from '../../../api/review/change-requests.ts';
import { listRequestedReviewers } from '../../../api/review/reviewers.ts';
import { listReviews } from '../../../api/review/reviews.ts';
import { command, group, late } from '../../../engine/model/command.ts';
import { fromDocument } from '../../../markdown/from-document.ts';
import dangers from '../../../workflows/dangers/review.ts';
import { PDF_FLAGS } from '../../content/pdf-flags.ts';
import { markdownFlag, readMarkdownField } from '../../markdown-field.ts';
import { editChangeRequest } from './change-request-content.ts';
import { conversations } from './change-request-conversations.ts';
import { changeRequestDiff } from './change-request-diff.ts';
import { listChangeRequestsOf } from './change-request-list.ts';
import { changeRequestChanges } from './changes.ts';
import { checkout } from './checkout.ts';
import { inbox } from './inbox.ts';
import { conflictsIn, foreseenConflicts, withConflicts } from './merge-conflicts.ts';
import { checkMergeFlags, MERGE_FLAGS } from './merge-flags.ts';
import { mergeAllReady, syncOutdated } from './merge-ready.ts';
import { contributors, reviewers, reviews } from './reviews.ts';
import { showChangeRequest } from './show-change-request.ts';

const ROW = [
  'number',
  'status',
  'subject',
  'createdBy.displayName',
  'comments',
  'outdated',
  'updatedAt',
] as const;

const DETAIL = [
  'number',
  'subject',
  'status',
  'space',
  'createdBy.displayName',
  'createdBy.email',
  'reviewers',
  'outdated',
  'comments',
  'createdAt',
  'updatedAt',
  'urls.app',
  'description',
];

export default group(
  'cr',
  'Manage change requests',
  [
    command('list', listChangeRequests, {
      columns: ROW,
      uses: [listOrganizationChangeRequests],
      hidden: ['status'],
      options: [
        {
          flags: '--status <status>',
          description: 'only this status; all prints one list per status',
          choices: ['draft', 'open', 'archived', 'merged', 'all'],
          group: 'Fields:',
        },
        {
          flags: '--all-spaces',
          reach: 'platform',
          description: 'all spaces in the organization',
          group: 'Context:',
        },
        { flags: '--org <org>', description: 'organization: ID or title', group: 'Context:' },
      ],
      refs: {
        creator: 'userId',
        contributor: 'userId',
        requestedReviewer: 'userId',
        conversationsIssuesCluster: 'clusterId',
      },
      run: listChangeRequestsOf,
      examples: [
        ['Open change requests of a space', 'docs cr list --space Guides'],
        ['Those of all spaces, with any status', 'docs cr list --all-spaces --status all'],
      ],
      notes: 'Lists only open change requests unless --status is given.',
    }),
    inbox,
    command('create', createChangeRequest, {
      columns: ROW,
      askFor: ['subject'],
      examples: ['docs cr create --space Guides --subject "Explain rate limits"'],
    }),
    command('get', getChangeRequest, {
      args: ['changeRequestId'],
      columns: [...ROW, 'description', 'space', 'createdBy.email', 'createdAt', 'urls.app'],
      table: DETAIL,
      names: { space: 'spaceId' },
      labels: { 'createdBy.email': 'email' },
      present: (found) => ({ ...found, description: found.description && fromDocument(found.description) }),
      uses: [listRequestedReviewers, listReviews],
      send: showChangeRequest,
      examples: [
        ['By its number in a space', 'docs cr get 1 --space Guides'],
        ['By space and number in one word, as JSON', 'docs cr get "Guides#1" --json'],
      ],
    }),
    command('update', updateChangeRequest, {
      args: ['changeRequestId'],
      columns: ROW,
      hidden: ['description'],
      options: [markdownFlag('description')],
      prepare: (run) => readMarkdownField(run, 'description'),
      examples: [
        ['Turn it back into a draft', 'docs cr update 1 --space Guides --status draft'],
        [
          'Set its description from a Markdown file',
          'docs cr update 1 --space Guides --description-file notes.md',
        ],
      ],
    }),
    command('merge', mergeChangeRequest, {
      args: ['changeRequestId?'],
      columns: ['result', 'revision'],
      ...dangers['changeRequests.merge'],
      target: getChangeRequest,
      uses: [
        ...[syncChangeRequest, listChangeRequests, listOrganizationChangeRequests],
        ...[listReviews, getSpace, listSpaces, getOrganization, getCaller],
      ],
      options: MERGE_FLAGS,
      run: mergeAllReady,
      prepare: checkMergeFlags,
      already: ({ target }) => (target?.status === 'merged' ? 'already merged' : undefined),
      send: async (run, request) => {
        await syncOutdated(run, (result) => conflictsIn(run, result, 'synced'));
        return withConflicts(run, await request(), 'merged');
      },
      foresee: (run) => foreseenConflicts(run, 'merged'),
      examples: [
        ['Merge without a question', 'docs cr merge 1 --space Guides --yes'],
        ['Bring it up to date with main first', 'docs cr merge 1 --space Guides --sync-first --yes'],
        [
          'See which reviewed ones would be merged',
          'docs cr merge --all-ready --all-spaces --older-than 1d --no-broken-links --dry-run',
        ],
      ],
      notes: `Exits 7, with nothing changed, if there are conflicts with main.
A change request is ready if it is open, was approved after its last edit, has no requested changes and no open comments,
meets the merge rules of the space, and is up to date or synced first.`,
    }),
    command('sync', syncChangeRequest, {
      args: ['changeRequestId'],
      columns: ['result', 'revision'],
      target: getChangeRequest,
      send: async (run, request) => withConflicts(run, await request(), 'synced'),
      foresee: (run) => foreseenConflicts(run, 'synced'),
      examples: ['docs cr sync 1 --space Guides'],
      notes: 'Exits 7, with nothing changed, if there are conflicts with main.',
    }),
    command('pdf', getChangeRequestPdf, {
      args: ['changeRequestId'],
      columns: ['url'],
      refs: { page: 'pageId' },
      options: PDF_FLAGS,
      send: async (run) => (await import('../../content/file-download.ts')).showOrSavePdf(run),
      examples: [
        ['Print the URL of the PDF', 'docs cr pdf 1 --space Guides'],
        [
          'Download the PDF of one page',
          'docs cr pdf 1 --space Guides --page webhooks --only --save webhooks.pdf',
        ],
      ],
    }),
    late(
      'conflicts',
      'Show where a change request conflicts with main',
      async () => (await import('../../../jobs/conflicts/show-conflicts.ts')).showConflicts,
    ),
    late(
      'resolve',
      'Resolve conflicts of a change request with main',
      async () => (await import('../../../jobs/conflicts/resolve-conflicts.ts')).resolveConflicts,
    ),
    late(
      'apply-to',
      'Make the edits of a change request in other spaces',
      async () => (await import('../../../jobs/apply-to/apply-to.ts')).applyTo,
    ),
    editChangeRequest,
    changeRequestDiff,
    checkout,
    changeRequestChanges,
    contributors,
    reviews,
    reviewers,
    conversations,
  ],
  [
    ['See which change requests need your action', 'docs cr inbox'],
    ['Show the changes line by line', 'docs cr diff 4 --space Guides'],
    ['Write a page of a change request', 'docs cr edit 1 --space Guides --page webhooks --file install.md'],
    ['Approve a change request', 'docs cr reviews create 1 --space Guides --status approved'],
    ['Merge a change request', 'docs cr merge 1 --space Guides --yes'],
    ['Preview merging all that are reviewed and ready', 'docs cr merge --all-ready --all-spaces --dry-run'],
  ],
);
