import { describe, expect, it } from 'vitest';
import * as api from '../../src/api/content/collections.ts';
import { createSpace, getSpace } from '../../src/api/content/spaces.ts';
import { addSiteSpace } from '../../src/api/sites/site-structure.ts';
import { createSite, deleteSite } from '../../src/api/sites/sites.ts';
import { members, organizations } from '../../src/sandbox/db/people/organizations.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(openTestSandbox);

const org = () => ({ organizationId: box.organizationId });
const collection = (title: string, parent?: string) =>
  box.call(api.createCollection, { ...org(), title, ...(parent && { parent }) });
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

/** Another organization; the administrator is a member with the given role. */
function otherOrganization(role: 'create' | 'read'): string {
  const { db } = box.sandbox;
  const now = box.clock.now.toISOString();
  const row = organizations(db).find({ id: box.organizationId });
  if (!row) throw new Error('no organization');
  organizations(db).insert({ ...row, id: 'other', hostname: 'other' });
  members(db).insert({
    organization: 'other',
    user: box.adminId,
    role,
    disabled: 0,
    sso: 0,
    joinedAt: now,
    lastSeenAt: null,
  });
  return 'other';
}

describe('a collection', () => {
  it('lists collections right after the one they stand in, page by page', async () => {
    const one = await collection('1');
    const two = await collection('2');
    const inner = await collection('1.1', one.id);
    await collection('1.1.1', inner.id);
    await collection('2.1', two.id);
    const titles: string[] = [];
    for (let page: string | undefined = ''; page !== undefined; ) {
      const answer: Awaited<ReturnType<typeof read>> = await read(page);
      titles.push(...answer.items.map(({ title }) => title));
      page = answer.next?.page;
    }
    expect(titles).toEqual(['1', '1.1', '1.1.1', '2', '2.1']);
    const top = await box.call(api.listCollections, { ...org(), nested: false });
    expect(top.items.map(({ title }) => title)).toEqual(['1', '2']);
    function read(page: string) {
      return box.call(api.listCollections, { ...org(), limit: 2, ...(page && { page }) });
    }
  });
});

describe('a transfer', () => {
  it('takes all that stands in a collection along', async () => {
    const organization = otherOrganization('create');
    const outer = await collection('Outer');
    const inner = await collection('Inner', outer.id);
    const space = await box.call(createSpace, { ...org(), title: 'S', parent: inner.id });
    const moved = await box.call(api.transferCollection, { collectionId: outer.id, organization });
    expect(moved).toMatchObject({ organization, permissions: { admin: true } });
    expect(moved).not.toHaveProperty('parent');
    expect(await box.call(api.getCollection, { collectionId: inner.id })).toMatchObject({
      organization,
      parent: outer.id,
    });
    expect(await box.call(getSpace, { spaceId: space.id })).toMatchObject({ organization, parent: inner.id });
    expect((await box.call(api.listCollectionSpaces, { collectionId: inner.id })).count).toBe(1);
    expect((await box.call(api.listCollections, org())).count).toBe(0);
  });

  it('is refused where it cannot be: unknown, the same, shown on a site, without the right', async () => {
    const { id: collectionId } = await collection('C');
    const transfer = (organization: string) =>
      status(box.answer(api.transferCollection, { collectionId, organization }));
    expect(await transfer('none')).toBe(404);
    expect(await transfer(box.organizationId)).toBe(409);
    const space = await box.call(createSpace, { ...org(), parent: collectionId });
    const site = { ...org(), siteId: (await box.call(createSite, org())).id };
    await box.call(addSiteSpace, { ...site, spaceId: space.id });
    const organization = otherOrganization('read');
    expect(await transfer(organization)).toBe(403);
    members(box.sandbox.db).update({ organization, user: box.adminId }, { role: 'create' });
    expect(await transfer(organization)).toBe(412);
    await box.call(deleteSite, site);
    expect(await transfer(organization)).toBe(200);
  });
});
