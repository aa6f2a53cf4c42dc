// Who uses the seat they have: by role, and when each was seen last.

import { ROLES, type Role } from '../../api/roles.ts';
import type { Person } from '../../domain/access/people.ts';

/** `new`: joined too lately to say. Who is disabled is nothing else beside. */
export const STATES = ['active', 'not seen', 'never seen', 'new', 'disabled'] as const;
export type State = (typeof STATES)[number];

export interface Ages {
  now: Date;
  /** Not seen for so long. */
  unseenMs: number;
  /** Who joined within this time is new, whether seen or not. */
  newMs: number;
}

export function stateOf({ status, joinedAt, lastSeenAt }: Person, { now, unseenMs, newMs }: Ages): State {
  if (status === 'disabled') return 'disabled';
  const at = now.getTime();
  const seen = lastSeenAt === undefined ? undefined : new Date(lastSeenAt).getTime();
  if (seen !== undefined && seen >= at - unseenMs) return 'active';
  if (joinedAt !== undefined && new Date(joinedAt).getTime() > at - newMs) return 'new';
  return seen === undefined ? 'never seen' : 'not seen';
}

export const INACTIVE: readonly State[] = ['not seen', 'never seen', 'disabled'];

export interface Seats {
  role: Role | 'guest' | 'total';
  members: number;
  active: number;
  notSeen: number;
  neverSeen: number;
  new: number;
  disabled: number;
}

/** One row a role that anybody has, then the total; each member counts once in a row. */
export function seatsOf(people: readonly Person[], ages: Ages): Seats[] {
  const states = people.map((person) => ({ role: person.role ?? 'guest', state: stateOf(person, ages) }));
  const roles = [...ROLES, 'guest'] as const;
  const rows = roles.flatMap((role) => {
    const own = states.filter((one) => one.role === role).map(({ state }) => state);
    return own.length > 0 ? [seatRow(role, own)] : [];
  });
  return [
    ...rows,
    seatRow(
      'total',
      states.map(({ state }) => state),
    ),
  ];
}

function seatRow(role: Seats['role'], states: readonly State[]): Seats {
  const count = (state: State) => states.filter((one) => one === state).length;
  return {
    role,
    members: states.length,
    active: count('active'),
    notSeen: count('not seen'),
    neverSeen: count('never seen'),
    new: count('new'),
    disabled: count('disabled'),
  };
}
