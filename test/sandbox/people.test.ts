import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '../../src/api/content/spaces.ts';
import {
  createSamlProvider,
  getSamlProvider,
  listSsoLogins,
  revokeLinkInvite,
  updateSamlProvider,
} from '../../src/api/people/invites.ts';
import * as api from '../../src/api/people/members.ts';
import {
  findOrganizations,
  getAgentInstructions,
  getOrganization,
  joinOrganization,
  searchOrganization,
  setAgentInstructions,
  updateOrganization,
} from '../../src/api/people/organizations.ts';
import { givenTo, linkInvites, permissions, users } from '../../src/sandbox/db/people/organizations.ts';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(openTestSandbox);
let org: { organizationId: string };
beforeAll(() => {
  org = { organizationId: box.organizationId };
});

const messageOf = (body: unknown) => (body as { error: { message: string } }).error.message;

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

  it('keep an administrator, whoever leaves', async () => {
    const { adminId } = box;
    expect((await box.answer(api.removeMember, { ...org, userId: adminId })).status).toBe(409);
    expect((await box.answer(api.updateMember, { ...org, userId: adminId, role: null })).status).toBe(409);
    const second = box.addMember('admin');
    expect((await box.answer(api.removeMember, { ...org, userId: second }, { as: second })).status).toBe(205);
    expect((await box.answer(api.removeMember, { ...org, userId: second })).status).toBe(204);
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

  it('are read by every member, and by a guest who reads of nobody else', async () => {
    const reader = box.addMember('read');
    const guest = box.addMember(null);
    expect((await box.answer(api.getMember, { ...org, userId: guest }, { as: reader })).status).toBe(200);
    expect((await box.answer(api.getMember, { ...org, userId: reader }, { as: guest })).status).toBe(403);
    expect((await box.answer(api.getMember, { ...org, userId: guest }, { as: guest })).status).toBe(200);
    expect((await box.answer(api.getMember, { ...org, userId: 'nobody' })).status).toBe(404);
    expect((await box.call(api.addSsoMember, { ...org, userId: reader })).sso).toBe(true);
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

describe('joining', () => {
  it('needs a verified e-mail domain of the organization', async () => {
    const user = 'joiner00000000000000';
    users(box.sandbox.db).insert({
      id: user,
      displayName: 'Joiner',
      email: 'j@Partner.example',
      photoURL: null,
      createdAt: box.clock.now.toISOString(),
    });
    expect((await box.answer(joinOrganization, org, { as: user })).status).toBe(400);
    await box.call(updateOrganization, { ...org, emailDomains: ['PARTNER.example'], defaultRole: 'comment' });
    expect(
      (await box.call(findOrganizations, { emailDomain: 'partner.EXAMPLE' }, { kind: 'internal' }))
        .organizations,
    ).toHaveLength(1);
    expect((await box.answer(joinOrganization, org, { as: user })).status).toBe(204);
    expect((await box.call(api.getMember, { ...org, userId: user })).role).toBe('comment');
    expect((await box.answer(joinOrganization, org, { as: user })).status).toBe(204);
    expect((await box.answer(joinOrganization, { organizationId: 'nowhere' }, { as: user })).status).toBe(
      404,
    );
  });
});

describe('an organization', () => {
  it.each([
    ['title', 'ab', 'a'],
    ['title', 'x'.repeat(255), 'x'.repeat(256)],
    ['hostname', 'abc', 'ab'],
    ['hostname', 'h'.repeat(32), 'h'.repeat(33)],
    ['logo', `https://e.example/${'l'.repeat(2048 - 18)}`, `https://e.example/${'l'.repeat(2049 - 18)}`],
  ])('takes %s at its limit and refuses it one past it', async (field, fits, breaks) => {
    expect((await box.attempt(updateOrganization, { ...org, [field]: fits })).status).toBe(200);
    const refused = await box.attempt(updateOrganization, { ...org, [field]: breaks });
    expect(refused.status).toBe(400);
    expect(messageOf(refused.body)).toContain(field);
  });

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

  it('refuses settings that point to nothing', async () => {
    const site = { type: 'site' as const, site: 'nowhere' };
    expect((await box.answer(updateOrganization, { ...org, defaultContent: site })).status).toBe(404);
    const rules = [{ rule: 'require_specific_reviewers' as const, users: ['nobody'] }];
    const mergeRules = { type: 'rules' as const, rules };
    expect((await box.answer(updateOrganization, { ...org, mergeRules })).status).toBe(400);
    expect((await box.answer(updateOrganization, { ...org, hostname: '-abc' })).status).toBe(400);
    // It has nothing to inherit from, and says so: its answers know rules and none only.
    const inheriting = await box.call(updateOrganization, { ...org, mergeRules: { type: 'inherit' } });
    expect(inheriting.mergeRules).toEqual({ type: 'none' });
  });

  it('keeps what it tells its agents', async () => {
    const empty = await box.call(getAgentInstructions, org);
    expect(empty.instructions.nodes).toEqual([]);
    const instructions = {
      object: 'document' as const,
      data: {},
      nodes: [{ object: 'block' as const, type: 'paragraph', nodes: [] }],
    };
    const kept = await box.call(setAgentInstructions, { ...org, instructions });
    expect(kept).toMatchObject({ instructions, updatedBy: box.adminId });
    expect((await box.call(getAgentInstructions, org)).instructions).toEqual(instructions);
  });

  it('revokes an invitation once', async () => {
    linkInvites(box.sandbox.db).insert({
      id: 'invite',
      organization: box.organizationId,
      kind: 'organization',
      target: null,
      role: null,
      createdAt: box.clock.now.toISOString(),
    });
    expect((await box.answer(revokeLinkInvite, { ...org, inviteId: 'invite' })).status).toBe(205);
    expect((await box.answer(revokeLinkInvite, { ...org, inviteId: 'invite' })).status).toBe(204);
  });

  it('searches only what the caller may see, with a query of at most 512 characters', async () => {
    const guest = box.addMember(null);
    expect((await box.call(searchOrganization, { ...org, query: 'page' }, { as: guest })).items).toEqual([]);
    expect((await box.call(searchOrganization, { ...org, query: '?!' })).count).toBe(0);
    expect((await box.answer(searchOrganization, { ...org, query: 'q'.repeat(512) })).status).toBe(200);
    expect((await box.attempt(searchOrganization, { ...org, query: 'q'.repeat(513) })).status).toBe(400);
    expect((await box.attempt(searchOrganization, org)).status).toBe(400);
  });
});

describe('teams', () => {
  it('have titles of 1 to 64 characters', async () => {
    for (const title of ['t', 't'.repeat(64)]) {
      const team = await box.call(api.createTeam, { ...org, title });
      expect(team).toMatchObject({ title, members: 0, spaces: 0, permissions: { admin: true, view: true } });
    }
    for (const title of ['', 't'.repeat(65)]) {
      expect((await box.attempt(api.createTeam, { ...org, title })).status).toBe(400);
    }
  });

  it('are managed by administrators and by their owners', async () => {
    const owner = box.addMember('read');
    const other = box.addMember('read');
    const team = await box.call(api.createTeam, { ...org, title: 'Owned', members: [owner] });
    const ref = { ...org, teamId: team.id };
    expect((await box.answer(api.updateTeam, { ...ref, title: 'Mine' }, { as: owner })).status).toBe(403);
    await box.call(api.setTeamMember, { ...ref, userId: owner, role: 'owner' });
    expect((await box.call(api.updateTeam, { ...ref, title: 'Mine' }, { as: owner })).title).toBe('Mine');
    await box.call(api.changeTeamMembers, { ...ref, add: [other] }, { as: owner });
    expect((await box.answer(api.changeTeamMembers, { ...ref, remove: [owner] }, { as: other })).status).toBe(
      403,
    );
    const managed = await box.call(api.listTeams, { ...org, owner });
    expect(managed.items.map(({ title }) => title)).toEqual(['Mine']);
    expect((await box.call(api.listTeams, { ...org, owner: other })).count).toBe(0);
    const mine = await box.call(api.listMemberTeams, { ...org, userId: owner, title: 'MIN' });
    expect(mine.items).toMatchObject([{ team: { title: 'Mine' }, member: { role: 'owner' } }]);
    // Anybody may leave.
    expect((await box.answer(api.removeTeamMember, { ...ref, userId: other }, { as: other })).status).toBe(
      205,
    );
    expect((await box.answer(api.deleteTeam, ref, { as: owner })).status).toBe(205);
    expect((await box.answer(api.deleteTeam, ref)).status).toBe(204);
  });

  it('take a member without a role, who keeps the one from before', async () => {
    const userId = box.addMember('read');
    const team = await box.call(api.createTeam, { ...org, title: 'Open' });
    const ref = { ...org, teamId: team.id };
    for (const [given, kept] of [
      [{}, 'member'],
      [{ role: 'owner' }, 'owner'],
      [{}, 'owner'],
    ] as const) {
      await box.call(api.setTeamMember, { ...ref, userId, ...given });
      expect((await box.call(api.listTeamMembers, ref)).items).toMatchObject([{ team: { role: kept } }]);
    }
  });

  it('change all or nothing', async () => {
    const user = box.addMember('read');
    const team = await box.call(api.createTeam, { ...org, title: 'Whole' });
    const ref = { ...org, teamId: team.id };
    expect((await box.answer(api.changeTeamMembers, { ...ref, add: [user, 'nobody'] })).status).toBe(404);
    expect((await box.call(api.listTeamMembers, ref)).count).toBe(0);
    await box.call(api.changeTeamMembers, {
      ...ref,
      add: [user],
      memberships: { [user]: { role: 'owner' } },
    });
    expect((await box.call(api.listTeamMembers, ref)).items).toMatchObject([
      { organization: { id: user }, team: { role: 'owner' } },
    ]);
    // Adding somebody again keeps their role.
    await box.call(api.changeTeamMembers, { ...ref, add: [user] });
    expect((await box.call(api.listTeamMembers, ref)).items[0]?.team.role).toBe('owner');
  });

  it('count the spaces they were given, also with a collection', async () => {
    const team = await box.call(api.createTeam, { ...org, title: 'Counted' });
    const space = await box.call(createSpace, { ...org, title: 'One' });
    const grant = { subject: 'team' as const, subjectId: team.id, role: 'edit' as const };
    permissions(box.sandbox.db).put({ ...grant, kind: 'space', target: space.id });
    expect((await box.call(api.getTeam, { ...org, teamId: team.id })).spaces).toBe(1);
    await box.call(api.deleteTeam, { ...org, teamId: team.id });
    expect((await box.attempt(api.getTeam, { ...org, teamId: team.id })).status).toBe(404);
  });
});

describe('SAML providers', () => {
  it.each([
    ['label', 'l'.repeat(30), 'l'.repeat(31)],
    ['entityID', 'e'.repeat(1024), 'e'.repeat(1025)],
    ['ssoURL', `https://e.example/${'s'.repeat(2048 - 18)}`, `https://e.example/${'s'.repeat(2049 - 18)}`],
    [
      'certificate',
      `${CERTIFICATE}${'\n'.repeat(10_000 - CERTIFICATE.length)}`,
      CERTIFICATE.padEnd(10_001, '\n'),
    ],
  ])('take %s at its limit and refuse it one past it', async (field, fits, breaks) => {
    const input = { ...org, label: 'Login' };
    expect((await box.attempt(createSamlProvider, { ...input, [field]: fits })).status).toBe(201);
    expect((await box.attempt(createSamlProvider, { ...input, [field]: breaks })).status).toBe(400);
  });

  it('are pending until everything is known, and say where they are found', async () => {
    const { id, status, ssoURL } = await box.call(createSamlProvider, { ...org, label: 'Step by step' });
    expect(status).toBe('pending');
    expect(ssoURL).toBe('about:blank');
    await box.call(updateSamlProvider, {
      ...org,
      samlProviderId: id,
      ssoURL,
      entityID: 'x',
      certificate: CERTIFICATE,
    });
    expect(await box.call(getSamlProvider, { ...org, samlProviderId: id })).toMatchObject({ status, ssoURL });
    const offered = async () => (await box.call(listSsoLogins, org)).items.map((login) => login.id);
    expect(await offered()).not.toContain(id);
    const team = await box.call(api.createTeam, { ...org, title: 'New ones' });
    const answer = await box.answer(updateSamlProvider, {
      ...org,
      samlProviderId: id,
      entityID: 'urn:idp',
      ssoURL: 'https://idp.example/sso',
      certificate: CERTIFICATE,
      defaultTeam: team.id,
      defaultRole: null,
    });
    expect(answer.body).toMatchObject({ status: 'active', defaultTeam: { id: team.id }, defaultRole: null });
    expect(await offered()).toContain(id);
    await box.call(api.deleteTeam, { ...org, teamId: team.id });
    expect(await box.call(getSamlProvider, { ...org, samlProviderId: id })).not.toHaveProperty('defaultTeam');
  });

  it('refuse what is not a certificate, and a team that is not there', async () => {
    const input = { ...org, label: 'X' };
    expect((await box.answer(createSamlProvider, { ...input, certificate: 'none' })).status).toBe(400);
    expect((await box.answer(createSamlProvider, { ...input, defaultTeam: 'none' })).status).toBe(404);
  });
});
