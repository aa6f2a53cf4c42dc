// docs comments: of a space, or with --cr of a change request.
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import type { Comment } from '../../api/review/comments.generated.ts';
import * as api from '../../api/review/comments.ts';
import { allItems } from '../../client/pages.ts';
import { mapPool } from '../../client/pool.ts';
import dangers from '../../domain/dangers/review.ts';
import { command, group } from '../../engine/model/command.ts';
import { type Flags, type FlagsOf, flagNamed } from '../../engine/model/command-type.ts';
import { kebab } from '../../engine/model/fields.ts';
import { CONTEXT_FLAGS, concurrencyOf } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { settleAllFilters } from '../../engine/references/filters.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { called } from '../../engine/run/outcome.ts';
import { type Run, readInput } from '../../engine/run/run.ts';
import { isForPeople, viewOf } from '../../engine/run/view.ts';
import { pagesOptions, type SelectedList, withList } from '../../engine/select/selected-list.ts';
import { isAbsence, seeHelp, UsageError } from '../../errors.ts';
import { ALL_SPACES_FLAG } from '../../jobs/merge-ready/merge-flags.ts';
import { filled } from '../../output/columns.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { stateIfSame } from '../already.ts';
import { bodyFlag, bodyText, needBody, quoted, readBody } from '../body-flag.ts';
import { replies } from './comment-replies.ts';

// docs comments list --all-spaces: the comments on the main content of every space, one space after another.

/** Throws UsageError for what is of one space with --all-spaces, NotFoundError for names, and what the reads throw. */
async function listCommentsOf(
  run: Run<Flags<'--all-spaces'>>,
  usualSteps: () => Promise<void>,
): Promise<void> {
  const { flags } = run;
  if (flags.allSpaces !== true) return usualSteps();
  const odd = ['space', 'cr', 'targetPage'].find((name) => flagNamed(flags, name) !== undefined);
  if (odd !== undefined) throw seeHelp(run.path, `--${kebab(odd)} and --all-spaces cannot be used together`);
  await readInput(run);
  const query = run.input;
  const organizationId = await readNamed({ ...run, input: {} }, getOrganization, async (input) => {
    const id = idIn(input, 'organizationId');
    return (await (await run.client()).call(getOrganization, { organizationId: id })).id;
  });
  const scoped: Run = { ...run, operation: listSpaces, input: { ...query, organizationId } };
  await settleAllFilters(scoped);
  if (flags.dryRun === true) {
    const { printRequest } = await import('../../engine/plan/dry-run.ts');
    return printRequest({ ...scoped, input: { organizationId } });
  }
  const list = await withList(scoped, (opened) => readSpaces(scoped, opened), {
    view: viewOf(scoped, columnsOf(scoped)),
  });
  if (list.shown === 0) note(run.context.io, 'no comments on any space that you can see');
  else list.sayLimit(undefined);
}

const columnsOf = (run: Run): readonly string[] => [
  ...(isForPeople(run) ? ['target.space'] : []),
  ...((isForPeople(run) ? run.command.table : undefined) ?? run.command.columns),
  ...(isForPeople(run) ? [] : ['target.space']),
];

/** As many spaces side by side as are read at once; in the order of the spaces. */
async function readSpaces(run: Run, list: SelectedList): Promise<void> {
  const client = await run.client();
  const { organizationId, ...query } = run.input;
  const width = concurrencyOf(run);
  const { limit } = pagesOptions(run);
  // One more tells whether --limit leaves any out.
  const most = limit === undefined ? {} : { limit: limit + 1 };
  const progress = startProgress(run.context.io, 'reading comments');
  const read = async ({ id: spaceId }: Space): Promise<unknown[]> => {
    try {
      return await allItems(client.pages(api.listComments, { ...query, spaceId }, most));
    } catch (error) {
      // Deleted since it was listed.
      if (!isAbsence(error)) throw error;
      return [];
    }
  };
  try {
    const spaces: Space[] = [];
    for await (const { items } of client.pages(listSpaces, { organizationId: String(organizationId) }))
      spaces.push(...items.filter(({ deletedAt }) => deletedAt === undefined));
    for (let at = 0; at < spaces.length && !(list.isFull && list.given > list.shown); at += width) {
      const some = spaces.slice(at, at + width);
      const results = await mapPool(some, width, read, { onRateLimit: client.onRateLimit });
      for (const result of results) {
        if (!result.ok) throw result.error;
        await list.page(result.value);
      }
      progress.update(`${Math.min(at + width, spaces.length)} of ${spaces.length} spaces`);
    }
  } finally {
    progress.stop();
  }
}

