import { beforeEach, describe, it } from 'vitest';
import { updateSpace } from '../../src/api/content/spaces.ts';
import {
  createChangeRequest,
  getChangeRequest,
  listChangeRequests,
  mergeChangeRequest,
  updateChangeRequest,
} from '../../src/api/review/change-requests.ts';
import { listChangeRequestComments } from '../../src/api/review/comments.ts';
import {
  createReview,
  getReview,
  listContributors,
  listRequestedReviewers,
  listReviews,
  removeRequestedReviewer,
  requestReviewers,
} from '../../src/api/review/reviews.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let ref: { spaceId: string; changeRequestId: string };
let reviewer: string;

beforeEach(async () => {
  const spaceId = await test.newSpace({ title: 'Guides', empty: true });
  const { id: changeRequestId } = await test.call(createChangeRequest, { spaceId, subject: 'Limits' });
  ref = { spaceId, changeRequestId };
  await edit('One.\n');
  reviewer = test.addMember('review');
});

const edit = (markdown: string) =>
  editPage(test.sandbox, { ...ref, path: 'limits', markdown, caller: { userId: test.adminId } });

describe('reviews', () => {
  it('answer a request, stand among the comments, and are outdated by the next edit', async ({ expect }) => {
    await test.call(requestReviewers, { ...ref, users: [reviewer] });
    expect((await test.call(listRequestedReviewers, ref)).items).toMatchObject([
      {
        kind: 'user',
        user: { id: reviewer },
        requestedBy: { id: test.adminId },
        revision: expect.any(String),
      },
    ]);
    const waiting = { spaceId: ref.spaceId, requestedReviewer: reviewer };
    expect((await test.call(listChangeRequests, waiting)).count).toBe(1);
    const comment = { markdown: 'Which version?' };
    const made = await test.call(
      createReview,
      { ...ref, status: 'changes-requested', comment },
      { as: reviewer },
    );
    expect(made).toMatchObject({
      reviewer: { id: reviewer },
      requestedBy: { id: test.adminId },
      outdated: false,
      comment: { object: 'comment', body: comment, postedBy: { id: reviewer } },
      updatedAt: expect.any(String),
      urls: { location: expect.stringContaining(`/reviews/`) },
    });
    expect((await test.call(listChangeRequests, waiting)).count).toBe(0);
    expect((await test.call(listRequestedReviewers, ref)).items).toEqual([]);
    expect((await test.call(listChangeRequestComments, ref)).items).toMatchObject([
      { body: comment, target: { review: made.id } },
    ]);
    await edit('Two.\n');
    expect(await test.call(getReview, { ...ref, reviewId: made.id })).toMatchObject({ outdated: true });
    expect((await test.call(listReviews, { ...ref, outdated: true })).count).toBe(1);
    expect((await test.call(listReviews, { ...ref, outdated: false })).count).toBe(0);
    expect((await test.answer(getReview, { ...ref, reviewId: 'none' })).status).toBe(404);
  });

  it('are what the merge rules ask for', async ({ expect }) => {
    const rules = [{ rule: 'require_specific_reviewers' as const, users: [reviewer] }];
    await test.call(updateSpace, { spaceId: ref.spaceId, mergeRules: { type: 'rules', rules } });
    const refused = await test.answer(mergeChangeRequest, ref);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('require_specific_reviewers') } },
    });
    await test.call(createReview, { ...ref, status: 'approved' }, { as: reviewer });
    expect(await test.call(mergeChangeRequest, ref)).toMatchObject({ result: 'merge' });
    const late = await test.answer(createReview, { ...ref, status: 'approved' }, { as: reviewer });
    expect(late.status).toBe(409);
  });
});

describe('requested reviewers', () => {
  it('are members, all of them or none, and can be let off', async ({ expect }) => {
    const unknown = await test.answer(requestReviewers, { ...ref, users: [reviewer, 'nobody'] });
    expect(unknown.status).toBe(404);
    expect((await test.call(listRequestedReviewers, ref)).items).toEqual([]);
    expect((await test.attempt(requestReviewers, { ...ref, users: [] })).status).toBe(400);
    const asked = await test.call(requestReviewers, { ...ref, users: [reviewer], subject: 'Rate limits' });
    expect(asked.users).toMatchObject([{ kind: 'user', user: { id: reviewer } }]);
    expect((await test.call(getChangeRequest, ref)).subject).toBe('Rate limits');
    const one = { ...ref, userId: reviewer };
    expect((await test.answer(removeRequestedReviewer, one)).status).toBe(205);
    expect((await test.answer(removeRequestedReviewer, one)).status).toBe(204);
  });
});

describe('contributors', () => {
  it('are who edited or discussed it', async ({ expect }) => {
    await test.call(
      createReview,
      { ...ref, status: 'approved', comment: { markdown: 'Fine' } },
      { as: reviewer },
    );
    const { items } = await test.call(listContributors, ref);
    expect(items.map(({ user, actionType }) => [user.id, actionType]).sort()).toEqual(
      [
        [test.adminId, 'edit'],
        [reviewer, 'comment'],
      ].sort(),
    );
    const found = await test.call(listChangeRequests, { spaceId: ref.spaceId, contributor: reviewer });
    expect(found.items.map(({ id }) => id)).toEqual([ref.changeRequestId]);
  });
});

describe('a description', () => {
  it('is kept as it was given', async ({ expect }) => {
    const description = {
      object: 'document' as const,
      data: {},
      nodes: [{ object: 'block' as const, type: 'paragraph', nodes: [] }],
    };
    await test.call(updateChangeRequest, { ...ref, description });
    expect((await test.call(getChangeRequest, ref)).description).toEqual(description);
  });
});
