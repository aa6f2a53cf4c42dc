// What a conflict is, in words: who says what, and the commands that resolve it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shell } from '../../files/shell-word.ts';
import type { Conflict, Meeting, Sides } from './find-conflicts.ts';
import { fieldsIn } from './find-conflicts.ts';

export interface Said extends Sides<unknown> {
  field: string;
}

/** Each field in conflict with the value of each side. */
export function saidOf(conflict: Conflict, meeting: Meeting): Said[] {
  return conflict.fields.map((field) => ({ field, ...valuesOf(conflict, field, meeting) }));
}

function valuesOf(conflict: Conflict, field: string, { trees }: Meeting): Sides<unknown> {
  const { sides, texts, orders, values, deletedBy } = conflict;
  const each = <T>(value: (side: keyof Sides<string>) => T): Sides<T> => ({
    base: value('base'),
    ours: value('ours'),
    theirs: value('theirs'),
  });
  if (field === 'deleted')
    return each((side) => (side === deletedBy ? 'deleted' : side === 'base' ? 'there' : 'changed'));
  if (field === 'text' && texts) return texts;
  const pathIn = (side: keyof Sides<string>, id: string) =>
    id === '' ? '/' : (trees[side].get(id)?.path ?? id);
  if (field === 'parent')
    return each((side) => {
      const parent = sides[side]?.parent;
      return parent === undefined ? null : pathIn(side, parent);
    });
  if (field === 'order' && orders)
    return each((side) => orders[side].map((id) => pathIn(side, id).split('/').at(-1)));
  if (values) return each((side) => inside(values[side], field));
  return each((side) => fieldsIn(sides[side]?.page)[field] ?? null);
}

const inside = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, field) ?? null) : (value ?? null);

/** In a cell: a value as it is, of a text the first line that the other side has otherwise. */
export function cellOf({ field, ...sides }: Said, side: 'ours' | 'theirs'): string {
  const value = sides[side];
  if (field !== 'text')
    return Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  const others = new Set(String(sides[side === 'ours' ? 'theirs' : 'ours']).split('\n'));
  return (
    String(value)
      .split('\n')
      .find((line) => line.trim() !== '' && !others.has(line)) ?? '(removed)'
  );
}

/** Whether edits of a change request can resolve it. */
export const isResolvable = ({ kind }: Conflict): boolean => kind === 'page' || kind === 'order';

/** What resolves it, as commands; `typed` is the change request as it was typed, `cwd` where a folder may be made. */
export function stepsFor(conflicts: readonly Conflict[], typed: readonly string[], cwd: string): string[] {
  const [number = '', ...space] = typed;
  const [first] = conflicts.filter(isResolvable);
  if (!first) return [];
  const { name } = first;
  const page = name.startsWith('-') ? first.id : name;
  const folder = freeFolder(cwd, `conflicts-${number}`);
  return [
    'where both changed the same, keep what the change request says, or what main says:',
    shell`docs cr resolve ${number} ${page} ${space} --ours`,
    shell`docs cr resolve ${number} ${page} ${space} --theirs`,
    ...(conflicts.some(({ kind }) => kind === 'page')
      ? [
          'or write both sides to files, edit them, and send them:',
          shell`docs cr conflicts ${typed} --to ${folder}`,
          shell`docs cr resolve ${typed} --from ${folder}`,
        ]
      : []),
  ];
}

/** A name that nothing has yet. */
function freeFolder(cwd: string, name: string): string {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(join(cwd, free))) return free;
  }
}

/** What is left where edits of a change request cannot resolve it. */
export function wayAround(conflicts: readonly Conflict[], typed: readonly string[], space: string): string[] {
  const others = conflicts.filter((one) => !isResolvable(one));
  if (others.length === 0) return [];
  const [number = ''] = typed;
  const names = others.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  return [
    `no edit of a change request can resolve these: ${names}. Make the same edits of pages on main as it is now:`,
    shell`docs cr apply-to ${space} --from ${`${space}#${number}`}`,
  ];
}