const ROW = ['id', 'status', 'postedBy.displayName', 'body', 'replies', 'target.page', 'postedAt'] as const;
const DETAIL = [...ROW, 'reactions', 'editedAt', 'resolvedBy.displayName', 'resolvedAt'] as const;
const CHANGES = ['resolved', 'body', 'addedReactions', 'removedReactions'] as const;
const names = { 'target.page': 'pageId' };
const table = ['body', 'postedBy.displayName', 'status', 'target.page', 'replies', 'postedAt', 'id'] as const;
const says = (past: string) => (_: Run, comment: Comment) => `${past} ${quoted('comment', comment)}`;
const unlessIs = (state: string) => async (run: Run) => {
  const same = await stateIfSame(run);
  return (
    same && {
      outcome: `already ${state}`,
      line: `${quoted('comment', same)} is already ${state}`,
      thing: same,
    }
  );
};
const twins = {
  cr: api.updateChangeRequestComment,
  columns: ROW,
  table,
  names,
  present,
  success: says('updated'),
} as const;

const TABLE_CELL = [
  flag('--table-record <id>', 'table row to comment on', { reach: 'platform' }),
  flag('--table-definition <id>', 'column of that table row', { reach: 'platform' }),
] as const satisfies readonly Option[];

export default group(
  'comments',
  'Manage comments',
  [
    command('list', api.listComments, {
      cr: api.listChangeRequestComments,
      columns: ROW,
      table,
      names: { ...names, 'target.space': 'spaceId' },
      labels: { 'target.space': 'space' },
      present,
      refs: { targetPage: 'pageId', authors: 'userId' },
      uses: [listSpaces, getOrganization],
      options: [ALL_SPACES_FLAG, ...[CONTEXT_FLAGS.organizationId ?? []].flat()],
      run: listCommentsOf,
      examples: [
        [
          'Comments on the main content that are still open',
          'docs comments list --space Guides --status open',
        ],
        ['What is still open in any space', 'docs comments list --all-spaces --status open'],
        ['Comments on a change request, as JSON', 'docs comments list --space Guides --cr 1 --json'],
      ],
    }),
    command('create', api.createComment, {
      cr: api.createChangeRequestComment,
      columns: ROW,
      table,
      names,
      present,
      hidden: ['body', 'tableCell'],
      options: [bodyFlag('body', true), ...TABLE_CELL],
      refs: { page: 'pageId' },
      prepare: async (run) => {
        readTableCell(run);
        await needBody(run);
      },
      success: async (run, comment) => `added ${quoted('comment', comment)} to ${await commentedOn(run)}`,
      examples: [
        ['Comment on the main content', 'docs comments create --space Guides --body "Does this still hold?"'],
        ['Comment on a change request', 'docs comments create --space Guides --cr 1 --body "Good to go"'],
      ],
    }),
    command('get', api.getComment, {
      cr: api.getChangeRequestComment,
      args: ['commentId'],
      columns: DETAIL,
      names,
      present,
      examples: ['docs comments get QwqaPup4VYCqfmRTLjkH --space Guides'],
    }),
    command('update', api.updateComment, {
      ...twins,
      args: ['commentId'],
      hidden: ['body'],
      options: [bodyFlag()],
      prepare: readBody,
      examples: ['docs comments update QwqaPup4VYCqfmRTLjkH --space Guides --resolved --dry-run'],
    }),
    command('delete', api.deleteComment, {
      cr: api.deleteChangeRequestComment,
      args: ['commentId'],
      ...dangers['comments.delete'],
      target: api.getComment,
      crTarget: api.getChangeRequestComment,
      stakes: ({ target }) => ({ what: quoted('comment', target) }),
      success: ({ target }) => `deleted ${quoted('comment', target)}`,
      examples: ['docs comments delete QwqaPup4VYCqfmRTLjkH --space Guides --yes --dry-run'],
      notes: 'All replies are deleted too.',
    }),
    command('resolve', api.updateComment, {
      ...twins,
      summary: 'Resolve a comment',
      args: ['commentId'],
      hidden: CHANGES,
      prepare: (run) => settle(run, true),
      done: 'resolved',
      already: unlessIs('resolved'),
      success: says('resolved'),
      examples: ['docs comments resolve QwqaPup4VYCqfmRTLjkH --space Guides'],
    }),
    command('reopen', api.updateComment, {
      ...twins,
      summary: 'Reopen a resolved comment',
      args: ['commentId'],
      hidden: CHANGES,
      prepare: (run) => settle(run, false),
      done: 'reopened',
      already: unlessIs('open'),
      success: says('reopened'),
      examples: ['docs comments reopen QwqaPup4VYCqfmRTLjkH --space Guides'],
    }),
    command('react', api.updateComment, {
      ...twins,
      summary: 'Add or remove reactions on a comment',
      args: ['commentId', 'addedReactions?...'],
      hidden: CHANGES,
      options: [flag('--remove-reaction <emoji...>', 'reactions to remove')],
      prepare: readReactions,
      done: 'reacted to',
      success: (run, comment) =>
        says(run.input.addedReactions === undefined ? 'removed reactions from' : 'reacted to')(run, comment),
      examples: [
        ['Add a reaction', 'docs comments react QwqaPup4VYCqfmRTLjkH :tada: --space Guides'],
        [
          'Remove it again',
          'docs comments react QwqaPup4VYCqfmRTLjkH --remove-reaction :tada: --space Guides',
        ],
      ],
    }),
    command('commenters', api.listCommenters, {
      none: 'no one has commented on {}',
      cr: api.listChangeRequestCommenters,
      columns: ['id', 'user.displayName', 'user.email', 'role'],
      labels: { id: 'user id' },
      present: (member) => ({ ...member, role: member.role ?? 'guest' }),
      examples: ['docs comments commenters --space Guides'],
    }),
    replies,
  ],
  [
    ['List open comments', 'list'],
    ['Comment on a change request', 'docs comments create --space Guides --cr 1 --body "Good to go"'],
    ['List the people who commented', 'commenters'],
  ],
);

