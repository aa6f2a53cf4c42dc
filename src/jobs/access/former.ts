// A matrix of earlier, from the rows of its file: cells by person and space, or one row for each way.
import { ROLES, type Role } from '../../api/roles.ts';
import { highest } from '../../domain/access/levels.ts';
import { UsageError } from '../../errors.ts';
import { groupBy } from '../../files/lists.ts';
import { isRecord } from '../../files/texts.ts';
import type { Matrix } from './matrix.ts';
import { CELL_COLUMNS } from './matrix-rows.ts';

export type Cells = readonly (readonly [column: string, value: unknown])[];

/** Somebody or something of then: the ID where the file has it. */
export interface Then {
  id: string | undefined;
  /** Address of a person where there is one, title of a space. */
  name: string;
  /** Of a person. */
  title?: string;
}

export interface FormerLevel {
  person: Then;
  space: Then;
  level: Role;
}

export interface Former {
  people: Then[];
  /** All that the file names, also those without a level. */
  spaces: Then[];
  levels: FormerLevel[];
}

/** A spreadsheet is kept from taking a cell for a formula by an apostrophe, which is no part of it. */
const plain = (value: unknown): string =>
  String(value ?? '')
    .replace(/^'(?=[ \u00a0\u3000]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/, '')
    .trim();

/** Throws UsageError for rows that are no matrix; `where` names a row: `line 3`. */
export function formerMatrix(rows: readonly { where: string; cells: Cells }[]): Former {
  const people = new Map<string, Then>();
  const spaces = new Map<string, Then>();
  const levels: FormerLevel[] = [];
  const keep = (known: Map<string, Then>, one: Then): Then => {
    const key = one.id ?? `name ${one.name.toLowerCase()}`;
    const before = known.get(key);
    if (!before) known.set(key, one);
    return before ?? one;
  };
  for (const { where, cells } of rows) {
    const person = keep(people, personIn(where, cells));
    for (const { space, level } of levelsIn(where, cells)) {
      const kept = keep(spaces, space);
      if (level !== undefined) levels.push({ person, space: kept, level });
    }
  }
  return { people: [...people.values()], spaces: [...spaces.values()], levels };
}

const PERSON = ['id', 'email', 'name'];

export const namesPeople = (header: readonly string[]): boolean =>
  header.some((column) => PERSON.includes(column.trim()));

export const notNamed = (where: string): UsageError =>
  new UsageError(`${where} does not name a member: a column id, email or name is expected`, {
    hint: 'docs access matrix --save access.csv',
  });

function personIn(where: string, cells: Cells): Then {
  const [id, email, name] = PERSON.map((column) => textOf(cells, column));
  const called = email || name || id;
  if (!called) throw notNamed(where);
  return { id: id || undefined, name: called, title: name || called };
}

const textOf = (cells: Cells, name: string): string =>
  plain(cells.find(([column]) => column.trim() === name)?.[1]);

function levelsIn(where: string, cells: Cells): { space: Then; level: Role | undefined }[] {
  const access = cells.find(([column]) => column === 'access')?.[1];
  if (Array.isArray(access)) return access.map((one: unknown) => nestedLevel(where, one));
  const whole = Object.fromEntries(cells);
  if (isRecord(whole.space)) return [nestedLevel(where, whole)];
  const title = textOf(cells, 'space.title');
  if (title !== '')
    return [
      {
        space: { id: textOf(cells, 'space.id') || undefined, name: title },
        level: levelOf(where, 'level', textOf(cells, 'level')),
      },
    ];
  const own = new Set<string>(CELL_COLUMNS);
  return cells
    .filter(([column]) => !own.has(column.trim()))
    .map(([column, value]) => ({ space: headed(column), level: levelOf(where, column, plain(value)) }));
}

/** `Guides [D4BiTqF0x5r6ohpkZNlR]`, or the title alone. */
function headed(column: string): Then {
  const text = plain(column);
  const [, title, id] = /^(.*) \[([\w-]+)\]$/s.exec(text) ?? [];
  return id === undefined ? { id: undefined, name: text } : { id, name: title ?? '' };
}

function nestedLevel(where: string, one: unknown): { space: Then; level: Role | undefined } {
  const { space, level } = isRecord(one) ? one : {};
  const { id, title } = isRecord(space) ? space : {};
  if (typeof id !== 'string' && typeof title !== 'string')
    throw new UsageError(`${where}: "space" must have an id and a title`);
  return {
    space: { id: typeof id === 'string' ? id : undefined, name: String(title ?? id) },
    level: levelOf(where, 'level', plain(level)),
  };
}

function levelOf(where: string, column: string, text: string): Role | undefined {
  const word = text.toLowerCase();
  if (word === '' || word === 'none' || word === '-') return undefined;
  const level = ROLES.find((role) => role === word);
  if (level !== undefined) return level;
  throw new UsageError(`${where}, column "${column}": "${text}" is not a level`, {
    hint: 'docs access matrix --save access.csv',
  });
}

// What changed between a matrix of earlier and one of now.
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
  const named = now.flatMap((one) =>
    [...new Set(one.names.map((text) => text?.toLowerCase()))].map((name) => ({ name, one })),
  );
  const byName = groupBy(named, ({ name }) => name);
  return ({ id, name }) => {
    if (id !== undefined) return byId.get(id);
    const [only, second] = byName.get(name.toLowerCase()) ?? [];
    return second ? undefined : only?.one;
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
