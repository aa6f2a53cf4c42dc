// Where things are beside each other, for moves of many: their lists are read once, not once a move.
import type { Operation } from '../../api/operation.ts';
import type { Client, Page } from '../../client/client-options.ts';

type Input = Record<string, unknown>;

/** The path parameter of what each of these moves. */
const MOVES: Readonly<Record<string, string>> = {
  'spaces.move': 'spaceId',
  'collections.move': 'collectionId',
};
/** Somebody else may have moved something by then. */
const FRESH_MS = 60_000;

interface List {
  at: number;
  items: Promise<unknown[]>;
  /** What was moved since it was read. */
  moved: Set<unknown>;
}

export interface Neighbors {
  /** A client that knows the lists that an earlier move of this run has read. */
  for(operation: Operation | undefined, input: Input, client: Client): Client;
  /** To be called once a change was made. */
  changed(operation: Operation | undefined, input: Input): void;
}

export function rememberNeighbors(): Neighbors {
  const lists = new Map<string, List>();
  const idOf = (operation: Operation | undefined, input: Input) => input[MOVES[operation?.id ?? ''] ?? ''];

  /** What this run has moved is elsewhere now: asked for that, the list is read anew. */
  function listOf(client: Client, operation: Operation, input: Input, own: unknown): List {
    const key = `${operation.id} ${JSON.stringify(input)}`;
    const known = lists.get(key);
    if (known && Date.now() - known.at < FRESH_MS && !known.moved.has(own)) return known;
    const items = allOf(client.pages(operation, input));
    items.catch(() => lists.delete(key));
    const list = { at: Date.now(), items, moved: new Set<unknown>() };
    lists.set(key, list);
    return list;
  }

  return {
    for(change, changeInput, client) {
      const own = idOf(change, changeInput);
      if (own === undefined) return client;
      return {
        ...client,
        pages(operation, input) {
          const { items, moved } = listOf(client, operation, { ...Object(input) }, own);
          const rest = items.then((all) => all.filter((item) => !moved.has(Object(item).id)));
          // Safe: the items of this very list.
          return onePage(rest) as never;
        },
      };
    },
    changed(operation, input) {
      const id = idOf(operation, input);
      if (id !== undefined) for (const { moved } of lists.values()) moved.add(id);
    },
  };
}

async function allOf(pages: AsyncGenerator<Page<unknown>, void, undefined>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
}

async function* onePage(items: Promise<unknown[]>): AsyncGenerator<Page<unknown>, void, undefined> {
  yield { items: await items };
}
