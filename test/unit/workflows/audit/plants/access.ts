// Faults of access by name, and of invite links.
import { createLinkInvite } from '../../../../../src/api/people/link-invites.ts';
import { addSpacePermission } from '../../../../../src/api/people/space-permissions.ts';
import { addPerson } from '../garden.ts';
import type { Plants } from '../plant.ts';

export const plants: Plants = {
  'access/guest-can-edit': {
    async plant(garden) {
      const user = addPerson(garden, 'visitor', null);
      const spaceId = String(garden.ids.get('space'));
      await garden.call(addSpacePermission, { spaceId, role: 'edit', users: [user] });
      return [user];
    },
  },
  'access/outside-domains': {
    async plant(garden) {
      const user = addPerson(garden, 'outsider', null, 'mail.example');
      const spaceId = String(garden.ids.get('space'));
      await garden.call(addSpacePermission, { spaceId, role: 'read', users: [user] });
      return [user];
    },
  },
  'access/invite-link-open': {
    async plant({ call, organizationId }) {
      const { id } = await call(createLinkInvite, { organizationId, role: 'read' });
      return [id];
    },
  },
  'access/invite-link-role': {
    also: ['access/invite-link-open'],
    async plant({ call, organizationId }) {
      const { id } = await call(createLinkInvite, { organizationId, role: 'admin' });
      return [id];
    },
  },
};
