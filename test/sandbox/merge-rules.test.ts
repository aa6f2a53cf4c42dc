import { beforeEach, describe, expect, it } from 'vitest';
import type { MergeRule } from '../../src/api/content/spaces.generated.ts';
import { updateSpace } from '../../src/api/content/spaces.ts';
import { updateOrganization } from '../../src/api/people/organizations.ts';
import {
  createChangeRequest,
  mergeChangeRequest,
  syncChangeRequest,
  updateChangeRequest,
} from '../../src/api/review/change-requests.ts';
import { organizations } from '../../src/sandbox/db/people/organizations.ts';
import { changeRequests, type ReviewRow, reviews } from '../../src/sandbox/db/review/change-requests.ts';
import { editPage } from '../../src/sandbox/editing.ts';
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

  it('of its author lets nobody else merge', async ({ expect }) => {
    await setRules({ rule: 'require_author_to_merge' });
    expect(await merge(ann)).toContain('only its author may merge it');
    expect(await merge()).toBe('merged');
  });

  it('of an expression fails with the words that were set beside it', async ({ expect }) => {
    await setRules({ rule: 'custom', expression: 'false', message: 'Ask the release team' });
    expect(await merge()).toContain('Ask the release team');
  });

  it('of approved reviews lets no objection stand', async ({ expect }) => {
    await setRules({ rule: 'require_all_reviews_approved' });
    review(ann, 'changes-requested');
    expect(await merge()).toContain('require_all_reviews_approved of the space: changes requested by Ann');
    review(ann, 'approved');
    expect(await merge()).toBe('merged');
  });

  it('of being up to date wants a sync after main has moved', async ({ expect }) => {
    await setRules({ rule: 'require_up_to_date_change_request' });
    await editPage(test.sandbox, {
      spaceId,
      path: 'new',
      markdown: '# New\n',
      caller: { userId: test.adminId },
    });
    expect(await merge()).toContain('main has changed since');
    await test.call(syncChangeRequest, { spaceId, changeRequestId });
    expect(await merge()).toBe('merged');
  });

  it('of a subject and a description wants words, not blanks', async ({ expect }) => {
    await setRules(
      { rule: 'require_change_request_subject' },
      { rule: 'require_change_request_description' },
    );
    await test.call(updateChangeRequest, { spaceId, changeRequestId, subject: '  ', description: text(' ') });
    expect(await merge()).toBe(
      'change request #1 may not be merged: require_change_request_subject of the space: it has no subject; ' +
        'require_change_request_description of the space: it has no description',
    );
    await test.call(updateChangeRequest, {
      spaceId,
      changeRequestId,
      subject: 'Why',
      description: text('So'),
    });
    expect(await merge()).toBe('merged');
  });

  it.each([
    ['changeRequest.comments == 0', true],
    ['changeRequest.comments > 0', false],
    ['changeRequest.status === "open" && !changeRequest.outdated', true],
    ['reviews.length >= 1', false],
    ['approvals.includes("nobody") || user.displayName.length > 0', true],
    ['changeRequest.nothing.deeper == null', true],
  ])('of kind custom is what its expression says: %s', async (expression, holds) => {
    await setRules({ rule: 'custom', expression });
    const message = await merge();
    if (holds) expect(message).toBe('merged');
    else expect(message).toContain(`custom of the space: this condition is not met: ${expression}`);
  });

  it.each(['changeRequest.comments ==', '1 +', '"open', 'a b'])(
    'is refused when its expression is none: %s',
    async (expression) => {
      const rules = [{ rule: 'custom' as const, expression }];
      const mergeRules = { type: 'rules' as const, rules };
      for (const refused of [
        await test.answer(updateSpace, { spaceId, mergeRules }),
        await test.answer(updateOrganization, { organizationId: test.organizationId, mergeRules }),
      ]) {
        expect(refused).toMatchObject({
          status: 400,
          body: { error: { message: expect.stringContaining('mergeRules: the expression') } },
        });
      }
    },
  );

  it('the sandbox cannot judge keeps from merging and says so', async ({ expect }) => {
    await setRules({ rule: 'custom', expression: 'pages < 10' }, { rule: 'require_agent_review' });
    const message = await merge();
    expect(message).toContain(
      '"pages" is not known here; known: changeRequest, space, reviews, approvals, user',
    );
    expect(message).toContain('require_agent_review');
  });

  it('does not hold for those who may bypass it', async ({ expect }) => {
    await setRules({ rule: 'require_at_least_one_review' }, { rule: 'allow_bypass', users: [ann] });
    expect(await merge(bob)).toContain('require_at_least_one_review');
    expect(await merge(ann)).toBe('merged');
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

const text = (words: string) => ({
  object: 'document' as const,
  data: {},
  nodes: [
    {
      object: 'block' as const,
      type: 'paragraph',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
    },
  ],
});
