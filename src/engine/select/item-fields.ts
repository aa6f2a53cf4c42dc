// The fields that the items of a list have, by the schema of the operation: what --where and --sort may name.

import type { TSchema } from '@sinclair/typebox';
import { UsageError } from '../../errors.ts';
import { lineOfTarget } from '../model/typed-again.ts';
import { nearest } from '../references/nearest.ts';
import { meant } from '../references/not-found.ts';
import type { Run } from '../run/run.ts';
import { fieldNames, itemSchema } from '../run/view.ts';

/** Throws UsageError for the first path that no item has. What a schema leaves open may hold anything. */
export function checkPaths(run: Run, paths: readonly (readonly string[])[]): void {
  const schema = itemSchema(run);
  for (const path of paths) {
    if (schema) checkDeep(run, schema, path);
    else if (!namesAt(run).has(path[0] ?? '')) throw unknown(run, '--where', path[0] ?? '', namesAt(run));
  }
}

/** First words of all fields of a hand-written list. */
const namesAt = (run: Run): Set<string> => new Set(fieldNames(run).map((name) => name.split('.')[0] ?? name));

function checkDeep(run: Run, schema: TSchema, path: readonly string[]): void {
  let at: readonly TSchema[] = optionsOf(schema);
  for (const [depth, name] of path.entries()) {
    const known = new Map(at.flatMap((one) => Object.entries<TSchema>(one.properties ?? {})));
    if (known.size === 0) return;
    const next = at.flatMap((one) => (one.properties?.[name] ? optionsOf(one.properties[name]) : []));
    if (next.length === 0) {
      const before = path.slice(0, depth);
      const names = [...known.keys()].map((key) => [...before, key].join('.'));
      throw unknown(run, '--where', [...before, name].join('.'), names);
    }
    at = next;
  }
}

const optionsOf = (schema: TSchema): readonly TSchema[] => schema.anyOf ?? schema.allOf ?? [schema];

/** Throws UsageError for a name that is not one value of an item. */
export function checkSortable(run: Run, names: readonly string[]): void {
  const known = fieldNames(run);
  for (const name of names) {
    if (known.includes(name)) continue;
    const inside = known.filter((path) => path.startsWith(`${name}.`));
    if (inside.length === 0) throw unknown(run, '--sort', name, known);
    throw new UsageError(`--sort: "${name}" is not one value; it has ${inside.slice(0, 3).join(', ')}`, {
      hint: lineOfTarget(run, '--sort', inside[0] ?? name),
    });
  }
}

function unknown(run: Run, flag: string, name: string, names: Iterable<string>): UsageError {
  const near = nearest(name, names);
  return new UsageError(`${flag}: there is no field "${name}"${meant(near)}`, {
    hint: lineOfTarget(run, '--fields'),
    details: { field: name, suggestions: near },
  });
}
