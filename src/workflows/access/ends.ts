// What to change to end one way to a level: the request, and the command that sends it.

import { updateCollection } from '../../api/content/collections.ts';
import { updateSpace } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import { updateMember } from '../../api/people/members.ts';
import { removeTeamMember } from '../../api/people/team-members.ts';
import { ROLES } from '../../api/roles.ts';
import { shell } from '../../files/shell-word.ts';
import { REMOVE } from './grant-operations.ts';
import type { Place } from './levels.ts';
import type { Person } from './people.ts';
import type { Way } from './ways.ts';

export interface End {
  command: string;
  operation: Operation;
  input: Record<string, unknown>;
  /** Whether others lose something too. */
  others: boolean;
}

/** The ends of a way, the one that changes least for others first. Nothing else lowers the level by itself. */
export function endsOf(way: Way, person: Person, organizationId: string): End[] {
  const { id } = person;
  const who = person.email ?? id;
  const { via, on, team } = way;
  if (via === 'role' || !on) return [lowerRole(way, who, { organizationId, userId: id })];
  const place = [`--${on.kind}`, wordFor(on)];
  const ref = { spaceId: on.id, collectionId: on.id };
  if (via === 'user')
    return [
      {
        command: shell`docs permissions users remove ${who} ${place}`,
        operation: REMOVE.user[on.kind],
        input: { ...ref, userId: id },
        others: false,
      },
    ];
  if (via === 'default' || !team) return [clearLevel(on)];
  const title = wordFor(team);
  return [
    {
      command: shell`docs teams members remove ${title} ${who}`,
      operation: removeTeamMember,
      input: { organizationId, teamId: team.id, userId: id },
      others: false,
    },
    {
      command: shell`docs permissions teams remove ${title} ${place}`,
      operation: REMOVE.team[on.kind],
      input: { ...ref, teamId: team.id },
      others: true,
    },
  ];
}

/** The role just below: everything else that the role gives changes with it. */
function lowerRole({ level }: Way, who: string, ref: { organizationId: string; userId: string }): End {
  const role = ROLES[ROLES.indexOf(level) + 1] ?? null;
  return {
    command: shell`docs members update ${who} --role ${role ?? 'guest'}`,
    operation: updateMember,
    input: { ...ref, role },
    others: false,
  };
}

function clearLevel(place: Place): End {
  const isSpace = place.kind === 'space';
  return {
    command: isSpace
      ? shell`docs spaces update ${wordFor(place)} --clear-default-level`
      : shell`docs collections update ${wordFor(place)} --clear-default-level`,
    operation: isSpace ? updateSpace : updateCollection,
    input: { [isSpace ? 'spaceId' : 'collectionId']: place.id, defaultLevel: null },
    others: true,
  };
}

/** A title that is easy to type, else the ID. */
export const wordFor = ({ id, title }: { id: string; title: string }): string =>
  /^\w[\w .-]*$/.test(title) ? title : id;
