// Who waits for whom, planted: each change request is with the one person who has to act.
//
//   propose Some words -> $id     an open change request of Ana's with a page of its own; `draft Some words` one that is not
//   ask $id $ben                  Ana asks for a review
//   waiting {"days": 4}           what is `found` then: who, what to do, and of which; with `owners` the text of that file
import { expect, it } from 'vitest';
import { removeMember } from '../../../../src/api/people/members.ts';
import * as api from '../../../../src/api/review/change-requests.ts';
import { requestReviewers } from '../../../../src/api/review/reviews.ts';
import { readOwners } from '../../../../src/jobs/page-lint/problems.ts';
import { ownersReader } from '../../../../src/jobs/waiting/owners-of.ts';
import { readWaiting } from '../../../../src/jobs/waiting/waiting.ts';
import { playScripts } from '../../../helpers/api-scripts.ts';
import { read, type State, withNames } from '../../../helpers/api-verbs.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const DAY = 86_400_000;

interface Place {
  spaceId: string;
  ana: string;
}
const placeIn = ({ names }: State): Place => ({
  spaceId: names.get('space') ?? '',
  ana: names.get('ana') ?? '',
});

async function propose(
  box: TestSandbox,
  { spaceId, ana: as }: Place,
  subject: string,
  wanted: 'open' | 'draft',
) {
  const { id, status } = await box.call(api.createChangeRequest, { spaceId, subject }, { as });
  const place = { spaceId, changeRequestId: id };
  const change = { operation: 'insert_page', title: subject, document: { markdown: subject } } as const;
  await box.call(api.updateChangeRequestContent, { ...place, changes: [change] }, { as });
  if (status !== wanted) await box.call(api.updateChangeRequest, { ...place, status: wanted }, { as });
  return id;
}

const ask = (box: TestSandbox, { spaceId, ana: as }: Place, changeRequestId: string, whom: string) =>
  box.call(requestReviewers, { spaceId, changeRequestId, users: [whom] }, { as });

/** `Ben: review it: Asked`, after so many days. */
async function waitingAfter(
  box: TestSandbox,
  { days, owners }: { days: number; owners?: string },
  { client } = workflowClient(box),
): Promise<string[]> {
  box.clock.now = new Date(box.clock.now.getTime() + days * DAY);
  const before = new Date(box.clock.now.getTime() - 3 * DAY).toISOString();
  const { organizationId } = box;
  const owned = await (owners === undefined ? undefined : readOwners(owners, 'owners.yaml'));
  const found = await readWaiting(client, {
    ...{ organizationId, before, width: 4 },
    owners: owned && ownersReader(client, organizationId, (space, page) => [owned(space, page) ?? []].flat()),
  });
  return found.map(({ person: { name, status }, task, changeRequest }) =>
    [status === 'active' ? name : `${name} (${status})`, task, changeRequest.subject].join(': '),
  );
}

playScripts('test/unit/jobs/waiting/scripts', {
  propose: (state, { input }) => propose(state.box, placeIn(state), input, 'open'),
  draft: (state, { input }) => propose(state.box, placeIn(state), input, 'draft'),
  async ask(state, { input }) {
    const [id = '', whom = ''] = withNames(input, state).split(' ');
    await ask(state.box, placeIn(state), id, whom);
  },
  waiting: async (state, { input }) => ({
    body: { found: await waitingAfter(state.box, read(input, state) as { days: number }) },
  }),
});

const box = perTest(openTestSandbox);

it('asks once for each change request and each member, and of few who was asked and has left', async () => {
  const count = runs('Y2', 'change requests', 20);
  const [ana, ben, carl] = ['Ana', 'Ben', 'Carl'].map((name) => box.addMember('admin', { name }));
  const place = { spaceId: await box.newSpace({ title: 'Atlas' }), ana: String(ana) };
  for (let at = 0; at < count; at += 1) {
    const id = await propose(box, place, `Number ${at}`, 'open');
    if (at % 4 < 3) await ask(box, place, id, String(at % 4 < 2 ? ben : carl));
  }
  await box.call(removeMember, { organizationId: box.organizationId, userId: String(carl) });
  const wire = workflowClient(box);
  const found = await waitingAfter(box, { days: 4 }, wire);
  expect(new Set(found.map((text) => text.split(': ').at(-1))).size).toBe(count);
  expect(found.filter((text) => text.startsWith('Carl (not a member): review it'))).not.toEqual([]);
  expect(wire.requests.length).toBeLessThan(count + (count < 500 ? 60 : 100));
  reached('Y2', 'change requests', count);
});
