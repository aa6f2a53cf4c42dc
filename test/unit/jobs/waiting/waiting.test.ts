// Who waits for whom, planted: each change request is with the one person who has to act.
import { beforeEach, expect, it } from 'vitest';
import { removeMember } from '../../../../src/api/people/members.ts';
import * as api from '../../../../src/api/review/change-requests.ts';
import { createChangeRequestComment } from '../../../../src/api/review/comments.ts';
import { createReview, requestReviewers } from '../../../../src/api/review/reviews.ts';
import { readOwners } from '../../../../src/jobs/page-lint/owners.ts';
import { ownersReader } from '../../../../src/jobs/waiting/owners-of.ts';
import { readWaiting } from '../../../../src/jobs/waiting/waiting.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const DAY = 86_400_000;

const box = perTest(openTestSandbox);
let wire: WorkflowClient;
let spaceId: string;
let ana: string;
let ben: string;
beforeEach(async () => {
  wire = workflowClient(box);
  spaceId = await box.newSpace({ title: 'Atlas' });
  ana = box.addMember('admin', { name: 'Ana' });
  ben = box.addMember('admin', { name: 'Ben' });
});

/** A change request of Ana's with a page of its own. */
async function propose(subject: string, { draft = false } = {}): Promise<string> {
  const { id, status } = await box.call(api.createChangeRequest, { spaceId, subject }, { as: ana });
  const place = { spaceId, changeRequestId: id };
  const change = { operation: 'insert_page', title: subject, document: { markdown: subject } } as const;
  await box.call(api.updateChangeRequestContent, { ...place, changes: [change] }, { as: ana });
  const wanted = draft ? 'draft' : 'open';
  if (status !== wanted) await box.call(api.updateChangeRequest, { ...place, status: wanted }, { as: ana });
  return id;
}

const ask = (changeRequestId: string, whom = ben) =>
  box.call(requestReviewers, { spaceId, changeRequestId, users: [whom] }, { as: ana });
const review = (changeRequestId: string, status: 'approved' | 'changes-requested') =>
  box.call(createReview, { spaceId, changeRequestId, status }, { as: ben });

/** `Ben: review it: Asked`, after so many days. */
async function waitingAfter(days: number, owners?: string): Promise<string[]> {
  box.clock.now = new Date(box.clock.now.getTime() + days * DAY);
  const before = new Date(box.clock.now.getTime() - 3 * DAY).toISOString();
  const { organizationId } = box;
  const read = await (owners === undefined ? undefined : readOwners(owners, 'owners.yaml'));
  const found = await readWaiting(wire.client, {
    ...{ organizationId, before, width: 4 },
    owners:
      read && ownersReader(wire.client, organizationId, (space, page) => [read(space, page) ?? []].flat()),
  });
  return found.map(({ person: { name, status }, task, changeRequest }) =>
    [status === 'active' ? name : `${name} (${status})`, task, changeRequest.subject].join(': '),
  );
}

const leave = (userId: string) => box.call(removeMember, { organizationId: box.organizationId, userId });

it('each is with the one who has to act, once', async () => {
  const gone = await propose('Merged');
  await box.call(api.mergeChangeRequest, { spaceId, changeRequestId: gone });
  await ask(await propose('Asked'));
  const approved = await propose('Approved');
  await ask(approved);
  await review(approved, 'approved');
  await review(await propose('Wanted'), 'changes-requested');
  await propose('Nobody asked');
  const discussed = await propose('Discussed');
  const comment = { spaceId, changeRequestId: discussed, body: { markdown: 'Why?' } };
  await box.call(createChangeRequestComment, comment, { as: ben });
  await propose('Asleep', { draft: true });
  const carl = box.addMember('admin', { name: 'Carl' });
  await ask(await propose('Left behind'), carl);
  await leave(carl);
  expect(await waitingAfter(4)).toEqual([
    'Ana: make the changes asked for: Wanted',
    'Ana: merge it: Approved',
    'Ana: answer comments: Discussed',
    'Ana: ask for a review: Nobody asked',
    'Ana: finish the draft: Asleep',
    'Ben: review it: Asked',
    'Carl (not a member): review it: Left behind',
  ]);
});

it('owners take what nobody was asked to do, and what somebody left who is gone', async () => {
  const carl = box.addMember('admin', { name: 'Carl' });
  await ask(await propose('Asked'));
  await ask(await propose('Left behind'), carl);
  await propose('Nobody asked');
  await propose('Unknown');
  await propose('Nobody at all');
  await leave(carl);
  const owners = `"*": ${ben}\n"*unknown": dora@acme.example\n"*all": ${ana}\n`;
  expect((await waitingAfter(4, owners)).sort()).toEqual([
    'Ana: ask for a review: Nobody at all',
    'Ben: review it: Asked',
    'Ben: review it: Left behind',
    'Ben: review it: Nobody asked',
    'dora@acme.example (not a member): review it: Unknown',
  ]);
});

it('an author who has left is named as such, also beside reviewers who are there', async () => {
  const carl = box.addMember('admin', { name: 'Carl' });
  const gone = await propose('Of Ana');
  await ask(gone, carl);
  await ask(gone);
  await propose('Draft of Ana', { draft: true });
  await leave(ana);
  await leave(carl);
  expect(await waitingAfter(4)).toEqual([
    'Ana (not a member): finish the draft: Draft of Ana',
    'Ben: review it: Of Ana',
    'Carl (not a member): review it: Of Ana',
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
  await box.call(api.mergeChangeRequest, { spaceId, changeRequestId: next });
  expect(await waitingAfter(4)).toEqual(['Ana: sync it with main: Old']);
});

it('asks once for each change request and each member, and of few who was asked and has left', async () => {
  const count = runs('Y2', 'change requests', 20);
  const carl = box.addMember('admin', { name: 'Carl' });
  for (let at = 0; at < count; at += 1) {
    const id = await propose(`Number ${at}`);
    if (at % 4 < 3) await ask(id, at % 4 < 2 ? ben : carl);
  }
  await leave(carl);
  wire.requests.length = 0;
  const found = await waitingAfter(4);
  expect(new Set(found.map((text) => text.split(': ').at(-1))).size).toBe(count);
  expect(found.filter((text) => text.startsWith('Carl (not a member): review it'))).not.toEqual([]);
  expect(wire.requests.length).toBeLessThan(count + (count < 500 ? 60 : 100));
  reached('Y2', 'change requests', count);
});
