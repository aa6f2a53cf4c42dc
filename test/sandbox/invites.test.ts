import { beforeEach, describe, expect, it } from 'vitest';
import { createCollection } from '../../src/api/content/collections.ts';
import { getSpace, updateSpace } from '../../src/api/content/spaces.ts';
import {
  acceptInvite,
  createLinkInvite,
  listLinkInvites,
  sendInvites,
  updateLinkInvite,
} from '../../src/api/people/invites.ts';
import { getMember, updateMember } from '../../src/api/people/members.ts';
import {
  createOrganization,
  getAiUsage,
  getAuditEvent,
  listAuditEventActions,
  listAuditEvents,
  listStyleguides,
  updateOrganization,
} from '../../src/api/people/organizations.ts';
import { listCollectionUsers, listSpaceUsers } from '../../src/api/people/permissions.ts';
import { listSites } from '../../src/api/sites/sites.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(openTestSandbox);

const org = () => ({ organizationId: box.organizationId });
/** Somebody of another organization. */
const stranger = async () => {
  const id = box.addMember('read', { name: 'Stranger' });
  box.sandbox.db.run('DELETE FROM members WHERE user = ?', id);
  return id;
};
const status = async (attempt: Promise<{ status: number }>) => (await attempt).status;

describe('an invitation by email', () => {
  it('makes a member of whom it is for, once they accept', async () => {
    const emails = ['nora@sandbox.example', { email: 'ben@sandbox.example', role: null }];
    const { users, invited } = await box.call(sendInvites, { ...org(), emails, role: 'edit' });
    expect(invited).toBe(2);
    const [nora = '', ben = ''] = users;
    expect(await status(box.answer(getMember, { ...org(), userId: nora }))).toBe(404);
    // It is hers alone.
    expect(await status(box.answer(acceptInvite, { ...org(), inviteId: nora }, { as: ben }))).toBe(404);
    await box.call(acceptInvite, { ...org(), inviteId: nora }, { as: nora });
    expect(await box.call(getMember, { ...org(), userId: nora })).toMatchObject({ role: 'edit' });
    expect(await status(box.answer(acceptInvite, { ...org(), inviteId: nora }, { as: nora }))).toBe(404);
    await box.call(acceptInvite, { ...org(), inviteId: ben }, { as: ben });
    expect(await box.call(getMember, { ...org(), userId: ben })).toMatchObject({ role: null });
    expect(await box.call(sendInvites, { ...org(), emails })).toMatchObject({ users: [], invited: 0 });
  });

  it('is refused to who is not an administrator, and for what is not an address', async () => {
    const creator = box.addMember('create');
    const emails = ['nora@sandbox.example'];
    expect(await status(box.answer(sendInvites, { ...org(), emails }, { as: creator }))).toBe(403);
    expect(await status(box.attempt(sendInvites, { ...org(), emails: ['nora'] }))).toBe(400);
  });

  it('names who cannot use single sign-on while there is none', async () => {
    const emails = ['nora@sandbox.example'];
    const answer = await box.call(sendInvites, { ...org(), emails, sso: true });
    expect(answer).toEqual({ users: [], invited: 0, failedSSOEmails: emails });
  });
});

describe('an invite link', () => {
  beforeEach(() => box.call(updateOrganization, { ...org(), inviteLinks: true }));

  it('makes a member of anyone, who keeps the higher of two roles', async () => {
    const link = await box.call(createLinkInvite, { ...org(), role: 'comment' });
    const id = await stranger();
    await box.call(acceptInvite, { ...org(), inviteId: link.id }, { as: id });
    expect(await box.call(getMember, { ...org(), userId: id })).toMatchObject({ role: 'comment' });
    await box.call(updateMember, { ...org(), userId: id, role: 'edit' });
    await box.call(acceptInvite, { ...org(), inviteId: link.id }, { as: id });
    expect(await box.call(getMember, { ...org(), userId: id })).toMatchObject({ role: 'edit' });
  });

  it('to a space or collection makes a guest who has that alone', async () => {
    const spaceId = await box.newSpace({ title: 'One' });
    const { id: collectionId } = await box.call(createCollection, { ...org(), title: 'All' });
    const toSpace = await box.call(createLinkInvite, { ...org(), space: spaceId, level: 'edit' });
    expect(toSpace).toMatchObject({ level: 'edit', space: { id: spaceId } });
    const guest = await stranger();
    await box.call(acceptInvite, { ...org(), inviteId: toSpace.id }, { as: guest });
    expect(await box.call(getMember, { ...org(), userId: guest })).toMatchObject({ role: null });
    expect(await status(box.answer(getSpace, { spaceId }, { as: guest }))).toBe(200);
    expect((await box.call(listSpaceUsers, { spaceId })).items).toMatchObject([{ permission: 'edit' }]);
    const toAll = await box.call(createLinkInvite, { ...org(), collection: collectionId, level: 'read' });
    await box.call(acceptInvite, { ...org(), inviteId: toAll.id }, { as: guest });
    expect((await box.call(listCollectionUsers, { collectionId })).items).toMatchObject([
      { permission: 'read' },
    ]);
    // Only those to the organization are listed.
    expect((await box.call(listLinkInvites, org())).items).toEqual([]);
  });

  it('takes what belongs to its kind, from who may give it, while links are allowed', async () => {
    const space = await box.newSpace({ title: 'One' });
    const create = (input: object, as?: string) =>
      status(box.attempt(createLinkInvite, { ...org(), ...input }, as === undefined ? {} : { as }));
    expect(await create({})).toBe(400);
    expect(await create({ level: 'read' })).toBe(400);
    expect(await create({ space, role: 'read' })).toBe(400);
    expect(await create({ space, collection: 'x', level: 'read' })).toBe(400);
    expect(await create({ space: 'none', level: 'read' })).toBe(404);
    const link = await box.call(createLinkInvite, { ...org(), role: 'read' });
    const update = { ...org(), inviteId: link.id };
    expect(await status(box.answer(updateLinkInvite, { ...update, level: 'read' }))).toBe(400);
    await box.call(updateOrganization, { ...org(), inviteLinks: false });
    expect(await create({ role: 'read' })).toBe(409);
    const id = await stranger();
    expect(await status(box.answer(acceptInvite, { ...org(), inviteId: link.id }, { as: id }))).toBe(409);
  });
});

