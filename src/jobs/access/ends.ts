// What to change to end one way to a level: the request, and the command that sends it.

import { updateCollection } from '../../api/content/collections.ts';
import { updateSpace } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import { removeTeamMember, updateMember } from '../../api/people/members.ts';
import { REMOVE, type Way } from '../../domain/access/grants.ts';
import type { Person } from '../../domain/access/people.ts';
import type { Thing } from '../../domain/access/wanted.ts';
import { shell } from '../../files/shell-word.ts';

export interface End {
  command: string;
  operation: Operation;
  input: Record<string, unknown>;
  /** What is no longer there afterwards: the role, a default level, what was given, or membership of a team. */
  ends: 'role' | 'default' | 'user' | 'team' | 'membership';
  /** What it changes beyond the thing that was asked for: `they lose all else that members can see`. */
  also?: string;
}

/** The ends of a way, the one that changes least for others first. A default level of a site has none. */
export function endsOf(way: Way, person: Person, organizationId: string): End[] {
  const { id } = person;
  const who = person.email ?? id;
  const { via, on, team } = way;
  if (via === 'role' || !on) return [endRole(who, { organizationId, userId: id })];
  const place = [`--${on.kind}`, wordFor(on)];
  const ref = on.kind === 'site' ? { organizationId, siteId: on.id } : { [`${on.kind}Id`]: on.id };
  const rest = on.kind === 'collection' && { also: `it also changes the rest of collection "${on.title}"` };
  if (via === 'user')
    return [
      {
        command: shell`docs permissions users remove ${who} ${place}`,
        operation: REMOVE.user[on.kind],
        input: { ...ref, userId: id },
        ends: 'user',
        ...rest,
      },
    ];
  if (via === 'default' || !team) return on.kind === 'site' ? [] : [{ ...clearLevel(on), ...rest }];
  const title = wordFor(team);
  return [
    {
      command: shell`docs teams members remove ${title} ${who}`,
      operation: removeTeamMember,
      input: { organizationId, teamId: team.id, userId: id },
      ends: 'membership',
      also: `they lose all else that team "${team.title}" gives them`,
    },
    {
      command: shell`docs permissions teams remove ${title} ${place}`,
      operation: REMOVE.team[on.kind],
      input: { ...ref, teamId: team.id },
      ends: 'team',
      ...rest,
    },
  ];
}

/** A lower role would only lower the level, and leave the rest of the ways: a guest has what was given by name. */
const endRole = (who: string, ref: { organizationId: string; userId: string }): End => ({
  command: shell`docs members update ${who} --role guest`,
  operation: updateMember,
  input: { ...ref, role: null },
  ends: 'role',
  also: 'they lose all else that members can see',
});

function clearLevel(place: Thing): End {
  const isSpace = place.kind === 'space';
  return {
    command: isSpace
      ? shell`docs spaces update ${wordFor(place)} --clear-default-level`
      : shell`docs collections update ${wordFor(place)} --clear-default-level`,
    operation: isSpace ? updateSpace : updateCollection,
    input: { [isSpace ? 'spaceId' : 'collectionId']: place.id, defaultLevel: null },
    ends: 'default',
  };
}

/** A title that is easy to type, else the ID. */
export const wordFor = ({ id, title }: { id: string; title: string }): string =>
  /^\w[\w .-]*$/.test(title) ? title : id;
