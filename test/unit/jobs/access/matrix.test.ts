// How a matrix is read: how many requests it costs, what happens when one fails, and where nobody can say why.
import { beforeAll, describe, expect, it } from 'vitest';
import { listSpaces } from '../../../../src/api/content/spaces.ts';
import { addSpacePermission } from '../../../../src/api/people/permissions.ts';
import type { Client } from '../../../../src/client/client.ts';
import { originText } from '../../../../src/domain/access/grants.ts';
import { isOutside, readPeople } from '../../../../src/domain/access/people.ts';
import { globOf, pick } from '../../../../src/domain/access/pick.ts';
import { pageParts } from '../../../../src/jobs/access/html/page.ts';
import { type MatrixResult, readMatrix, readSpaces } from '../../../../src/jobs/access/matrix.ts';
import { perFile, untilEnd } from '../../../helpers/lasting.ts';
import { randomAccess } from '../../../helpers/random-access.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const NOTHING = { status: 200, headers: {}, payload: { value: { items: [] } } };
const box = perFile(openTestSandbox);
const counted = (requests: readonly string[], form: RegExp) =>
  requests.filter((line) => form.test(line)).length;

beforeAll(async () => {
  await randomAccess(box, 7, { users: 12, teams: 4, collections: 5, spaces: 20, grants: 40 });
});

async function read(
  client: Client,
  origins: boolean,
  organizationId = box.organizationId,
): Promise<MatrixResult> {
  const people = await readPeople(client, organizationId);
  const spaces = await readSpaces(client, organizationId);
  return readMatrix(client, { organizationId, people, spaces, admits: () => true, origins, width: 8 });
}

async function whole(over: WorkflowClient, origins: boolean, organizationId?: string) {
  const result = await read(over.client, origins, organizationId);
  if (!result.ok) throw result.failures[0]?.error;
  return result.matrix;
}

describe('a matrix', () => {
  it('costs one request a space and three for the rest', async () => {
    const over = workflowClient(box);
    const { spaces } = await whole(over, false);
    expect(spaces.length).toBeGreaterThanOrEqual(20);
    expect(over.requests.length).toBe(spaces.length + 3);
  });

  it('costs three requests a space with origins, and those of the collections and teams that give any', async () => {
    const over = workflowClient(box);
    const { spaces } = await whole(over, true);
    expect(counted(over.requests, /\/spaces\/\w+\/permissions/)).toBe(3 * spaces.length);
    const collections = counted(over.requests, /\/collections\/\w+\/permissions/);
    const teams = counted(over.requests, /\/teams\/\w+\/members/);
    expect(collections).toBeLessThanOrEqual(2 * 5);
    expect(teams).toBeLessThanOrEqual(4);
    // Members, spaces, sites and the list of collections.
    expect(over.requests.length).toBe(3 * spaces.length + collections + teams + 4);
  });

  it('is nothing at all where one space cannot be read', async () => {
    for (const origins of [false, true]) {
      const over = workflowClient(box);
      const all = await box.call(listSpaces, { organizationId: box.organizationId });
      const failing = `/v1/spaces/${all.items[3]?.id}/permissions/${origins ? 'teams' : 'aggregate'}`;
      over.intercept((_, line) => (line.endsWith(failing) ? refused(403) : undefined));
      const result = await read(over.client, origins);
      expect(result.ok).toBe(false);
      expect(!result.ok && result.failures.map(({ name }) => name)).toEqual([all.items[3]?.title]);
    }
  });

  it('says ? and why where roles and grants do not add up to what the platform says', async () => {
    const over = workflowClient(box);
    over.intercept((_, line) => (line.endsWith('/permissions/users') ? NOTHING : undefined));
    const { people, spaces, origin } = await whole(over, true);
    const texts = people.flatMap((person) =>
      spaces.flatMap((space) => {
        const found = origin?.(person, space);
        return found?.doubt === undefined ? [] : [originText(found)];
      }),
    );
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts)
      expect(text).toMatch(/^\? the platform says \w+, but roles, grants and default levels add up to \w+$/);
  });

  it('says ? where a collection above cannot be seen', async () => {
    const over = workflowClient(box);
    over.intercept((_, line) => (/\/orgs\/\w+\/collections$/.test(line) ? NOTHING : undefined));
    const { people, spaces, origin } = await whole(over, true);
    const doubts = people.flatMap((person) => spaces.map((space) => origin?.(person, space).doubt));
    expect(doubts.some((doubt) => /^collection \w+ cannot be read$/.test(doubt ?? ''))).toBe(true);
  });
});

describe('a page', () => {
  const HOSTILE = [`</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `=HYPERLINK("x")`];

  it('has no markup of a title, and runs no script but its own', async () => {
    const own = untilEnd(await openTestSandbox());

    for (const title of HOSTILE) {
      const id = await own.newSpace({ title });
      const user = own.addMember('read', { name: title });
      await own.call(addSpacePermission, { spaceId: id, users: [user], role: 'edit' });
    }
    const matrix = await whole(workflowClient(own), true, own.organizationId);
    const page = [...pageParts(matrix, { where: HOSTILE[0] ?? '', at: 'now', version: '0' })].join('');
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page).not.toContain('<img');
    expect(page).toContain("default-src 'none'");
    expect(page.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(?:src|href)=/);
    expect(page.replace(/http-equiv/g, '')).not.toMatch(/https?:/);
    expect(matrix.spaces.length).toBeGreaterThan(2);
  });
});

describe('words', () => {
  it('mean IDs, names in any case, and patterns', () => {
    const items = ['Guides', 'API reference', 'API v2', 'a*b'].map((title, at) => ({ id: `id${at}`, title }));
    const named = ({ id, title }: { id: string; title: string }) => ({ id, names: [title] });
    expect(pick(items, ['guides', 'api*', 'id3'], named).items).toHaveLength(4);
    expect(pick(items, ['Guide', 'id9'], named)).toEqual({ items: [], unknown: ['Guide', 'id9'] });
    expect(globOf('a*b*c')('axxbyyc')).toBe(true);
    expect(globOf('a*b*c')('ac')).toBe(false);
    expect(globOf('ab*ba')('aba')).toBe(false);
    expect(globOf('*')('')).toBe(true);
    expect(globOf(`${'a*'.repeat(2000)}b`)('a'.repeat(4000))).toBe(false);
  });

  it('know addresses outside domains by their end alone', () => {
    expect(isOutside('a@acme.com', ['acme.com'])).toBe(false);
    expect(isOutside('a@EU.Acme.com', ['@acme.com'])).toBe(false);
    expect(isOutside('a@notacme.com', ['acme.com'])).toBe(true);
    expect(isOutside('acme.com@evil.example', ['acme.com'])).toBe(true);
    expect(isOutside(undefined, ['acme.com'])).toBe(true);
  });
});
