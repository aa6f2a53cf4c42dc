// A matrix as rows: one a person, or one for each way that a person has to a space.

import type { Role } from '../../api/roles.ts';
import { type Level, type Origin, wayText } from '../../domain/access/grants.ts';
import type { Person } from '../../domain/access/people.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { Cells } from '../../output/columns.ts';
import { FORMATS } from '../../output/view.ts';
import { CHOICE_FLAGS } from './access-scope.ts';
import type { Matrix } from './matrix.ts';

type PersonCells = Pick<Person, 'name' | 'email' | 'status'> & {
  /** Of whoever needs no access of their own there is none. */
  id: string | undefined;
  /** A member without a role is a guest. */
  role: Role | 'guest';
};

/** Not everyone, nor anyone with a link: the words for these are their ID. */
export const isSomebody = ({ id, name }: Pick<Person, 'id' | 'name'>): boolean => id !== name;

export const personCells = ({ id, name, email, role, status }: Person): PersonCells => ({
  id: isSomebody({ id, name }) ? id : undefined,
  name,
  email,
  role: role ?? 'guest',
  status,
});

export type PersonRow = PersonCells & {
  /** Spaces without access are left out. */
  access: { space: { id: string; title: string }; level: Role }[];
};

/** Everybody, also who has access to nothing; each when it is asked for, since a matrix may have millions of cells. */
export function* personRows({ people, spaces, level }: Matrix): Generator<PersonRow[]> {
  for (const person of people) {
    const access = spaces.flatMap((space) => {
      const has = level(person, space);
      return has === undefined ? [] : [{ space: { id: space.id, title: space.title }, level: has }];
    });
    yield [{ ...personCells(person), access }];
  }
}

export type WayRow = PersonCells & {
  space: { id: string; title: string };
  /** What holds: the highest of all ways. */
  level: Level | 'none';
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

export function* wayRows(matrix: Matrix): Generator<WayRow[]> {
  const { people, spaces, origin } = matrix;
  for (const person of people)
    yield spaces.flatMap((space) => {
      const found = origin?.(person, space);
      return found ? rowsOf(person, space, found) : [];
    });
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
export function cellRows({ people, spaces, level }: Matrix): {
  columns: string[];
  headings: Record<string, string>;
  rows: () => Generator<Cells[]>;
} {
  const columns = spaces.map((_, at) => `space${at + 1}`);
  const headings = Object.fromEntries(
    spaces.map((space, at) => [columns[at] ?? '', headingOf(space)] as const),
  );
  function* rows() {
    for (const person of people) {
      const cells = personCells(person);
      const levels = spaces.map((space) => level(person, space) ?? '');
      yield [new Cells([...CELL_COLUMNS.map((column) => cells[column]), ...levels])];
    }
  }
  return { columns: [...CELL_COLUMNS, ...columns], headings, rows };
}

// Flags of docs access matrix.

const FORMAT = flag('-o, --output <format>', 'output format', {
  reach: 'form',
  choices: [...FORMATS, 'markdown', 'html'],
  group: 'Output:',
});

export const MATRIX_FLAGS = [
  flag('--long', 'one row for each way to a space, with its origin', { reach: 'platform', group: 'Output:' }),
  FORMAT,
  flag('--save <file>', 'save to this file, in the format that its ending names', { group: 'Output:' }),
  flag('--overwrite', 'with --save: replace an existing file', { reach: 'machine', group: 'Output:' }),
  ...CHOICE_FLAGS,
] as const satisfies readonly Option[];

export type MatrixRun = Run<FlagsOf<typeof MATRIX_FLAGS>>;
