// Faults of members and roles.

import { createTeam } from '../../../../../src/api/people/members.ts';
import { updateOrganization } from '../../../../../src/api/people/organizations.ts';
import { addPerson, daysAgo } from '../garden.ts';
import type { Plants } from '../plant.ts';

export const plants: Plants = {
  'people/single-admin': async ({ sandbox, adminId }) => {
    sandbox.db.run("UPDATE members SET role = 'edit' WHERE role = 'admin' AND user <> ?", adminId);
    return [adminId];
  },
  'people/unseen-admin': async (garden) => {
    const id = addPerson(garden, 'away', 'admin');
    garden.sandbox.db.run('UPDATE members SET lastSeenAt = ? WHERE user = ?', daysAgo(garden, 120), id);
    return [id];
  },
  'people/disabled-admin': async (garden) => {
    const id = addPerson(garden, 'gone', 'create');
    garden.sandbox.db.run('UPDATE members SET disabled = 1 WHERE user = ?', id);
    return [id];
  },
  'people/member-outside-domains': async (garden) => [addPerson(garden, 'private', 'edit', 'mail.example')],
  'people/default-role': async ({ call, organizationId }) => {
    await call(updateOrganization, { organizationId, defaultRole: 'create' });
    return [organizationId];
  },
  'people/empty-team': async ({ call, organizationId, sandbox }) => {
    const { id } = await call(createTeam, { organizationId, title: 'Nobody yet' });
    sandbox.db.run('DELETE FROM teamMembers WHERE team = ?', id);
    return [id];
  },
};
