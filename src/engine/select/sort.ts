// --sort: by one field or several, the missing last.
import { UsageError } from '../../errors.ts';
import { valueAt } from '../../output/columns.ts';
import { flagNamed, type Run } from '../model/command-type.ts';
import { lineOfTarget, lineWithout } from '../model/typed-again.ts';
import { checkSortable } from './item-fields.ts';

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
