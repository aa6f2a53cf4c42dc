// What a list that was read in this run has shown of a thing, for whoever would read that thing next.
import type { Operation } from '../../api/operation.ts';
import type { Page } from '../../client/client-options.ts';
import { KINDS } from '../references/reference-kinds.ts';

/** A list that was read to its end. */
export interface Listed {
  list: Operation;
  input: Readonly<Record<string, unknown>>;
  pages: readonly Page<unknown>[];
  /** Its items by what their path parameter takes, once one of them was asked for. */
  items?: ReadonlyMap<unknown, unknown>;
}

/** What a list has shown of a thing with the very schema of its own read; undefined where none has. */
export function itemShown(
  lists: readonly { value: Listed }[],
  { params, result }: Operation,
  given: unknown,
): unknown {
  const input: Readonly<Record<string, unknown>> = { ...Object(given) };
  const names = Object.keys(params.properties);
  const last = names.at(-1);
  // With a query a read may show more.
  if (last === undefined || Object.keys(input).some((name) => !names.includes(name))) return undefined;
  for (const { value: kept } of lists) {
    const isThere = names.every((name) => !(name in kept.input) || kept.input[name] === input[name]);
    const shows = kept.list.result?.properties?.items?.items;
    if (!isThere || shows === undefined || shows !== result) continue;
    kept.items ??= byKey(kept.pages, KINDS[last]?.key ?? 'id');
    if (kept.items.has(input[last])) return kept.items.get(input[last]);
  }
  return undefined;
}

const byKey = (pages: readonly Page<unknown>[], key: string): ReadonlyMap<unknown, unknown> =>
  new Map(pages.flatMap(({ items }) => items.map((item) => [Object(item)[key], item] as const)));
