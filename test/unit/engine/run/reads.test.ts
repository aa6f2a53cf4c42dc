// What a list has shown is not asked for again, but for what only the read itself shows.
import { expect, it } from 'vitest';
import { getSpace, listSpaces, updateSpace } from '../../../../src/api/content/spaces.ts';
import { getTeam, listTeams } from '../../../../src/api/people/members.ts';
import { allItems } from '../../../../src/client/pages.ts';
import { withReads } from '../../../../src/engine/run/reads.ts';
import { harness, ok } from '../../../helpers/client-harness.ts';

function opened() {
  const asked: string[] = [];
  const { client } = harness(async ({ method, path }) => {
    const [plain = ''] = path.split('?');
    asked.push(`${method} ${plain}`);
    const [, place] = /orgs\/(\w+)\/\w+$/.exec(plain) ?? [];
    return ok(
      place === undefined ? { id: 's1', title: 'Read' } : { items: [{ id: 's1', title: `Of ${place}` }] },
    );
  });
  return { asked, client: withReads(client) };
}

it('a thing that a list has shown is not read', async () => {
  const { asked, client } = opened();
  await allItems(client.pages(listSpaces, { organizationId: 'a' }));
  expect(await client.call(getSpace, { spaceId: 's1' })).toEqual({ id: 's1', title: 'Of a' });
  expect(asked).toEqual(['GET /v1/orgs/a/spaces']);
});

it('a thing of another place, or one that the list has not shown, is read', async () => {
  const { asked, client } = opened();
  await allItems(client.pages(listTeams, { organizationId: 'a' }));
  await client.call(getTeam, { organizationId: 'b', teamId: 's1' });
  await client.call(getTeam, { organizationId: 'a', teamId: 's2' });
  expect(asked.slice(1)).toEqual(['GET /v1/orgs/b/teams/s1', 'GET /v1/orgs/a/teams/s2']);
});

it('nothing of before a change, or before all is read anew, is used', async () => {
  const { asked, client } = opened();
  await allItems(client.pages(listSpaces, { organizationId: 'a' }));
  client.forgetReads();
  await client.call(getSpace, { spaceId: 's1' });
  await allItems(client.pages(listSpaces, { organizationId: 'a' }));
  await client.call(updateSpace, { spaceId: 's1', title: 'New' });
  await client.call(getSpace, { spaceId: 's1' });
  expect(asked.filter((line) => line === 'GET /v1/spaces/s1')).toHaveLength(2);
});

it('a list that was not read to its end shows nothing', async () => {
  const { asked, client } = opened();
  for await (const _ of client.pages(listSpaces, { organizationId: 'a' })) break;
  await client.call(getSpace, { spaceId: 's1' });
  expect(asked).toEqual(['GET /v1/orgs/a/spaces', 'GET /v1/spaces/s1']);
});
