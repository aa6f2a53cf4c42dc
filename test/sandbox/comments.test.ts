import { beforeEach, describe, it } from 'vitest';
import { getSpace } from '../../src/api/content/spaces.ts';
import { createChangeRequest, getChangeRequest } from '../../src/api/review/change-requests.ts';
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  createComment,
  createCommentReply,
  deleteChangeRequestComment,
  deleteChangeRequestCommentReply,
  deleteComment,
  deleteCommentReply,
  getChangeRequestComment,
  getChangeRequestCommentReply,
  getComment,
  listChangeRequestCommenters,
  listChangeRequestCommentReplies,
  listChangeRequestComments,
  listCommenters,
  listCommentReplies,
  listComments,
  updateChangeRequestCommentReply,
  updateComment,
  updateCommentReply,
} from '../../src/api/review/comments.ts';
import { listContributors } from '../../src/api/review/reviews.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;
let pageId: string;

beforeEach(async () => {
  spaceId = await test.newSpace({ title: 'Guides', editMode: 'live', empty: true });
  const caller = { userId: test.adminId };
  pageId = (await editPage(test.sandbox, { spaceId, path: 'install', markdown: 'Run it.\n', caller })).pageId;
});

const post = (markdown: string, as?: string) =>
  test.call(createComment, { spaceId, body: { markdown } }, as === undefined ? {} : { as });

