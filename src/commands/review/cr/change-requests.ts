// docs cr: change requests of a space, or of a whole organization.

import { getSpace, listSpaces } from '../../../api/content/spaces.ts';
import { getCaller } from '../../../api/people/members.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import type { ChangeRequest } from '../../../api/review/change-requests.generated.ts';
import * as api from '../../../api/review/change-requests.ts';
import { listRequestedReviewers, listReviews } from '../../../api/review/reviews.ts';
import type { Client } from '../../../client/client.ts';
import { askedUser } from '../../../domain/access/people.ts';
import dangers from '../../../domain/dangers/review.ts';
import { command, group, late, subgroup } from '../../../engine/model/command.ts';
import { flag } from '../../../engine/model/option.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import type { Run } from '../../../engine/run/run.ts';
import { sendAndShow, show } from '../../../engine/run/send.ts';
import { isForPeople } from '../../../engine/run/view.ts';
import { CancelledError, DocsError } from '../../../errors.ts';
import { checkout } from '../../../jobs/change-request-diff/checkout.ts';
import { changeRequestDiff } from '../../../jobs/change-request-diff/diff-command.ts';
import { crPreview } from '../../../jobs/changes/cr-preview.ts';
import { inbox } from '../../../jobs/merge-ready/inbox-command.ts';
import { conflictsIn, withConflicts } from '../../../jobs/merge-ready/merge-conflicts.ts';
import { checkMergeFlags, MERGE_FLAGS } from '../../../jobs/merge-ready/merge-flags.ts';
import { mergeAllReady, syncOutdated } from '../../../jobs/merge-ready/merge-ready.ts';
import { fromDocument } from '../../../markdown/from-document.ts';
import { isAlready } from '../../already.ts';
import { PDF_FLAGS } from '../../content/spaces.ts';
import { markdownFlag, readMarkdownField } from '../../markdown-field.ts';
import { editChangeRequest } from './change-request-content.ts';
import { changeRequestChanges } from './changes.ts';
import { listChangeRequestsOf } from './list.ts';
import { contributors, reviewers, reviews } from './reviews.ts';

// docs cr conversations: what was said to the AI agent about a change request.

const CONVERSATION_ROW = ['id', 'title', 'shared', 'createdAt', 'updatedAt'] as const;

const conversations = subgroup(
  'conversations',
  'Manage AI conversations about a change request',
  [
    command('list', api.listAgentConversations, {
      args: ['changeRequestId'],
      none: 'no AI conversations about change request {}',
      columns: CONVERSATION_ROW,
      examples: ['docs cr conversations list 1 --space Guides'],
      notes: 'Needs a host with an AI agent; the sandbox has none.',
    }),
    command('update', api.updateAgentConversation, {
      args: ['changeRequestId', 'conversationId'],
      columns: CONVERSATION_ROW,
      check: 'docs cr conversations list {changeRequestId} --space {spaceId}',
      success: ({ input }) => `renamed conversation ${input.conversationId} to "${input.title}"`,
      examples: [
        'docs cr conversations update 1 conversation-1 --space Guides --title "Rate limits" --dry-run',
      ],
    }),
    command('delete', api.deleteAgentConversation, {
      args: ['changeRequestId', 'conversationId'],
      ...dangers['changeRequestConversations.delete'],
      check: 'docs cr conversations list {changeRequestId} --space {spaceId}',
      examples: ['docs cr conversations delete 1 conversation-1 --space Guides --yes --dry-run'],
    }),
  ],
  [['See what was said to the agent', 'list']],
);

// docs cr get: a change request, for people with who reviews it.

async function showChangeRequest(run: Run): Promise<void> {
  if (!isForPeople(run) || run.flags.web === true) return sendAndShow(run);
  const client = await run.client();
  const found = await withReferences(run, ({ spaceId, changeRequestId }) =>
    client.call(api.getChangeRequest, { spaceId: String(spaceId), changeRequestId: String(changeRequestId) }),
  );
  await show(run, { ...found, reviewers: await reviewersOf(client, found).catch(unlessRefused) });
}

/** `Mei Tanaka (mei@tarnpost.example): approved`, one a person; who has not answered yet is asked. */
async function reviewersOf(client: Client, { id, space }: ChangeRequest): Promise<string[]> {
  const where = { spaceId: space, changeRequestId: id };
  const states = new Map<string, string>();
  for await (const { items } of client.pages(listRequestedReviewers, where)) {
    for (const one of items) states.set(nameOf(askedUser(one)), 'asked');
  }
  const said = new Map<string, string>();
  for await (const { items } of client.pages(listReviews, where)) {
    // The newest comes first.
    for (const { reviewer, status } of items) {
      const name = nameOf(reviewer);
      if (!said.has(name)) said.set(name, status);
    }
  }
  return [...new Map([...states, ...said])].map(([name, state]) => `${name}: ${state}`);
}

const nameOf = ({ displayName, email }: Pick<ChangeRequest['createdBy'], 'displayName' | 'email'>): string =>
  email === undefined ? displayName : `${displayName} (${email})`;

