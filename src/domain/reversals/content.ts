// Taking back what was done to change requests, comments, reviewers, translations and specifications.

import { getRevision } from '../../api/content/pages.ts';
import { getOpenApiSpec, setOpenApiSpec, updateOpenApiSpec } from '../../api/integrations/openapi.ts';
import { type Operation, splitInput } from '../../api/operation.ts';
import { getAgentInstructions, setAgentInstructions } from '../../api/people/organizations.ts';
import { getChangeRequest, updateChangeRequest } from '../../api/review/change-requests.ts';
import {
  getChangeRequestComment,
  getChangeRequestCommentReply,
  getComment,
  getCommentReply,
  updateChangeRequestComment,
  updateChangeRequestCommentReply,
  updateComment,
  updateCommentReply,
} from '../../api/review/comments.ts';
import { listRequestedReviewers, requestReviewers } from '../../api/review/reviews.ts';
import { getTranslation, updateTranslation } from '../../api/translations/translations.ts';
import type { Client } from '../../client/client.ts';
import { shell } from '../../files/shell-word.ts';
import { contentEdits, refuseMerged, shownRequest } from '../content/undo-edits.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  cannotUndo,
  GONE,
  type Item,
  inList,
  MADE,
  made,
  type Reversal,
  type Reversals,
  restoring,
  type Undo,
} from './reversal.ts';

const WORDS = { format: 'markdown' };
const REACTIONS = ['addedReactions', 'removedReactions'] as const;

const comment = (update: Operation, get: Operation): Reversal =>
  reacting(
    update,
    restoring(update, {
      read: byGet(get, WORDS),
      fields: { resolved: ({ status }) => status === 'resolved' },
      without: REACTIONS,
      loose: ['body'],
    }),
  );

const reply = (update: Operation, get: Operation): Reversal =>
  reacting(update, restoring(update, { read: byGet(get, WORDS), without: REACTIONS, loose: ['body'] }));

/** Where nothing but reactions was sent: those that came are removed, and those that went are added. */
function reacting(update: Operation, others: Reversal): Reversal {
  const { undo: othersBack } = others;
  if (!othersBack) return others;
  return {
    ...others,
    undo(change) {
      const given = Object.keys(change.input).filter((name) => !(name in update.params.properties));
      const areOnly = given.every((name) => REACTIONS.some((one) => one === name));
      return areOnly && change.after !== undefined ? reactionsBack(update, change) : othersBack(change);
    },
  };
}

function reactionsBack(update: Operation, change: Change): Undo {
  const [before, after] = [reactionsOf(beforeOf(change)), reactionsOf(asItem(change.after))];
  const emoji = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const removedReactions = emoji.filter((one) => countIn(after, one) > countIn(before, one));
  const addedReactions = emoji.filter((one) => countIn(after, one) < countIn(before, one));
  const touched = [...removedReactions, ...addedReactions];
  return {
    operation: update,
    input: { ...splitInput(update, change.input).params, removedReactions, addedReactions },
    project: (item: Item = {}) => countsOf(reactionsOf(item), touched),
    original: countsOf(before, touched),
    expected: countsOf(after, touched),
  };
}

type Counts = Readonly<Record<string, unknown>>;

const reactionsOf = ({ reactions }: Item): Counts =>
  Object.fromEntries([reactions ?? []].flat().map((one) => [String(asItem(one).emoji), asItem(one).count]));

const countIn = (counts: Counts, emoji: string): number => Number(counts[emoji] ?? 0);

const countsOf = (counts: Counts, emoji: readonly string[]): Item =>
  Object.fromEntries(emoji.map((one) => [one, countIn(counts, one)]));

const reviewerIds = inList(listRequestedReviewers, 'userId', ({ user }) => asItem(user).id);
const isAsked = (item: Item | undefined) => ({ asked: item !== undefined });

/** The source that a specification was fetched from can be named again; a text that was sent is not kept. */
const openApiSource: Reversal = {
  read: byGet(getOpenApiSpec),
  undo(change) {
    if (change.before === null)
      throw cannotUndo(MADE, shell`docs openapi delete ${String(change.input.specSlug)}`);
    const { sourceURL } = beforeOf(change);
    if (sourceURL === undefined)
      throw cannotUndo(
        'the text it had before is not kept',
        shell`docs openapi versions ${String(change.input.specSlug)}`,
      );
    return {
      operation: setOpenApiSpec,
      input: { ...splitInput(setOpenApiSpec, change.input).params, source: { url: sourceURL } },
      project: (item: Item = {}) => ({ sourceURL: item.sourceURL }),
      original: { sourceURL },
      expected: {},
      note: 'the platform fetches the URL again',
    };
  },
};

const readChangeRequest = byGet(getChangeRequest);

/** A change request cannot be deleted: what was begun is put away. */
const archived: Reversal = {
  read: async (client, { spaceId }, made) => {
    const { id } = asItem(made);
    if (typeof id !== 'string') return undefined;
    const ref = { spaceId: String(spaceId), changeRequestId: id };
    const changeRequest = asItem(await client.call(getChangeRequest, ref));
    refuseMerged(changeRequest, ref);
    return changeRequest;
  },
  shows: shownRequest,
  undo({ input: { spaceId }, after }) {
    const { id, status } = asItem(after);
    if (typeof id !== 'string')
      throw cannotUndo(
        'the history does not hold which change request was created',
        shell`docs cr list --space ${String(spaceId)}`,
      );
    return {
      operation: updateChangeRequest,
      input: { spaceId, changeRequestId: id, status: 'archived' },
      project: (item: Item = {}) => ({ status: item.status }),
      original: { status: 'archived' },
      expected: { status },
      note: 'it is archived: a change request cannot be deleted',
    };
  },
};

