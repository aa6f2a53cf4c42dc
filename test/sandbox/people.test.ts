import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '../../src/api/content/spaces.ts';
import * as api from '../../src/api/people/members.ts';
import { getOrganization } from '../../src/api/people/organizations.ts';
import { givenTo, permissions } from '../../src/sandbox/db/people/organizations.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(openTestSandbox);
let org: { organizationId: string };
beforeAll(() => {
  org = { organizationId: box.organizationId };
});

describe('members', () => {
  it('are sorted, filtered and searched', async () => {
    // Other tests add members of their own to the same organization.
    const before = await box.call(api.listMembers, { ...org, role: 'edit' });
    const ann = box.addMember('edit', { name: 'Ann Lee' });
    const gus = box.addMember(null, { name: 'Gus' });
    const byName = await box.call(api.listMembers, { ...org, search: 'NN l' });
    expect(byName.items.map(({ id }) => id)).toEqual([ann]);
    const guests = await box.call(api.listMembers, { ...org, role: 'guest', limit: 1000 });
    expect(guests.items.map(({ id, role }) => [id, role])).toContainEqual([gus, null]);
    expect(guests.items.filter(({ id, role }) => role !== null || id === ann)).toEqual([]);
    const editors = await box.call(api.listMembers, { ...org, role: 'edit' });
    expect(editors.count).toBe((before.count ?? 0) + 1);
    await box.call(api.pingOrganization, org, { as: ann });
    const named = await box.call(api.listMembers, { ...org, sort: 'name', order: 'asc', limit: 1000 });
    const names = named.items.map(({ user }) => user.displayName);
    expect(names).toEqual([...names].sort());
    const seen = await box.call(api.listMembers, { ...org, sort: 'lastSeenAt', order: 'asc' });
    expect(seen.items.map(({ id }) => id)).not.toContain(gus);
    expect(seen.items.map(({ id }) => id)).toContain(ann);
  });

  it('can be paged through in both orders without a gap', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const all = (await box.call(api.listMembers, { ...org, order, limit: 1000 })).items.map(({ id }) => id);
      const paged: string[] = [];
      for (let page: string | undefined = ''; page !== undefined; ) {
        const answer: Awaited<ReturnType<typeof read>> = await read(order, page);
        paged.push(...answer.items.map(({ id }) => id));
        page = answer.next?.page;
      }
      expect(paged).toEqual(all);
    }
    function read(order: 'asc' | 'desc', page: string) {
      return box.call(api.listMembers, { ...org, order, limit: 1, ...(page && { page }) });
    }
  });

  it('leave with what they were given by name and their teams', async () => {
    const user = box.addMember('read');
    const team = await box.call(api.createTeam, { ...org, title: 'Leavers', members: [user] });
    const space = await box.call(createSpace, { ...org, title: 'Given' });
    permissions(box.sandbox.db).put({
      kind: 'space',
      target: space.id,
      subject: 'user',
      subjectId: user,
      role: 'admin',
    });
    const { items } = await box.call(api.listMemberSpaces, { ...org, userId: user });
    expect(items.find((item) => item.space.id === space.id)?.permission).toBe('admin');
    await box.call(api.removeMember, { ...org, userId: user });
    expect((await box.call(api.getTeam, { ...org, teamId: team.id })).members).toBe(0);
    expect(givenTo(box.sandbox.db, user)).toEqual([]);
  });

  it('get claims that say who they are', async () => {
    const user = box.addMember('comment');
    const { serviceVisitorClaims = '' } = await box.call(api.pingOrganization, org, { as: user });
    const [, claims = ''] = serviceVisitorClaims.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      sub: user,
      role: 'comment',
    });
  });
});

describe('an organization', () => {
  it('shows the whole billing to whoever may see it, empty sandbox and demo alike', async () => {
    const demo = await openTestSandbox({ demo: true });
    for (const one of [box, demo]) {
      const { billing } = await one.call(getOrganization, { organizationId: one.organizationId });
      expect(billing).toMatchObject({
        interval: 'monthly',
        hasPaymentFailed: false,
        isScheduledToCancel: false,
        pricing: { members: { pro_2024: {} }, sites: { ultimate: {} } },
        usageAddons: { ai_responses: { enabled: false } },
      });
      const end = Date.parse(billing?.endDate ?? '');
      expect(end).toBeGreaterThan(one.clock.now.getTime());
      expect(end).toBeLessThanOrEqual(one.clock.now.getTime() + 32 * 86_400_000);
    }
    const as = demo.addMember('read');
    const { billing } = await demo.call(getOrganization, { organizationId: demo.organizationId }, { as });
    expect(billing).toBeUndefined();
    demo.cleanup();
  });
});
