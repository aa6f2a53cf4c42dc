// How dangerous a row of a plan is, whatever its file says: by what is said of such a request.
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/api/index.ts';
import type { Fields, PlanRow } from '../../../../src/engine/plan/plan.ts';
import { type RowToJudge, withDangers } from '../../../../src/engine/plan/row-dangers.ts';

/** From the file alone: what it says was there stands for the target, and nothing is read. */
async function dangerOf(id: string, input: Fields, before?: Fields) {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(id);
  const row = { operation: id, input, target: { kind: 'x' }, after: {}, danger: 'mild' as const };
  const [judged] = await withDangers([{ row: before ? { ...row, before } : row, operation }], []);
  return judged?.danger;
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

  it('is the worst that it may be, where that needs a host to say more', async () => {
    expect(await dangerOf('members.update', { role: 'review' })).toBe('moderate');
    expect(await dangerOf('siteSections.create', { siteId: 's', organizationId: 'o' })).toBe('moderate');
    expect(await dangerOf('orgs.update', { title: 'x' })).toBe('severe');
    expect(await dangerOf('sites.delete', { siteId: 's' })).toBe('severe');
    expect(await dangerOf('teams.create', { title: 'x' })).toBe('mild');
  });

  it.each([
    ['new', '{row 1}.id', '{row 1}.id'],
    ['there', 'site', 'site'],
    ['there, and called as if it were new', 'site', '{row 1}.id'],
  ])(
    'asks where it opens a site that another row publishes, and that is %s',
    async (_, siteId, published) => {
      const rows: PlanRow[] = [
        { operation: 'sites.create', input: { title: 'New', visibility: 'share-link' } },
        {
          operation: 'sites.update',
          input: { siteId, visibility: 'public' },
          before: { visibility: 'share-link', published: false },
        },
        {
          operation: 'sites.publish',
          input: { siteId: published },
          before: { visibility: 'share-link', published: false },
        },
      ].map((row) => ({ ...row, target: { kind: 'site' }, after: {}, danger: 'mild' as const }));
      const judged = rows.map((row) => ({
        row,
        operation: operations.find(({ id }) => id === row.operation),
      }));
      const dangers = async (of: PlanRow[]) =>
        (await withDangers(judged as RowToJudge[], of)).map(({ danger }) => danger);
      expect(await dangers(rows)).toEqual(['mild', 'moderate', 'mild']);
      expect(await dangers(rows.slice(0, 2))).toEqual(['mild', 'mild', 'mild']);
    },
  );
});
