import { beforeEach, describe, it } from 'vitest';
import type { MergeRule } from '../../src/api/content/spaces.generated.ts';
import { updateSpace } from '../../src/api/content/spaces.ts';
import { createChangeRequest, mergeChangeRequest } from '../../src/api/review/change-requests.ts';
import { organizations } from '../../src/sandbox/db/people/organizations.ts';
import { changeRequests, type ReviewRow, reviews } from '../../src/sandbox/db/review/change-requests.ts';
import { newId } from '../../src/sandbox/ids.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;
let changeRequestId: string;
let ann: string;
let bob: string;

beforeEach(async () => {
  ann = test.addMember('review', { name: 'Ann' });
  bob = test.addMember('review', { name: 'Bob' });
  spaceId = await test.newSpace({ title: 'Guides', editMode: 'live' });
  changeRequestId = (await test.call(createChangeRequest, { spaceId, subject: 'Words' })).id;
});

const setRules = (...rules: MergeRule[]) =>
  test.call(updateSpace, { spaceId, mergeRules: { type: 'rules', rules } });

let minutes = 0;
function review(reviewer: string, status: ReviewRow['status']): void {
  const { db } = test.sandbox;
  const { revision = '' } = changeRequests(db).find({ id: changeRequestId }) ?? {};
  minutes += 1;
  const createdAt = new Date(Date.UTC(2026, 2, 2, 10, minutes)).toISOString();
  reviews(db).insert({
    id: newId(),
    changeRequest: changeRequestId,
    reviewer,
    status,
    revision,
    createdAt,
  });
}

/** What the refusal says; `merged` when there is none. */
async function merge(as = test.adminId): Promise<string> {
  const { status, body } = await test.answer(mergeChangeRequest, { spaceId, changeRequestId }, { as });
  if (status === 200) return 'merged';
  if (status !== 409) throw new Error(`answered ${status}`);
  return (body as { error: { message: string } }).error.message;
}

describe('a merge rule', () => {
  it('of specific reviewers wants the approval of each, by their last review', async ({ expect }) => {
    await setRules({ rule: 'require_specific_reviewers', users: [ann, bob] });
    expect(await merge()).toBe(
      'change request #1 may not be merged: require_specific_reviewers of the space: not approved by Ann, Bob',
    );
    review(ann, 'approved');
    review(bob, 'changes-requested');
    expect(await merge()).toContain('not approved by Bob');
    review(bob, 'approved');
    review(ann, 'changes-requested');
    expect(await merge()).toContain('not approved by Ann');
    review(ann, 'approved');
    expect(await merge()).toBe('merged');
  });

  it('of one of specific reviewers is content with one', async ({ expect }) => {
    await setRules({ rule: 'require_one_of_specific_reviewers', users: [ann, bob] });
    expect(await merge()).toContain('none of these has approved it: Ann, Bob');
    review(bob, 'approved');
    expect(await merge()).toBe('merged');
  });

  it('of one review takes anybody’s', async ({ expect }) => {
    await setRules({ rule: 'require_at_least_one_review' });
    expect(await merge()).toContain('it has not been reviewed');
    review(ann, 'approved');
    expect(await merge()).toBe('merged');
  });

  it('of an approved review wants one that approves', async ({ expect }) => {
    await setRules({ rule: 'require_at_least_one_approved_review' });
    review(ann, 'changes-requested');
    expect(await merge()).toContain('no one has approved it');
    review(bob, 'approved');
    expect(await merge()).toBe('merged');
  });

  it('of approved reviews lets no objection stand', async ({ expect }) => {
    await setRules({ rule: 'require_all_reviews_approved' });
    review(ann, 'changes-requested');
    expect(await merge()).toContain('require_all_reviews_approved of the space: changes requested by Ann');
    review(ann, 'approved');
    expect(await merge()).toBe('merged');
  });
});

describe('rules of the organization', () => {
  const organizationRules = (mergeRules: 'none' | 'one review') => {
    const row = organizations(test.sandbox.db).find({ id: test.organizationId });
    const rules =
      mergeRules === 'none'
        ? { type: 'none' as const }
        : { type: 'rules' as const, rules: [{ rule: 'require_at_least_one_review' as const }] };
    test.sandbox.db.run(
      'UPDATE organizations SET settings = ? WHERE id = ?',
      JSON.stringify({ ...row?.settings, mergeRules: rules }),
      test.organizationId,
    );
  };

  it('hold for a space that inherits them', async ({ expect }) => {
    organizationRules('one review');
    expect(await merge()).toContain(
      'require_at_least_one_review of the organization: it has not been reviewed',
    );
    organizationRules('none');
    expect(await merge()).toBe('merged');
  });

  it('do not hold for a space that has none', async ({ expect }) => {
    organizationRules('one review');
    await test.call(updateSpace, { spaceId, mergeRules: { type: 'none' } });
    expect(await merge()).toBe('merged');
  });
});