describe('audit events', () => {
  it('are made for every change, by who made it, and for nothing that was refused', async () => {
    const editor = box.addMember('edit', { name: 'Edda' });
    const id = await box.newSpace({ title: 'One' });
    const at = new Date(box.clock.now);
    box.clock.now = new Date(at.getTime() + 60_000);
    await box.call(updateSpace, { spaceId: id, title: 'Two' });
    await box.answer(updateSpace, { spaceId: id, title: 'Three' }, { as: editor });
    const { items } = await box.call(listAuditEvents, org());
    expect(items).toMatchObject([
      { action: 'spaces.update', target: { type: 'space', id, label: 'Two' }, actor: { id: box.adminId } },
      { action: 'spaces.create', target: { type: 'space', id, label: 'One' } },
    ]);
    const only = async (filter: object) =>
      (await box.call(listAuditEvents, { ...org(), ...filter })).items.map(({ action }) => action);
    expect(await only({ action: 'spaces.create' })).toEqual(['spaces.create']);
    expect(await only({ from: box.clock.now.toISOString() })).toEqual(['spaces.update']);
    expect(await only({ to: box.clock.now.toISOString() })).toEqual(['spaces.create']);
    expect(await only({ actor: editor })).toEqual([]);
    expect(await only({ target: id })).toHaveLength(2);
    const [event] = items;
    const details = await box.call(getAuditEvent, { ...org(), auditEventId: event?.id ?? '' });
    expect(details.payload).toEqual({ fields: ['title'] });
    expect((await box.call(listAuditEventActions, org())).items).toContainEqual({
      object: 'audit-event-action',
      id: 'spaces.update',
      label: expect.any(String),
    });
  });

  it('are asked for in an order of time that is one', async () => {
    const range = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    expect(await status(box.answer(listAuditEvents, { ...org(), ...range }))).toBe(400);
    expect(await status(box.answer(getAuditEvent, { ...org(), auditEventId: 'none' }))).toBe(404);
  });
});

describe('organizations', () => {
  it('are made by anybody, who administrates them, beside the others', async () => {
    const id = box.addMember('read');
    const made = await box.call(createOrganization, { title: 'Second', withDefaultSite: true }, { as: id });
    expect(made).toMatchObject({ title: 'Second', permissions: { admin: true } });
    expect((await box.call(listSites, { organizationId: made.id }, { as: id })).items).toHaveLength(1);
    expect(await status(box.answer(listSites, { organizationId: made.id }))).toBe(404);
    expect(await status(box.attempt(createOrganization, { title: 'x' }))).toBe(400);
    expect(
      await status(box.answer(createOrganization, { title: 'Third', openapiUrl: 'https://a.example' })),
    ).toBe(400);
  });

  it('use no AI credits, in every period that was asked for', async () => {
    const range = { from: '2026-01-15T00:00:00Z', to: '2026-03-01T00:00:00Z' };
    const { periods } = await box.call(getAiUsage, { ...org(), ...range, interval: 'month' });
    expect(periods.map(({ date, credits }) => [date, credits])).toEqual([
      ['2026-01-01', 0],
      ['2026-02-01', 0],
    ]);
    const turned = { from: range.to, to: range.from };
    expect(await status(box.answer(getAiUsage, { ...org(), ...turned }))).toBe(400);
    expect(await status(box.answer(listStyleguides, org()))).toBe(501);
  });
});
