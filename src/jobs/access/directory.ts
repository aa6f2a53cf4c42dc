// A directory of people beside the members of an organization: whose role differs, who goes, and who is missing.

import { ROLES, type Role } from '../../api/roles.ts';
import type { Person } from '../../domain/access/people.ts';

/** One line of a directory. */
export interface Listed {
  /** In small letters. */
  email: string;
  /** null: a guest; undefined: the directory does not say. */
  role: Role | null | undefined;
  /** Undefined: the directory does not say. */
  teams: readonly string[] | undefined;
  where: string;
}

export interface DirectoryDifference {
  /** Members that the directory lists, with their line. */
  kept: { person: Person; listed: Listed }[];
  roles: { person: Person; role: Role | null }[];
  removals: Person[];
  /** Addresses that no member has. */
  missing: string[];
  /** Members that are not listed and stay. */
  guests: Person[];
  hidden: Person[];
  /** The caller, where they are not listed. */
  self: Person | undefined;
  /** The caller, where the directory gives them another role. */
  own: Person | undefined;
}

/** Never changes or removes the caller. Guests are from outside: a directory does not list them, and they stay. */
export function compareDirectory(
  people: readonly Person[],
  listed: readonly Listed[],
  caller: string | undefined,
): DirectoryDifference {
  const byEmail = new Map(
    people.flatMap((person) => (person.email === undefined ? [] : [[person.email.toLowerCase(), person]])),
  );
  const kept = listed.flatMap((one) => {
    const person = byEmail.get(one.email);
    return person ? [{ person, listed: one }] : [];
  });
  const ids = new Set(kept.map(({ person }) => person.id));
  const unlisted = people.filter(({ id }) => !ids.has(id));
  const others = unlisted.filter(({ id }) => id !== caller);
  const members = others.filter(({ role }) => role !== null);
  return {
    kept,
    roles: kept.flatMap(({ person, listed: { role } }) =>
      role === undefined || role === person.role || person.id === caller ? [] : [{ person, role }],
    ),
    removals: members.filter(({ email }) => email !== undefined),
    missing: listed.map(({ email }) => email).filter((email) => !byEmail.has(email)),
    guests: others.filter(({ role }) => role === null),
    hidden: members.filter(({ email }) => email === undefined),
    own: kept.find(
      ({ person: { id, role }, listed: one }) => id === caller && one.role !== undefined && one.role !== role,
    )?.person,
    self: unlisted.find(({ id }) => id === caller),
  };
}

/** Whether an active admin is left afterwards. */
export function keepsAdmin(people: readonly Person[], { roles, removals }: DirectoryDifference): boolean {
  const changed = new Map(roles.map(({ person, role }) => [person.id, role]));
  const gone = new Set(removals.map(({ id }) => id));
  return people.some(({ id, role, status }) => {
    const after = changed.has(id) ? changed.get(id) : role;
    return after === 'admin' && status === 'active' && !gone.has(id);
  });
}

/** `guest` is null; undefined for what is not a role. */
export function roleIn(text: string): Role | null | undefined {
  const word = text.trim().toLowerCase();
  return word === 'guest' ? null : ROLES.find((role) => role === word);
}
