import { beforeEach, describe, it } from 'vitest';
import { createChangeRequest } from '../../src/api/review/change-requests.ts';
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  createComment,
  deleteChangeRequestCommentReply,
  deleteComment,
  getChangeRequestCommentReply,
  listChangeRequestCommentReplies,
  listCommenters,
  listComments,
  updateChangeRequestCommentReply,
  updateComment,
} from '../../src/api/review/comments.ts';
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

describe('replies', () => {
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
