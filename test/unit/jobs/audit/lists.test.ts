import { expect, it } from 'vitest';
import { listSpaces, updateSpace } from '../../../../src/api/content/spaces.ts';
import { listMembers } from '../../../../src/api/people/members.ts';
import { createLists } from '../../../../src/jobs/audit/lists.ts';
import { untilEnd } from '../../../helpers/lasting.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, workflowClient } from '../../../helpers/workflow-client.ts';

async function listsOfDemo() {
  const sandbox = untilEnd(await openTestSandbox({ demo: true }));
  const harness = workflowClient(sandbox);
  return { ...harness, organizationId: sandbox.organizationId, lists: createLists(harness.client, 4) };
}

it('ask for a list once, however often and in whatever way it is asked for', async () => {
  const { lists, requests, organizationId } = await listsOfDemo();
  const both = await Promise.all([
    lists.all(listSpaces, { organizationId }),
    lists.all(listSpaces, { organizationId }),
  ]);
  const paged = [];
  for await (const { items } of lists.client.pages(listSpaces, { organizationId })) paged.push(...items);
  expect(requests).toEqual([`GET /v1/orgs/${organizationId}/spaces`]);
  expect(both[0]).toBe(both[1]);
  expect(paged).toEqual(both[0]);
  await lists.all(listMembers, { organizationId, role: 'admin' });
  expect(requests).toHaveLength(2);
});

it('remember a refusal, and say of which thing', async () => {
  const { lists, requests, intercept, organizationId } = await listsOfDemo();
  intercept(() => refused(403));
  for (const _ of [1, 2])
    await expect(lists.all(listSpaces, { organizationId })).rejects.toThrow('cannot list the spaces');
  expect(requests).toHaveLength(1);
  const work = async ({ title }: { title: string }) =>
    title === 'a' ? (await lists.all(listSpaces, { organizationId })).map(({ id }) => id) : [title];
  const found = await lists.each([{ title: 'a' }, { title: 'b' }], work);
  expect(found).toMatchObject({
    findings: ['b'],
    skipped: expect.stringMatching(/^a: cannot list the spaces/),
  });
});

it('send no change', async () => {
  const { lists, requests } = await listsOfDemo();
  const change = lists.client.call(updateSpace, { spaceId: 'x', title: 'y' });
  await expect(change).rejects.toMatchObject({ code: 'READS_ONLY' });
  expect(requests).toEqual([]);
});
