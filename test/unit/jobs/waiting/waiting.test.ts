// Who waits for whom, planted: each change request is with the one person who has to act.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { updateChangeRequestContent } from '../../../../src/api/review/change-request-content.ts';
import {
  createChangeRequest,
  mergeChangeRequest,
  updateChangeRequest,
} from '../../../../src/api/review/change-requests.ts';
import { createChangeRequestComment } from '../../../../src/api/review/comments.ts';
import { requestReviewers } from '../../../../src/api/review/reviewers.ts';
import { createReview } from '../../../../src/api/review/reviews.ts';
import { readWaiting } from '../../../../src/jobs/waiting/read-waiting.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const DAY = 86_400_000;

let box: TestSandbox;
let wire: WorkflowClient;
let spaceId: string;
let ana: string;
let ben: string;
beforeEach(async () => {
  box = await openTestSandbox();
  wire = workflowClient(box);
  const { organizationId } = box;
  spaceId = (await box.call(createSpace, { organizationId, title: 'Atlas' })).id;
  ana = box.addMember('admin', { name: 'Ana' });
  ben = box.addMember('admin', { name: 'Ben' });
});
afterEach(() => box.cleanup());

/** A change request of Ana's with a page of its own. */
async function propose(subject: string, { draft = false } = {}): Promise<string> {
  const { id, status } = await box.call(createChangeRequest, { spaceId, subject }, { as: ana });
  const place = { spaceId, changeRequestId: id };
  const change = { operation: 'insert_page', title: subject, document: { markdown: subject } } as const;
  await box.call(updateChangeRequestContent, { ...place, changes: [change] }, { as: ana });
  if (!draft && status === 'draft')
    await box.call(updateChangeRequest, { ...place, status: 'open' }, { as: ana });
  if (draft && status === 'open')
    await box.call(updateChangeRequest, { ...place, status: 'draft' }, { as: ana });
  return id;
}

const ask = (changeRequestId: string) =>
  box.call(requestReviewers, { spaceId, changeRequestId, users: [ben] }, { as: ana });
const review = (changeRequestId: string, status: 'approved' | 'changes-requested') =>
  box.call(createReview, { spaceId, changeRequestId, status }, { as: ben });

/** `Ben: review it: Asked`, after so many days. */
async function waitingAfter(days: number): Promise<string[]> {
  box.clock.now = new Date(box.clock.now.getTime() + days * DAY);
  const before = new Date(box.clock.now.getTime() - 3 * DAY).toISOString();
  const { organizationId } = box;
  const found = await readWaiting(wire.client, { organizationId, before, width: 4 });
  return found.map(({ person, task, changeRequest }) => `${person.name}: ${task}: ${changeRequest.subject}`);
}

it('each is with the one who has to act, once', async () => {
  const gone = await propose('Merged');
  await box.call(mergeChangeRequest, { spaceId, changeRequestId: gone });
  await ask(await propose('Asked'));
  const approved = await propose('Approved');
  await ask(approved);
  await review(approved, 'approved');
  await review(await propose('Wanted'), 'changes-requested');
  await propose('Nobody asked');
  const discussed = await propose('Discussed');
  await box.call(
    createChangeRequestComment,
    { spaceId, changeRequestId: discussed, body: { markdown: 'Why?' } },
    { as: ben },
  );
  await propose('Asleep', { draft: true });
  expect(await waitingAfter(4)).toEqual([
    'Ana: make the changes asked for: Wanted',
    'Ana: merge it: Approved',
    'Ana: answer comments: Discussed',
    'Ana: ask for a review: Nobody asked',
    'Ana: finish the draft: Asleep',
    'Ben: review it: Asked',
  ]);
});

it('what was touched lately waits for nobody', async () => {
  await ask(await propose('Asked'));
  await propose('Draft', { draft: true });
  expect(await waitingAfter(2)).toEqual([]);
  expect(await waitingAfter(2)).toHaveLength(2);
});

it('an outdated one is with its author', async () => {
  await propose('Old');
  const next = await propose('New');
  await box.call(mergeChangeRequest, { spaceId, changeRequestId: next });
  expect(await waitingAfter(4)).toEqual(['Ana: sync it with main: Old']);
});

it('asks once for each change request, and once for each member where these are fewer', async () => {
  for (let at = 0; at < 30; at += 1) await propose(`Number ${at}`);
  wire.requests.length = 0;
  expect(await waitingAfter(4)).toHaveLength(30);
  expect(wire.requests.length).toBeLessThanOrEqual(30 + 12);
});