describe('comments', () => {
  it('tell who, where and what', async ({ expect }) => {
    const made = await test.call(createComment, {
      spaceId,
      page: pageId,
      node: 'n1',
      tableCell: { record: 'r', definition: 'd' },
      body: { markdown: 'Still **true**?' },
    });
    expect(made).toMatchObject({
      postedBy: { id: test.adminId },
      status: 'open',
      replies: 0,
      repliers: [],
      reactions: [],
      body: { markdown: 'Still **true**?' },
      target: { space: spaceId, page: { id: pageId }, node: { id: 'n1' }, tableCell: { record: 'r' } },
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    expect(made).not.toHaveProperty('editedAt');
    const again = await test.call(getComment, { spaceId, commentId: made.id, format: 'document' });
    expect(again.body).toMatchObject({ document: { nodes: [{ type: 'paragraph' }] } });
  });

  it('take a rich document, and nothing at all', async ({ expect }) => {
    const document = {
      object: 'document' as const,
      data: {},
      nodes: [
        {
          object: 'block' as const,
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Hello', marks: [] }] }],
        },
      ],
    };
    const made = await test.call(createComment, { spaceId, body: { document } });
    expect(made.body).toEqual({ markdown: 'Hello' });
    expect((await test.call(createComment, { spaceId, body: {} })).body).toEqual({ markdown: '' });
  });

  it('need a body, and a page that is there', async ({ expect }) => {
    expect((await test.attempt(createComment, { spaceId })).status).toBe(400);
    const stray = await test.answer(createComment, { spaceId, page: 'nowhere', body: { markdown: 'x' } });
    expect(stray.status).toBe(404);
    expect((await test.call(getSpace, { spaceId })).comments).toBe(0);
  });

  it('are settled and opened again, and counted while they are open', async ({ expect }) => {
    const { id: commentId } = await post('One');
    await post('Two');
    const resolved = await test.call(updateComment, { spaceId, commentId, resolved: true });
    expect(resolved).toMatchObject({
      status: 'resolved',
      resolvedBy: { id: test.adminId },
      resolvedAt: expect.any(String),
    });
    expect(resolved).not.toHaveProperty('editedAt');
    expect((await test.call(getSpace, { spaceId })).comments).toBe(1);
    const open = await test.call(updateComment, { spaceId, commentId, resolved: false });
    expect(open.status).toBe('open');
    expect(open).not.toHaveProperty('resolvedAt');
    expect(open).not.toHaveProperty('resolvedBy');
  });

  it('count each user once with each emoji, and give back only the own', async ({ expect }) => {
    const other = test.addMember('comment');
    const { id: commentId } = await post('One');
    await test.call(updateComment, { spaceId, commentId, addedReactions: [':tada:', ':tada:', ':eyes:'] });
    const both = await test.call(
      updateComment,
      { spaceId, commentId, addedReactions: [':tada:'] },
      { as: other },
    );
    expect(both.reactions.map(({ emoji, count }) => [emoji, count])).toEqual([
      [':eyes:', 1],
      [':tada:', 2],
    ]);
    const left = await test.call(
      updateComment,
      { spaceId, commentId, removedReactions: [':tada:', ':eyes:'] },
      { as: other },
    );
    expect(left.reactions.map(({ emoji, count }) => [emoji, count])).toEqual([
      [':eyes:', 1],
      [':tada:', 1],
    ]);
    expect((await test.answer(updateComment, { spaceId, commentId, addedReactions: [''] })).status).toBe(400);
  });

  it('are changed by their authors only, deleted by administrators too', async ({ expect }) => {
    const author = test.addMember('comment');
    const other = test.addMember('edit');
    const { id: commentId } = await post('One', author);
    const change = { spaceId, commentId, body: { markdown: 'Two' } };
    expect((await test.answer(updateComment, change, { as: other })).status).toBe(403);
    test.clock.now = new Date('2026-03-02T10:00:00.000Z');
    const changed = await test.call(updateComment, change, { as: author });
    expect(changed).toMatchObject({ body: { markdown: 'Two' }, editedAt: '2026-03-02T10:00:00.000Z' });
    expect((await test.call(getComment, { spaceId, commentId }, { as: other })).permissions).toEqual({
      view: true,
      edit: false,
      reply: true,
      delete: false,
    });
    expect((await test.answer(deleteComment, { spaceId, commentId }, { as: other })).status).toBe(403);
    expect((await test.answer(deleteComment, { spaceId, commentId })).status).toBe(205);
    expect((await test.answer(deleteComment, { spaceId, commentId })).status).toBe(204);
    expect((await test.answer(getComment, { spaceId, commentId })).status).toBe(404);
  });

  it('are listed by status, page, author and order', async ({ expect }) => {
    const other = test.addMember('comment');
    const tick = () => {
      test.clock.now = new Date(test.clock.now.getTime() + 60_000);
    };
    const one = await post('One');
    tick();
    const two = await test.call(
      createComment,
      { spaceId, page: pageId, body: { markdown: 'Two' } },
      { as: other },
    );
    tick();
    const three = await post('Three');
    await test.call(updateComment, { spaceId, commentId: three.id, resolved: true });
    const ids = async (query: object) =>
      (await test.call(listComments, { spaceId, ...query })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([three.id, two.id, one.id]);
    expect(await ids({ order: 'asc' })).toEqual([one.id, two.id, three.id]);
    expect(await ids({ status: 'open' })).toEqual([two.id, one.id]);
    expect(await ids({ status: 'resolved' })).toEqual([three.id]);
    expect(await ids({ targetPage: pageId })).toEqual([two.id]);
    expect(await ids({ authors: [other] })).toEqual([two.id]);
    expect(await ids({ authors: [other, test.adminId], status: 'open', order: 'asc' })).toEqual([
      one.id,
      two.id,
    ]);
    expect((await test.answer(listComments, { spaceId, targetPage: 'nowhere' })).status).toBe(404);
    const commenters = await test.call(listCommenters, { spaceId });
    expect(commenters.items.map(({ id }) => id).sort()).toEqual([test.adminId, other].sort());
  });

  it('come in pages without gaps or duplicates while others are written and deleted', async ({ expect }) => {
    const all: string[] = [];
    for (let number = 0; number < 7; number += 1) {
      all.unshift((await post(`Comment ${number}`)).id);
      test.clock.now = new Date(test.clock.now.getTime() + 1000);
    }
    const first = await test.call(listComments, { spaceId, limit: 3 });
    expect(first.count).toBe(7);
    await post('Late');
    await test.call(deleteComment, { spaceId, commentId: all[4] ?? '' });
    const second = await test.call(listComments, { spaceId, limit: 3, page: first.next?.page ?? '' });
    const seen = [...first.items, ...second.items].map(({ id }) => id);
    expect(seen).toEqual(all.filter((_, at) => at !== 4));
    expect(second.next).toBeUndefined();
    expect(await test.call(listComments, { spaceId, limit: 0 })).toEqual({ items: [], count: 7 });
    const strange = await test.answer(listComments, { spaceId, order: 'asc', page: first.next?.page ?? '' });
    expect(strange.status).toBe(400);
  });
});

describe('comments of a change request', () => {
  it('are its own, count for it, and make their authors contributors', async ({ expect }) => {
    const { id: changeRequestId, number } = await test.call(createChangeRequest, { spaceId, subject: 'New' });
    const made = await test.call(createChangeRequestComment, {
      spaceId,
      changeRequestId: String(number),
      body: { markdown: 'Good' },
    });
    const ref = { spaceId, changeRequestId, commentId: made.id };
    expect(made.target.changeRequest).toBe(changeRequestId);
    expect((await test.call(getChangeRequest, { spaceId, changeRequestId })).comments).toBe(1);
    expect((await test.call(getSpace, { spaceId })).comments).toBe(0);
    expect((await test.call(listComments, { spaceId })).items).toEqual([]);
    expect((await test.call(listChangeRequestComments, { spaceId, changeRequestId })).items).toHaveLength(1);
    expect((await test.answer(getComment, { spaceId, commentId: made.id })).status).toBe(404);
    expect(made.urls.location).toBe(
      `sandbox:/v1/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${made.id}`,
    );
    const contributors = await test.call(listContributors, { spaceId, changeRequestId });
    expect(contributors.items).toMatchObject([
      { actionType: 'comment', count: 1, user: { id: test.adminId } },
    ]);
    expect((await test.call(listChangeRequestCommenters, { spaceId, changeRequestId })).items).toHaveLength(
      1,
    );
    expect((await test.call(getChangeRequestComment, ref)).id).toBe(made.id);
    expect((await test.answer(deleteChangeRequestComment, ref)).status).toBe(205);
    const gone = await test.answer(getChangeRequestComment, { ...ref, changeRequestId: '99' });
    expect(gone).toMatchObject({ status: 404, body: { error: { message: expect.stringContaining('99') } } });
  });
});

describe('replies', () => {
  it('stand under their comment, oldest first, and are counted there', async ({ expect }) => {
    const other = test.addMember('comment');
    const { id: commentId } = await post('One');
    const first = await test.call(createCommentReply, { spaceId, commentId, body: { markdown: 'A' } });
    test.clock.now = new Date('2026-03-02T10:00:00.000Z');
    const second = await test.call(
      createCommentReply,
      { spaceId, commentId, body: { markdown: 'B' } },
      { as: other },
    );
    const listed = await test.call(listCommentReplies, { spaceId, commentId });
    expect(listed.items.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await test.call(getComment, { spaceId, commentId })).toMatchObject({
      replies: 2,
      repliers: [
        { count: 1, user: { id: test.adminId } },
        { count: 1, user: { id: other }, updatedAt: '2026-03-02T10:00:00.000Z' },
      ],
    });
    const reply = { spaceId, commentId, commentReplyId: first.id };
    const changed = await test.call(updateCommentReply, {
      ...reply,
      body: { markdown: 'C' },
      addedReactions: ['👍'],
    });
    expect(changed).toMatchObject({ body: { markdown: 'C' }, reactions: [{ emoji: '👍', count: 1 }] });
    expect(
      (await test.answer(updateCommentReply, { ...reply, body: { markdown: 'D' } }, { as: other })).status,
    ).toBe(403);
    expect((await test.answer(deleteCommentReply, reply, { as: other })).status).toBe(403);
    expect((await test.answer(deleteCommentReply, reply)).status).toBe(205);
    expect((await test.answer(deleteCommentReply, reply)).status).toBe(204);
    expect((await test.answer(deleteComment, { spaceId, commentId })).status).toBe(205);
    expect((await test.answer(listCommentReplies, { spaceId, commentId })).status).toBe(404);
  });

  it('of change request comments work the same way', async ({ expect }) => {
    const { id: changeRequestId } = await test.call(createChangeRequest, { spaceId });
    const ref = { spaceId, changeRequestId };
    const { id: commentId } = await test.call(createChangeRequestComment, {
      ...ref,
      body: { markdown: 'x' },
    });
    const body = { markdown: 'y' };
    const made = await test.call(createChangeRequestCommentReply, {
      ...ref,
      commentId,
      body,
      format: 'document',
    });
    expect(made.body).toHaveProperty('document');
    const one = { ...ref, commentId, commentReplyId: made.id };
    expect((await test.call(getChangeRequestCommentReply, one)).body).toEqual(body);
    await test.call(updateChangeRequestCommentReply, { ...one, body: { markdown: 'z' } });
    const { items } = await test.call(listChangeRequestCommentReplies, { ...ref, commentId });
    expect(items).toMatchObject([{ body: { markdown: 'z' } }]);
    expect((await test.answer(deleteChangeRequestCommentReply, one)).status).toBe(205);
  });
});
