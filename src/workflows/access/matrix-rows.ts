// A matrix as rows: one a person, or one for each way that a person has to a space.

import type { Role } from '../../api/roles.ts';
import type { Matrix } from './matrix.ts';
import type { Person } from './people.ts';
import { type Level, type Origin, wayText } from './ways.ts';

type PersonCells = Pick<Person, 'id' | 'name' | 'email' | 'status'> & {
  /** A member without a role is a guest. */
  role: Role | 'guest';
};

export const personCells = ({ id, name, email, role, status }: Person): PersonCells => ({
  id,
  name,
  email,
  role: role ?? 'guest',
  status,
});

export type PersonRow = PersonCells & {
  /** Spaces without access are left out. */
  access: { space: { id: string; title: string }; level: Role }[];
};

/** Everybody, also who has access to nothing. */
export function personRows({ people, spaces, level }: Matrix): PersonRow[] {
  return people.map((person) => ({
    ...personCells(person),
    access: spaces.flatMap((space) => {
      const has = level(person, space);
      return has === undefined ? [] : [{ space: { id: space.id, title: space.title }, level: has }];
    }),
  }));
}

export type WayRow = PersonCells & {
  space: { id: string; title: string };
  /** What holds: the highest of all ways. */
  level: Level | 'none';
  /** What this way gives. */
  gives: Level | undefined;
  /** `team Writers on collection Product (inherited)`, or `?` and why. */
  origin: string;
  /** Whether this way gives the level that holds. */
  decides: boolean;
};

export const WAY_COLUMNS = [
  'name',
  'email',
  'role',
  'status',
  'space.title',
  'level',
  'gives',
  'origin',
  'decides',
  'id',
  'space.id',
];

export function wayRows(matrix: Matrix): WayRow[] {
  const { people, spaces, origin } = matrix;
  return people.flatMap((person) =>
    spaces.flatMap((space) => {
      const found = origin?.(person, space);
      return found ? rowsOf(person, space, found) : [];
    }),
  );
}

function rowsOf(person: Person, { id, title }: { id: string; title: string }, found: Origin): WayRow[] {
  const common = { ...personCells(person), space: { id, title }, level: found.level ?? ('none' as const) };
  const rows = found.ways.map((way) => ({
    ...common,
    gives: way.level,
    origin: wayText(way),
    decides: found.deciding.includes(way),
  }));
  if (found.doubt === undefined) return rows;
  return [...rows, { ...common, gives: undefined, origin: `? ${found.doubt}`, decides: true }];
}

/** What a header calls a space: the ID keeps it the same when its title changes. */
export const headingOf = ({ id, title }: { id: string; title: string }): string => `${title} [${id}]`;

export const CELL_COLUMNS = ['name', 'email', 'role', 'status', 'id'] as const;

/** A row of cells a person, and the heading of each space by its column. */
export function cellRows(matrix: Matrix): {
  columns: string[];
  headings: Record<string, string>;
  rows: Record<string, unknown>[];
} {
  const { people, spaces, level } = matrix;
  const columns = spaces.map((_, at) => `space${at + 1}`);
  const headings = Object.fromEntries(
    spaces.map((space, at) => [columns[at] ?? '', headingOf(space)] as const),
  );
  const rows = people.map((person) => ({
    ...personCells(person),
    ...Object.fromEntries(spaces.map((space, at) => [columns[at] ?? '', level(person, space) ?? ''])),
  }));
  return { columns: [...CELL_COLUMNS, ...columns], headings, rows };
}
