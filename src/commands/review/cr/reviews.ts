// docs cr reviews and docs cr reviewers: who is asked about a change request, and what they say.
import { listChangeRequestPages } from '../../../api/content/pages.ts';
import { getSpace } from '../../../api/content/spaces.ts';
import { listMembers, listTeamMembers, listTeams } from '../../../api/people/members.ts';
import { getChangeRequest, listChangeRequestChanges } from '../../../api/review/change-requests.ts';
import type {
  ChangeRequestRequestedReviewer as RequestedReviewer,
  ChangeRequestReview as Review,
} from '../../../api/review/reviews.generated.ts';
import * as api from '../../../api/review/reviews.ts';
import { askedUser } from '../../../domain/access/people.ts';
import dangers from '../../../domain/dangers/review.ts';
import { command, subgroup } from '../../../engine/model/command.ts';
import { flag } from '../../../engine/model/option.ts';
import { amountOf } from '../../../engine/references/reference-kinds.ts';
import { called, calledPerson } from '../../../engine/run/outcome.ts';
import type { Run } from '../../../engine/run/run.ts';
import { bodyFlag, bodyText, readBody } from '../../body-flag.ts';
import { markdownFlag, readMarkdownField } from '../../markdown-field.ts';

const ROW = [
  'id',
  'reviewer.displayName',
  'status',
  'outdated',
  'revision',
  'requestedBy.displayName',
  'createdAt',
] as const;

const changeRequest = (run: Run): Promise<string> => called(run, 'changeRequestId', getChangeRequest);

/** Closed ones take no reviews. */
const closed = async (run: Run) =>
  (await import('../../../jobs/merge-ready/foreseen.ts')).foreseenClosed(run, 'reviewed');

const present = (review: Review) => ({ ...review, comment: review.comment && bodyText(review.comment.body) });

const presentAsked = (asked: RequestedReviewer) => ({ ...asked, user: askedUser(asked) });

export const reviews = subgroup(
  'reviews',
  'Review change requests',
  [
    command('list', api.listReviews, {
      none: 'no reviews of change request {}',
      args: ['changeRequestId'],
      columns: ROW,
      present,
      examples: ['docs cr reviews list 1 --space Guides'],
    }),
    command('create', api.createReview, {
      args: ['changeRequestId'],
      columns: ROW,
      present,
      hidden: ['comment'],
      options: [bodyFlag('comment')],
      prepare: (run) => readBody(run, 'comment'),
      uses: [getChangeRequest],
      foresee: closed,
      done: 'reviewed',
      success: async (run, { status }) =>
        `${status === 'approved' ? 'approved' : 'requested changes to'} ${await changeRequest(run)}`,
      examples: [
        ['Approve it', 'docs cr reviews create 1 --space Guides --status approved'],
        [
          'Request changes, and say why',
          'docs cr reviews create 1 --space Guides --status changes-requested --comment "Which version?"',
        ],
      ],
    }),
    command('get', api.getReview, {
      args: ['changeRequestId', 'reviewId'],
      columns: [...ROW, 'comment'],
      present,
      examples: ['docs cr reviews get 4 LqJJIubeD2ZpK1UGaTlu --space Guides'],
    }),
  ],
  [
    ['See who approved, and who did not', 'list'],
    ['Approve a change request', 'create'],
  ],
);

export const reviewers = subgroup(
  'reviewers',
  'Manage requested reviewers',
  [
    command('list', api.listRequestedReviewers, {
      none: 'no one is asked to review change request {}',
      args: ['changeRequestId'],
      idField: 'user.id',
      present: presentAsked,
      columns: ['kind', 'user.id', 'user.displayName', 'requestedBy.displayName', 'createdAt'],
      table: ['user.displayName', 'user.email', 'requestedBy.displayName', 'createdAt', 'user.id'],
      examples: ['docs cr reviewers list 1 --space Guides'],
    }),
    command('request', api.requestReviewers, {
      args: ['changeRequestId', 'users?...'],
      hidden: ['description'],
      rows: 'users',
      idField: 'user.id',
      present: presentAsked,
      columns: ['kind', 'user.id', 'user.displayName', 'requestedBy.displayName', 'createdAt'],
      table: ['user.displayName', 'user.email', 'requestedBy.displayName', 'createdAt', 'user.id'],
      options: [
        markdownFlag('description'),
        flag(
          '--from-owners <file>',
          'ask those who look after the changed pages: owners.yaml, or CODEOWNERS of a repository',
        ),
      ],
      prepare: async (run) => {
        await readMarkdownField(run, 'description');
        if (run.flags.fromOwners !== undefined)
          await (await import('../../../jobs/waiting/owners-of.ts')).askOwners(run);
      },
      uses: [
        ...[getChangeRequest, listChangeRequestChanges, listChangeRequestPages, getSpace],
        ...[listMembers, listTeams, listTeamMembers],
      ],
      refs: { users: 'userId' },
      foresee: closed,
      done: 'requested a review of',
      success: async (run) =>
        `requested a review of ${await changeRequest(run)} from ${amountOf([run.input.users].flat().length, 'userId')}`,
      examples: [
        ['Ask one person', 'docs cr reviewers request 1 jonas@tarnpost.example --space Guides'],
        [
          'Ask those who look after what it changes',
          'docs cr reviewers request 2 --from-owners owners.yaml --space Guides',
        ],
      ],
      notes: `Takes IDs, email addresses or names of members. In CODEOWNERS, @name is the member of that name, and @acme/team the team
of that title. The author of the change request is not asked.`,
    }),
    command('remove', api.removeRequestedReviewer, {
      args: ['changeRequestId', 'userId'],
      ...dangers['reviewers.remove'],
      target: api.listRequestedReviewers,
      targetAt: 'user',
      without: async (run) => `is not asked to review ${await changeRequest(run)}`,
      stakes: ({ input }) => ({ change: `from change request #${input.changeRequestId}` }),
      where: async (run) => `from ${await changeRequest(run)}`,
      success: async (run) => `removed reviewer ${await calledPerson(run)} from ${await changeRequest(run)}`,
      examples: ['docs cr reviewers remove 1 jonas@tarnpost.example --space Guides --yes --dry-run'],
    }),
  ],
  [
    ['List the requested reviewers', 'list'],
    ['Ask for a review', 'request'],
  ],
);

export const contributors = command('contributors', api.listContributors, {
  none: 'no one has edited or discussed change request {}',
  args: ['changeRequestId'],
  idField: 'user.id',
  columns: ['user.displayName', 'actionType', 'count', 'updatedAt'],
  table: ['user.displayName', 'user.email', 'actionType', 'count', 'updatedAt', 'user.id'],
  examples: ['docs cr contributors 1 --space Guides'],
});
