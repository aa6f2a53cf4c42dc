// The fields that the items of a list have, by the schema of the operation: what --where and --sort may name.

import type { TSchema } from '@sinclair/typebox';
import { UsageError } from '../../errors.ts';
import { valueAt } from '../../output/columns.ts';
import { lineOfTarget, lineWithout } from '../model/command.ts';
import { flagNamed, type Run } from '../model/command-type.ts';
import { meant } from '../references/names.ts';
import { fieldNames, fieldsLike, itemSchema, lookLater } from '../run/view.ts';

/** Throws UsageError for the first path that no item has. What a schema leaves open may hold anything, a newer host more. */
export function checkPaths(run: Run, paths: readonly (readonly string[])[]): void {
  const schema = itemSchema(run);
  for (const path of paths) {
    const stray = schema ? strayIn(schema, path) : strayAtHand(run, path[0] ?? '');
    if (stray) lookLater(run, { ...stray, refusal: () => unknown(run, '--where', stray) });
  }
}

function strayAtHand(run: Run, name: string): Stray | undefined {
  // First words of all fields of a hand-written list.
  const names = fieldNames(run).map((path) => path.split('.')[0] ?? path);
  return names.includes(name) ? undefined : { name, names };
}

/** A name that the schema does not have, and those that it has there. */
interface Stray {
  name: string;
  names: readonly string[];
}

function strayIn(schema: TSchema, path: readonly string[]): Stray | undefined {
  let at: readonly TSchema[] = optionsOf(schema);
  for (const [depth, name] of path.entries()) {
    const known = new Map(at.flatMap((one) => Object.entries<TSchema>(one.properties ?? {})));
    if (known.size === 0) return undefined;
    const next = at.flatMap((one) => (one.properties?.[name] ? optionsOf(one.properties[name]) : []));
    if (next.length === 0) {
      const before = path.slice(0, depth);
      const names = [...known.keys()].map((key) => [...before, key].join('.'));
      return { name: [...before, name].join('.'), names };
    }
    at = next;
  }
  return undefined;
}

const optionsOf = (schema: TSchema): readonly TSchema[] => schema.anyOf ?? schema.allOf ?? [schema];

/** Throws UsageError for a name that is not one value of an item. */
function checkSortable(run: Run, names: readonly string[]): void {
  const known = fieldNames(run);
  for (const name of names) {
    if (known.includes(name)) continue;
    const inside = known.filter((path) => path.startsWith(`${name}.`));
    if (inside.length === 0) {
      lookLater(run, { name, refusal: () => unknown(run, '--sort', { name, names: known }) });
      continue;
    }
    throw new UsageError(`--sort: "${name}" is not one value; it has ${inside.slice(0, 3).join(', ')}`, {
      hint: lineOfTarget(run, '--sort', inside[0] ?? name),
    });
  }
}

function unknown(run: Run, flag: string, { name, names }: Stray): UsageError {
  const near = fieldsLike(name, names);
  return new UsageError(`${flag}: there is no field "${name}"${meant(near)}`, {
    hint: lineOfTarget(run, '--fields'),
    details: { field: name, suggestions: near },
  });
}

// --sort: by one field or several, the missing last.

export interface SortKey {
  path: string;
  isDescending: boolean;
}

/** `title,-updatedAt`. Throws UsageError for a field that no item has. */
export function sortKeys(run: Run): SortKey[] {
  const given = String(run.flags.sort);
  if (flagNamed(run.flags, 'order') !== undefined)
    throw new UsageError('--sort and --order cannot be used together', {
      hint: lineWithout(run.context.argv, ['--order']),
    });
  const keys = given.split(',').map((text) => {
    const word = text.trim();
    return { path: word.replace(/^[-+]/, ''), isDescending: word.startsWith('-') };
  });
  if (keys.some(({ path }) => path === ''))
    throw new UsageError(`--sort must name fields, such as title,-updatedAt, not "${given}"`, {
      hint: lineOfTarget(run, '--fields'),
    });
  checkSortable(
    run,
    keys.map(({ path }) => path),
  );
  return keys;
}

/** Capitals and accents do not count, and 2 comes before 10. */
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** A new array; what is equal stays in the order of the list. */
export function sorted(items: readonly unknown[], keys: readonly SortKey[]): unknown[] {
  const rows = items.map((item) => ({ item, values: keys.map(({ path }) => valueAt(item, path)) }));
  rows.sort((a, b) => {
    for (const [at, { isDescending }] of keys.entries()) {
      const order = compare(a.values[at], b.values[at], isDescending);
      if (order !== 0) return order;
    }
    return 0;
  });
  return rows.map(({ item }) => item);
}

function compare(a: unknown, b: unknown, isDescending: boolean): number {
  const [isMissingA, isMissingB] = [isMissing(a), isMissing(b)];
  // Last in either direction.
  if (isMissingA || isMissingB) return Number(isMissingA) - Number(isMissingB);
  const order = ascending(a, b);
  return isDescending ? -order : order;
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function ascending(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(textOf(a), textOf(b));
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(textOf).join() : JSON.stringify(value);
