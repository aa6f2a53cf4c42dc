// What changed between a matrix of earlier and one of now.

import { ROLES, type Role } from '../../api/roles.ts';
import { highest } from '../../domain/access/levels.ts';
import type { Former, Then } from './former.ts';
import type { Matrix } from './matrix.ts';

export interface AccessChange {
  change: 'gained' | 'lost' | 'raised' | 'lowered';
  name: string;
  email: string | undefined;
  space: { id: string; title: string };
  before: Role | 'none';
  after: Role | 'none';
  /** What else explains it: somebody joined or left, a space is new or gone. */
  note: string;
  /** Of the person. */
  id: string | undefined;
}

interface Known {
  id: string;
  names: readonly (string | undefined)[];
}

/** Those of then by those of now: by ID, else by the only one of that name. */
function matcher<T extends Known>(now: readonly T[]): (then: Then) => T | undefined {
  const byId = new Map(now.map((one) => [one.id, one]));
  const byName = new Map<string, T[]>();
  for (const one of now)
    for (const name of new Set(one.names.flatMap((text) => text?.toLowerCase() ?? [])))
      byName.set(name, [...(byName.get(name) ?? []), one]);
  return ({ id, name }) => {
    if (id !== undefined) return byId.get(id);
    const [only, second] = byName.get(name.toLowerCase()) ?? [];
    return second ? undefined : only;
  };
}

/** By person, then by space. People and spaces of then that are gone come after those of now. */
export function accessChanges(former: Former, { people, spaces, level }: Matrix): AccessChange[] {
  const personOf = matcher(people.map((one) => ({ id: one.id, names: [one.email, one.name] })));
  const spaceOf = matcher(spaces.map((one) => ({ id: one.id, names: [one.title] })));
  const key = (then: Then, now: Known | undefined) => now?.id ?? then.id ?? `name ${then.name}`;
  const before = new Map<string, Map<string, Role>>();
  for (const one of former.levels) {
    const row = key(one.person, personOf(one.person));
    const levels = before.get(row) ?? new Map<string, Role>();
    const column = key(one.space, spaceOf(one.space));
    const most = highest([one.level, levels.get(column)]);
    if (most !== undefined) levels.set(column, most);
    before.set(row, levels);
  }
  const oldPeople = new Set(former.people.map((then) => key(then, personOf(then))));
  const oldSpaces = new Set(former.spaces.map((then) => key(then, spaceOf(then))));
  const rows = [
    ...people.map(({ id, name, email }) => ({
      row: id,
      id,
      name,
      email,
      note: oldPeople.has(id) ? '' : 'was not a member',
    })),
    ...former.people
      .filter((then) => personOf(then) === undefined)
      .map((then) => ({
        row: key(then, undefined),
        id: then.id,
        name: then.title ?? then.name,
        email: then.name.includes('@') ? then.name : undefined,
        note: 'is not a member now',
      })),
  ];
  const columns = [
    ...spaces.map(({ id, title }) => ({ id, title, note: oldSpaces.has(id) ? '' : 'new space' })),
    ...former.spaces
      .filter((then) => spaceOf(then) === undefined)
      .map((then) => ({ id: key(then, undefined), title: then.name, note: 'space is gone' })),
  ];
  const now = new Map(people.map((person) => [person.id, person]));
  const places = new Map(spaces.map((space) => [space.id, space]));
  return rows.flatMap(({ row, note, ...who }) =>
    columns.flatMap((space): AccessChange[] => {
      const was = before.get(row)?.get(space.id);
      const person = now.get(row);
      const place = places.get(space.id);
      const is = person && place && level(person, place);
      if (was === is) return [];
      return [
        {
          change: changeOf(was, is),
          ...who,
          space: { id: space.id, title: space.title },
          before: was ?? 'none',
          after: is ?? 'none',
          note: [note, space.note].filter((text) => text !== '').join(', '),
        },
      ];
    }),
  );
}

function changeOf(was: Role | undefined, is: Role | undefined): AccessChange['change'] {
  if (was === undefined) return 'gained';
  if (is === undefined) return 'lost';
  return ROLES.indexOf(is) < ROLES.indexOf(was) ? 'raised' : 'lowered';
}