const commentedOn = (run: Run): Promise<string> =>
  run.flags.cr === undefined
    ? called(run, 'spaceId', getSpace)
    : called(run, 'changeRequestId', getChangeRequest);

async function settle(run: Run, resolved: boolean): Promise<void> {
  run.input = { ...run.input, resolved };
}

async function readReactions(run: Run<Flags<'--remove-reaction <emoji...>'>>): Promise<void> {
  const { removeReaction } = run.flags;
  if (removeReaction !== undefined) run.input = { ...run.input, removedReactions: removeReaction };
  if (run.input.addedReactions !== undefined || removeReaction !== undefined) return;
  throw new UsageError('no reaction given', { hint: `${run.path} <comment> :tada:` });
}

function readTableCell(run: Run<FlagsOf<typeof TABLE_CELL>>): void {
  const { tableRecord: record, tableDefinition: definition } = run.flags;
  if (record === undefined && definition === undefined) return;
  if (record === undefined || definition === undefined) {
    throw seeHelp(run.path, '--table-record and --table-definition must be used together');
  }
  run.input = { ...run.input, tableCell: { record, definition } };
}

/** Texts for objects: the body's Markdown, the page's id, `:tada: 2`. */
function present(comment: Comment) {
  const { body, target, reactions } = comment;
  return {
    ...comment,
    body: bodyText(body),
    target: { ...target, page: target.page?.id },
    reactions: reactions.map(({ emoji, count }) => filled`${emoji} ${count}`),
  };
}