/** What a merge changed, and how a page of it comes back: by the revision that main was before. */
async function pagesBack(client: Client, { input: { spaceId }, after }: Change): Promise<string | undefined> {
  const { revision } = asItem(after);
  if (typeof revision !== 'string') return undefined;
  const ref = { spaceId: String(spaceId), revisionId: revision };
  const [before] = (await client.call(getRevision, { ...ref, metadata: false, computed: false })).parents;
  if (before === undefined) return undefined;
  const changes = shell`docs revisions changes ${revision} --space ${ref.spaceId}`;
  const back = shell`docs cr edit <cr> --space ${ref.spaceId} --revert-page <page> --revision ${before}`;
  return `${changes}, then in a new change request: ${back}`;
}

export default {
  'changeRequests.update': restoring(updateChangeRequest, {
    read: async (client, input, made) => {
      const changeRequest = asItem(await readChangeRequest(client, input));
      if (made !== undefined && input.status !== undefined) refuseMerged(changeRequest, input);
      return changeRequest;
    },
  }),
  'changeRequests.create': archived,
  'changeRequests.merge': {
    why: 'the platform cannot reverse a merge',
    hint: 'docs cr diff {changeRequestId} --space {spaceId}',
    lookUpHint: pagesBack,
  },
  'changeRequests.sync': {
    why: 'a sync cannot be reversed',
    read: readChangeRequest,
    undo: ({ before }) => {
      throw cannotUndo('a sync cannot be reversed', undefined, { revision: asItem(before).revision });
    },
  },
  'changeRequestContent.update': contentEdits,
  'changeRequestConversations.update': { why: 'its title before the change is not known' },
  'changeRequestConversations.delete': { why: GONE },
  'comments.update': comment(updateComment, getComment),
  'comments.updateInChangeRequest': comment(updateChangeRequestComment, getChangeRequestComment),
  'comments.create': made('docs comments delete {id} --space {spaceId}'),
  'comments.createInChangeRequest': made(
    'docs comments delete {id} --space {spaceId} --cr {changeRequestId}',
  ),
  'comments.delete': { read: byGet(getComment, WORDS), why: GONE },
  'comments.deleteInChangeRequest': { read: byGet(getChangeRequestComment, WORDS), why: GONE },
  'commentReplies.update': reply(updateCommentReply, getCommentReply),
  'commentReplies.updateInChangeRequest': reply(
    updateChangeRequestCommentReply,
    getChangeRequestCommentReply,
  ),
  'commentReplies.create': made('docs comments replies delete {commentId} {id} --space {spaceId}'),
  'commentReplies.createInChangeRequest': made(
    'docs comments replies delete {commentId} {id} --space {spaceId} --cr {changeRequestId}',
  ),
  'commentReplies.delete': { read: byGet(getCommentReply, WORDS), why: GONE },
  'commentReplies.deleteInChangeRequest': { read: byGet(getChangeRequestCommentReply, WORDS), why: GONE },
  'reviewers.request': {
    why: 'the reviewers were already notified',
    hint: 'docs cr reviewers remove {changeRequestId} {users} --space {spaceId}',
  },
  'reviewers.remove': {
    read: reviewerIds,
    undo: (change) => {
      beforeOf(change);
      const { spaceId, changeRequestId, userId } = change.input;
      return {
        operation: requestReviewers,
        input: { spaceId, changeRequestId, users: [userId] },
        project: isAsked,
        mayBeGone: true,
        original: { asked: true },
        expected: { asked: false },
      };
    },
  },
  'reviews.create': { why: 'a review cannot be withdrawn' },
  'agentInstructions.set': restoring(setAgentInstructions, { read: byGet(getAgentInstructions) }),
  'translations.update': restoring(updateTranslation, { read: byGet(getTranslation) }),
  'translations.create': made('docs translations delete {id}'),
  'translations.delete': { read: byGet(getTranslation), why: GONE },
  'importRuns.start': { why: 'imported pages stay', hint: 'docs imports list' },
  'importRuns.cancel': { why: 'a canceled import must be started again', hint: 'docs imports start --help' },
  'glossary.update': {
    why: 'a glossary is changed in batches; push the file it was exported to',
    hint: 'docs glossary push --help',
  },
  'translations.run': { why: 'a run cannot be stopped' },
  'openapi.update': restoring(updateOpenApiSpec, { read: byGet(getOpenApiSpec) }),
  'openapi.set': openApiSource,
  'openapi.create': made('docs openapi delete {slug}'),
  'openapi.delete': { read: byGet(getOpenApiSpec), why: 'the platform cannot restore its versions' },
  'git.import': { why: 'import the earlier commit instead', hint: 'docs git import --help' },
  'git.export': { why: 'the commit is in the repository', hint: 'revert it there' },
  'git.removeLegacy': { why: 'the old installation cannot be recreated' },
  'imports.create': { why: 'the pages are a separate revision', hint: 'docs revisions --help' },
  'imports.createInChangeRequest': {
    why: 'the pages are a revision of the change request',
    hint: 'docs cr update {changeRequestId} --space {spaceId} --status archived',
  },
  'templates.apply': { why: 'the pages are a separate revision', hint: 'docs revisions --help' },
} satisfies Reversals;
