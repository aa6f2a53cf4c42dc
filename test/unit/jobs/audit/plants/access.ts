// Faults of access by name, and of invite links.

import { listSpaces } from '../../../../../src/api/content/spaces.ts';
import { createLinkInvite } from '../../../../../src/api/people/invites.ts';
import { changeTeamMembers, createTeam } from '../../../../../src/api/people/members.ts';
import { addSitePermission, addSpacePermission } from '../../../../../src/api/people/permissions.ts';
import { addPerson } from '../garden.ts';
import type { Garden, Plants } from '../plant.ts';

/** Three people: one has it by name on a space, one on a site, and one through a team. */
async function givenThreeWays(
  garden: Garden,
  domain: string,
  role: 'edit' | 'read',
  memberRole: 'read' | null = null,
): Promise<string[]> {
  const { call, organizationId, ids } = garden;
  const [byName, onSite, byTeam] = ['one', 'two', 'three'].map((name) =>
    addPerson(garden, name, memberRole, domain),
  );
  const spaceId = String(ids.get('space'));
  const { id: team } = await call(createTeam, { organizationId, title: 'From outside' });
  await call(changeTeamMembers, { organizationId, teamId: team, add: [String(byTeam)] });
  await call(addSpacePermission, { spaceId, role, users: [String(byName)], teams: [team] });
  const siteId = String(ids.get('site'));
  await call(addSitePermission, { organizationId, siteId, role, users: [String(onSite)] });
  return [byName, onSite, byTeam].map(String);
}

export const plants: Plants = {
  'access/guest-can-edit': (garden) => givenThreeWays(garden, 'garden.example', 'edit'),
  'access/outside-domains': (garden) => givenThreeWays(garden, 'mail.example', 'read'),
  'access/member-outside-domains': {
    also: ['people/member-outside-domains'],
    plant: (garden) => givenThreeWays(garden, 'post.example', 'read', 'read'),
  },
  'access/invite-link-open': async ({ call, organizationId }) => {
    const { id } = await call(createLinkInvite, { organizationId, role: 'read' });
    const [space] = (await call(listSpaces, { organizationId })).items;
    const one = await call(createLinkInvite, { organizationId, space: String(space?.id), level: 'read' });
    return [id, one.id];
  },
  'access/invite-link-role': {
    also: ['access/invite-link-open'],
    async plant({ call, organizationId }) {
      const { id } = await call(createLinkInvite, { organizationId, role: 'admin' });
      const [space] = (await call(listSpaces, { organizationId })).items;
      const one = await call(createLinkInvite, { organizationId, space: String(space?.id), level: 'create' });
      return [id, one.id];
    },
  },
};
