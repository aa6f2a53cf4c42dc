// How dangerous a row of a plan is, whatever its file says: by what the commands say of such a request.
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../../src/api/index.ts';
import { entries } from '../../../../src/commands/index.ts';
import { dangersIn } from '../../../../src/engine/plan/row-dangers.ts';

let dangers: Awaited<ReturnType<typeof dangersIn>>;
beforeAll(async () => {
  dangers = await dangersIn(entries);
});

async function dangerOf(id: string, input: Record<string, unknown>, before?: Record<string, unknown>) {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(id);
  return dangers(operation, before === undefined ? { input } : { input, before });
}

describe('a row of a plan', () => {
  it('asks where it gives power, on a space, a collection and a site alike', async () => {
    for (const kind of ['space', 'collection', 'site']) {
      expect(await dangerOf(`${kind}Permissions.add`, { role: 'admin', users: ['u'] })).toBe('moderate');
      expect(await dangerOf(`${kind}Permissions.add`, { role: 'create', teams: ['t'] })).toBe('moderate');
      expect(await dangerOf(`${kind}Permissions.add`, { role: 'edit', users: ['u'] })).toBe('mild');
      expect(await dangerOf(`${kind}Permissions.updateTeam`, { role: 'admin' })).toBe('moderate');
      expect(await dangerOf(`${kind}Permissions.removeUser`, {})).toBe('moderate');
    }
  });

  it('asks where a member becomes an administrator, a guest, or is no guest any more', async () => {
    const update = (role: unknown, before: unknown) => dangerOf('members.update', { role }, { role: before });
    expect(await update('admin', 'edit')).toBe('moderate');
    expect(await update(null, 'edit')).toBe('moderate');
    expect(await update('read', null)).toBe('moderate');
    expect(await update('review', 'edit')).toBe('mild');
    expect(await update('admin', 'admin')).toBe('mild');
    expect(await update(null, null)).toBe('mild');
  });

  it('asks where the level of a whole collection rises', async () => {
    const update = (level: unknown, before: unknown) =>
      dangerOf('collections.update', { defaultLevel: level }, { defaultLevel: before });
    expect(await update('edit', 'inherit')).toBe('moderate');
    expect(await update('edit', 'read')).toBe('moderate');
    expect(await update('read', null)).toBe('moderate');
    expect(await update('inherit', 'read')).toBe('moderate');
    expect(await update('read', 'edit')).toBe('mild');
    expect(await update(null, 'edit')).toBe('mild');
    expect(await update('edit', 'edit')).toBe('mild');
  });

  it('is what its command always is, where that needs a host to say more', async () => {
    expect(await dangerOf('sites.delete', { siteId: 's' })).toBe('severe');
    expect(await dangerOf('teams.create', { title: 'x' })).toBe('mild');
  });
});