/** Who may not see the reviews sees the rest. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof DocsError) || error instanceof CancelledError) throw error;
}

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

/** Loaded only where a question, a dry run or a plan wants it. */
const foreseen = () => import('../../../jobs/merge-ready/foreseen.ts');

export default group(
  'cr',
  'Manage change requests',
  [
    command('list', api.listChangeRequests, {
      columns: ROW,
      uses: [api.listOrganizationChangeRequests],
      hidden: ['status'],
      options: [
        flag('--status <status>', 'only this status; all prints one list per status', {
          choices: ['draft', 'open', 'archived', 'merged', 'all'],
        }),
        flag('--all-spaces', 'all spaces in the organization', { reach: 'platform', group: 'Context:' }),
        flag('--org <org>', 'organization: ID or title', { group: 'Context:' }),
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
        ['What changed last comes first', 'docs cr list --all-spaces --order-by updatedAt'],
      ],
      notes: 'Lists only open change requests unless --status is given.',
    }),
    inbox,
    command('create', api.createChangeRequest, {
      columns: ROW,
      askFor: ['subject'],
      examples: ['docs cr create --space Guides --subject "Explain rate limits"'],
    }),
    command('get', api.getChangeRequest, {
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
    command('update', api.updateChangeRequest, {
      args: ['changeRequestId'],
      columns: ROW,
      hidden: ['description'],
      options: [markdownFlag('description')],
      prepare: (run) => readMarkdownField(run, 'description'),
      uses: [api.getChangeRequest],
      foresee: async (run) => (await foreseen()).foreseenStatus(run),
      examples: [
        ['Turn it back into a draft', 'docs cr update 1 --space Guides --status draft'],
        [
          'Set its description from a Markdown file',
          'docs cr update 1 --space Guides --description-file notes.md',
        ],
      ],
    }),
    command('merge', api.mergeChangeRequest, {
      args: ['changeRequestId?'],
      columns: ['result', 'revision'],
      ...dangers['changeRequests.merge'],
      target: api.getChangeRequest,
      uses: [
        ...[api.syncChangeRequest, api.listChangeRequests, api.listOrganizationChangeRequests],
        ...[listReviews, getSpace, listSpaces, getOrganization, getCaller],
      ],
      options: MERGE_FLAGS,
      run: mergeAllReady,
      prepare: checkMergeFlags,
      already: (run) => (run.target?.status === 'merged' ? isAlready(run, 'merged') : undefined),
      send: async (run, request) => {
        await syncOutdated(run, (result) => conflictsIn(run, result, 'synced'));
        return withConflicts(run, await request(), 'merged');
      },
      foresee: async (run) => (await foreseen()).foreseenMerge(run),
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
    command('sync', api.syncChangeRequest, {
      args: ['changeRequestId'],
      columns: ['result', 'revision'],
      target: api.getChangeRequest,
      already: (run) => {
        const { outdated, revision } = run.target ?? {};
        if (outdated !== false) return undefined;
        return isAlready(run, 'up to date with main', { result: 'update', revision });
      },
      send: async (run, request) => withConflicts(run, await request(), 'synced'),
      foresee: async (run) => (await foreseen()).foreseenSync(run),
      examples: ['docs cr sync 1 --space Guides'],
      notes: 'Exits 7, with nothing changed, if there are conflicts with main.',
    }),
    command('pdf', api.getChangeRequestPdf, {
      args: ['changeRequestId'],
      columns: ['url'],
      refs: { page: 'pageId' },
      options: PDF_FLAGS,
      send: async (run) => (await import('../../../jobs/download/file-download.ts')).showOrSavePdf(run),
      examples: [
        ['Print the URL of the PDF', 'docs cr pdf 1 --space Guides'],
        [
          'Download the PDF of one page',
          'docs cr pdf 1 --space Guides --page webhooks --only --save webhooks.pdf',
        ],
      ],
    }),
    late('conflicts', 'Show where a change request conflicts with main', () =>
      import('../../../jobs/conflicts/show-conflicts.ts').then(({ showConflicts }) => showConflicts),
    ),
    late('resolve', 'Resolve conflicts of a change request with main', () =>
      import('../../../jobs/conflicts/resolve-conflicts.ts').then(({ resolveConflicts }) => resolveConflicts),
    ),
    late('apply-to', 'Make the edits of a change request in other spaces', () =>
      import('../../../jobs/apply-to/apply-to.ts').then(({ applyTo }) => applyTo),
    ),
    editChangeRequest,
    changeRequestDiff,
    checkout,
    crPreview,
    changeRequestChanges,
    contributors,
    reviews,
    reviewers,
    conversations,
  ],
  [
    ['See which change requests need your action', 'inbox'],
    ['Show the changes line by line', 'diff'],
    ['Write a page of a change request', 'edit'],
    ['Approve a change request', 'reviews create'],
    ['Merge a change request', 'merge'],
    ['Preview merging all that are reviewed and ready', 'docs cr merge --all-ready --all-spaces --dry-run'],
  ],
);
