// Everything an audit reads, each thing once: a rule that asks for what another one has read sends no request.

import type { InputOf, ItemOf, Operation, ResultOf } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { mapPool, type Width } from '../../client/pool.ts';
import { readingClient } from '../../client/reading-client.ts';
import { DocsError, ForbiddenError, NotFoundError, UnsupportedError } from '../../errors.ts';
import type { Bar } from '../../output/progress-bar.ts';

export interface Lists {
  /** All items of a list, or the first ones. */
  all<O extends Operation>(operation: O, input: InputOf<O>, limit?: number): Promise<readonly ItemOf<O>[]>;
  one<O extends Operation>(operation: O, input: InputOf<O>): Promise<ResultOf<O>>;
  /** Work on each item side by side; what the platform refuses of some is said, the others still count. */
  each<T extends { title: string }, R>(
    items: readonly T[],
    work: (item: T) => Promise<readonly R[]>,
  ): Promise<{ findings: readonly R[]; skipped?: string }>;
  /** What several rules make of lists, made once. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** A client over the same cache, for work that is shared with other commands. It refuses to change anything. */
  readonly client: Client;
}

/** Lists over a client, which is never asked the same twice. A failure is remembered, too. */
export function createLists(client: Client, concurrency: Width, bar?: Pick<Bar, 'more' | 'step'>): Lists {
  const reading = readingClient(client);
  const kept = new Map<string, Promise<unknown>>();
  // Safe: the key has the operation, so that what is kept under it is of its type.
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = kept.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const asked = read();
    // Whoever awaits it gets the failure; a rule that ends before does not.
    asked.catch(() => {});
    kept.set(key, asked);
    return asked;
  };
  const one: Lists['one'] = (operation, input) =>
    once(keyOf('one', operation, input), () => reading.call(operation, input));
  const all: Lists['all'] = (operation, input, limit) =>
    once(`${keyOf('all', operation, input)} ${limit ?? ''}`, async () => {
      const items: ItemOf<typeof operation>[] = [];
      for await (const page of reading.pages(operation, input, limit === undefined ? {} : { limit }))
        items.push(...page.items);
      return items;
    });
  const cached: Client = {
    ...reading,
    call: (operation, input) => one(operation, input),
    async *pages(operation, input, { limit } = {}) {
      yield { items: [...(await all(operation, input, limit))] };
    },
  };
  return {
    all,
    one,
    once: (key, make) => once(`made ${key}`, make),
    each(items, work) {
      bar?.more(items.length);
      return eachOf(cached, concurrency, items, (item) => work(item).finally(() => bar?.step(true)));
    },
    client: cached,
  };
}

async function eachOf<T extends { title: string }, R>(
  client: Client,
  concurrency: Width,
  items: readonly T[],
  work: (item: T) => Promise<readonly R[]>,
): Promise<{ findings: readonly R[]; skipped?: string }> {
  const results = await mapPool(items, concurrency, work, { onRateLimit: client.onRateLimit });
  const refused: string[] = [];
  const findings: R[] = [];
  for (const result of results) {
    if (result.ok) findings.push(...result.value);
    else {
      const why = refusalOf(result.error);
      if (why === undefined) throw result.error;
      refused.push(items.length > 1 ? `${result.item.title}: ${why}` : why);
    }
  }
  const [first] = refused;
  if (first === undefined) return { findings };
  const others = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
  return { findings, skipped: `${first}${others}` };
}

/** The same for the same request, whatever the order of its fields. */
function keyOf(kind: 'one' | 'all', { id }: Operation, input: unknown): string {
  const fields = Object.entries(Object(input) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => Number(a > b) - Number(a < b));
  return `${kind} ${id} ${JSON.stringify(fields)}`;
}

// Which failures mean that a rule cannot be evaluated here: no right, not in the plan, not on this host.

/** Why the platform does not show it; undefined when it is another failure, which is not the rule's to judge. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof DocsError)) return undefined;
  const isAbsent = error instanceof UnsupportedError || error.http?.status === 501;
  // A refusal of our own, of a request that is not sent, is a defect of the rule.
  const isRefused = error instanceof ForbiddenError && error.http !== undefined;
  if (isRefused || isAbsent) return error.message;
  // What a list names is there: a host hides it from those who may not see it.
  return error instanceof NotFoundError ? `${error.message}, or not visible to you` : undefined;
}
