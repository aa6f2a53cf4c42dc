// People of an organization for a clone: members, teams with theirs, and single sign-on.
import { listMembers } from '../../api/people/members.ts';
import { listSamlProviders, type SamlProvider } from '../../api/people/saml.ts';
import { listTeamMembers } from '../../api/people/team-members.ts';
import { listTeams, type Team } from '../../api/people/teams.ts';
import type { Client } from '../../client/client.ts';
import { type Gate, mapPool } from '../../client/pool.ts';
import { allItems } from './all-items.ts';
import type { Readable } from './readable.ts';
import type { ReadTeam } from './sink.ts';

const TEAMS_AT_ONCE = 8;

interface PeopleReading {
  client: Client;
  gate: Gate;
  organizationId: string;
  readable: Readable;
}

/** Throws where members cannot be listed. */
export async function readPeople({ client, gate, organizationId, readable }: PeopleReading) {
  const members = await allItems(client, listMembers, { organizationId, order: 'asc' });
  let teams: Team[] = [];
  let saml: SamlProvider[] = [];
  await readable('teams', async () => {
    teams = await allItems(client, listTeams, { organizationId });
  });
  await readable('SAML', async () => {
    saml = await allItems(client, listSamlProviders, { organizationId });
  });
  const results = await mapPool(
    teams,
    TEAMS_AT_ONCE,
    ({ id: teamId }) => gate.run(() => allItems(client, listTeamMembers, { organizationId, teamId })),
    { stop: ({ ok }) => !ok },
  );
  const withMembers = results.map((result): ReadTeam => {
    if (!result.ok) throw result.error;
    return { team: result.item, members: result.value };
  });
  return { members, teams: withMembers, saml };
}
