// A matrix of 500 members and 400 spaces, of a platform that answers at once: what it costs, and the page that it makes.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROLES } from '../../src/api/roles.ts';
import { readPeople } from '../../src/domain/access/people.ts';
import { pageParts } from '../../src/jobs/access/html/page.ts';
import { readMatrix, readSpaces } from '../../src/jobs/access/matrix.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { workflowClient } from '../helpers/workflow-client.ts';

const MEMBERS = 500;
const SPACES = 400;
const COLLECTIONS = 40;
const TEAMS = 25;

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const user = (at: number) => ({
  object: 'user',
  id: `user${at}`,
  displayName: `Member ${at}`,
  email: `m${at}@acme.example`,
});
const team = (at: number) => ({
  object: 'team',
  id: `team${at}`,
  title: `Team ${at}`,
  members: 20,
  spaces: 0,
});
const roleAt = (at: number) => ROLES[at % ROLES.length];
const member = (at: number) => ({
  id: `user${at}`,
  role: roleAt(at),
  user: user(at),
  disabled: at % 50 === 0,
});
const collection = (at: number) => ({
  id: `collection${at}`,
  title: `Collection ${at}`,
  defaultLevel: 'inherit',
  ...(at > 0 && { parent: `collection${Math.floor(at / 2)}` }),
});
const space = (at: number) => ({
  id: `space${at}`,
  title: `Space of the product number ${at}`,
  defaultLevel: at % 3 === 0 ? 'read' : 'inherit',
  parent: `collection${at % COLLECTIONS}`,
});

/** The items of a list, by the path that asks for it. */
function itemsOf(path: string): unknown[] {
  const at = Number(/(\d+)\/(permissions|members)/.exec(path)?.[1] ?? 0);
  if (path.endsWith('/permissions/aggregate'))
    return many(MEMBERS, (one) => ({ permission: roleAt(one * 7 + at), user: user(one) }));
  if (path.endsWith('/permissions/users'))
    return many(5, (one) => ({ permission: roleAt(one), user: user((at * 5 + one) % MEMBERS) }));
  if (path.endsWith('/permissions/teams')) return [{ permission: roleAt(at), team: team(at % TEAMS) }];
  if (/\/teams\/\w+\/members$/.test(path))
    return many(20, (one) => ({ organization: member((at * 20 + one) % MEMBERS), team: { role: 'member' } }));
  if (path.endsWith('/members')) return many(MEMBERS, member);
  if (path.endsWith('/spaces')) return many(SPACES, space);
  return many(COLLECTIONS, collection);
}

it('costs a request a space and three more; with origins three, and those of collections and teams', async () => {
  const box = untilEnd(await openTestSandbox());

  for (const origins of [false, true]) {
    const { client, requests, intercept } = workflowClient(box);
    intercept(({ path }) => ({
      status: 200,
      headers: {},
      payload: { value: { items: itemsOf(path.replace(/\?.*/s, '')) } },
    }));
    const from = performance.now();
    const organizationId = 'org';
    const people = await readPeople(client, organizationId);
    const spaces = await readSpaces(client, organizationId);
    const query = { organizationId, people, spaces, admits: () => true, origins, width: 8 };
    const result = await readMatrix(client, query);
    if (!result.ok) throw result.failures[0]?.error;
    const expected = origins ? 3 * SPACES + 3 + 1 + 2 * COLLECTIONS + TEAMS : SPACES + 3;
    expect(requests.length).toBe(expected);
    const facts = { where: 'organization "Large"', at: 'now', version: '0' };
    const page = [...pageParts(result.matrix, facts)].join('');
    expect(page.length).toBeLessThan(16 * 1024 * 1024);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    process.stderr.write(`${requests.length} requests, ${seconds} s, page of ${page.length} bytes\n`);
    if (process.env.DOCS_PAGE) writeFileSync(process.env.DOCS_PAGE, page);
  }
  reached('L22', 'cells', MEMBERS * SPACES);
});
