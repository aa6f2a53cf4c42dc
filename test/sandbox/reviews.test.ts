import { beforeEach, describe, it } from 'vitest';
import { createChangeRequest, listChangeRequests } from '../../src/api/review/change-requests.ts';
import { createReview, listContributors } from '../../src/api/review/reviews.ts';
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
