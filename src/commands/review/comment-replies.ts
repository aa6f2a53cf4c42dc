// docs comments replies: answers to a comment.
import type { CommentReply } from '../../api/review/comments.generated.ts';
import * as api from '../../api/review/comments.ts';
import dangers from '../../domain/dangers/review.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { filled } from '../../output/columns.ts';
import { bodyFlag, bodyText, needBody, quoted, readBody } from '../body-flag.ts';

const table = ['body', 'postedBy.displayName', 'reactions', 'postedAt', 'id'] as const;
const ROW = ['id', 'postedBy.displayName', 'body', 'reactions', 'postedAt'] as const;

export const replies = subgroup(
  'replies',
  'Manage replies to comments',
  [
    command('list', api.listCommentReplies, {
      none: 'no replies to comment {}',
      cr: api.listChangeRequestCommentReplies,
      args: ['commentId'],
      columns: ROW,
      table,
      present,
      examples: ['docs comments replies list QwqaPup4VYCqfmRTLjkH --space Guides'],
    }),
    command('create', api.createCommentReply, {
      args: ['commentId'],
      columns: ROW,
      present,
      hidden: ['body'],
      options: [
        bodyFlag('body', true),
        ...(CONTEXT_FLAGS.changeRequestId ? [CONTEXT_FLAGS.changeRequestId] : []),
      ],
      // No `cr`: on a change request the platform takes one query parameter more (src/api/README.md#comments).
      uses: [api.createChangeRequestCommentReply],
      prepare: async (run) => {
        if (run.flags.cr !== undefined) run.operation = api.createChangeRequestCommentReply;
        await needBody(run);
      },
      done: 'replied to',
      success: (_, reply) => `added ${quoted('reply', reply)}`,
      examples: ['docs comments replies create QwqaPup4VYCqfmRTLjkH --space Guides --body "Fixed"'],
    }),
    command('get', api.getCommentReply, {
      cr: api.getChangeRequestCommentReply,
      args: ['commentId', 'commentReplyId'],
      columns: [...ROW, 'editedAt'],
      present,
      examples: ['docs comments replies get QwqaPup4VYCqfmRTLjkH ClqDW1Uh1nKqvjyVKkEx --space Guides'],
    }),
    command('update', api.updateCommentReply, {
      cr: api.updateChangeRequestCommentReply,
      args: ['commentId', 'commentReplyId'],
      columns: ROW,
      present,
      hidden: ['body'],
      options: [bodyFlag()],
      prepare: readBody,
      success: (_, reply) => `updated ${quoted('reply', reply)}`,
      examples: [
        'docs comments replies update QwqaPup4VYCqfmRTLjkH ClqDW1Uh1nKqvjyVKkEx --space Guides --added-reactions :+1: --dry-run',
      ],
    }),
    command('delete', api.deleteCommentReply, {
      cr: api.deleteChangeRequestCommentReply,
      args: ['commentId', 'commentReplyId'],
      ...dangers['commentReplies.delete'],
      target: api.getCommentReply,
      crTarget: api.getChangeRequestCommentReply,
      stakes: ({ target }) => ({ what: quoted('reply', target) }),
      success: ({ target }) => `deleted ${quoted('reply', target)}`,
      examples: [
        'docs comments replies delete QwqaPup4VYCqfmRTLjkH ClqDW1Uh1nKqvjyVKkEx --space Guides --yes --dry-run',
      ],
    }),
  ],
  [
    ['See what was answered', 'list'],
    ['Answer a comment', 'create'],
  ],
);

function present(reply: CommentReply) {
  const reactions = reply.reactions.map(({ emoji, count }) => filled`${emoji} ${count}`);
  return { ...reply, body: bodyText(reply.body), reactions };
}
