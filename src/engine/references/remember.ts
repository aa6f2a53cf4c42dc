// Fills and empties the cache of names beside ordinary work: what was listed is known, what was changed is not.
import { MOST_NAMES, type NamedItem } from '../../config/named-item.ts';
import type { Run } from '../model/command-type.ts';
import { kindListedBy } from './reference-kinds.ts';
import { cacheKey, namedItem } from './references.ts';

export interface Collector {
  add(items: readonly unknown[]): void;
  /** To be called once the list is complete. */
  keep(): Promise<void>;
}

/** Collects names from a list that a person looks at; undefined where the list is filtered or names nothing. */
export function collectNames(run: Run): Collector | undefined {
  const { operation, input } = run;
  const kind = run.context.io.outTty ? kindListedBy(operation) : undefined;
  const isWhole = Object.keys(input).every((name) => name in operation.params.properties);
  if (!kind || !isWhole) return undefined;
  const found: NamedItem[] = [];
  return {
    add(items) {
      if (found.length > MOST_NAMES) return;
      // Safe: what a platform lists are objects; their fields are read as unknown.
      for (const item of items) found.push(namedItem(kind, item as Record<string, unknown>));
    },
    async keep() {
      if (found.length > MOST_NAMES) return;
      (await run.names())?.write(cacheKey(operation, run.input), found);
    },
  };
}

/** Something of this kind was changed: its names may be others now. */
export async function forgetNames({ operation, names }: Run): Promise<void> {
  const [resource = ''] = operation.id.split('.');
  (await names())?.forget(`${resource}.`);
}

/** Something was changed, and nobody knows what. */
export async function forgetAllNames({ names }: Run): Promise<void> {
  (await names())?.forget('');
}
