import { describe, expect, it } from 'vitest';
import { updateSpace } from '../../src/api/content/spaces.ts';
import { getAuditEvent, listAuditEventActions, listAuditEvents } from '../../src/api/people/organizations.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(openTestSandbox);

const org = () => ({ organizationId: box.organizationId });

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
});
