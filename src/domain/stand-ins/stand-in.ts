// What a client does in place of what its host does not offer any more, and which of it this host was found to lack.
import type { ContentReferenceUsage as Link } from '../../api/content/links.generated.ts';
import type { OperationId } from '../../api/index.ts';
import type { Operation } from '../../api/operation.ts';
import {
  addToSiteSectionGroup,
  removeFromSiteSectionGroup,
  updateSiteSection,
} from '../../api/sites/site-structure.ts';
import type { Client } from '../../client/client.ts';
import type { Answer, CallOptions, Page, PagesOptions } from '../../client/client-options.ts';
import { UnsupportedError } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import type { ComputedLinks, Target } from './computed-links.ts';
import type { KeptTexts } from './linked-space.ts';
import { routeOf, toldBy } from './routes.ts';

/** Whether the specification of the host leaves an operation out. */
function untoldOf(
  client: Client,
  memory: Pick<Memory, 'told' | 'noteTold'>,
): (operation: Operation) => Promise<boolean> {
  let reading: Promise<ReadonlySet<string>> | undefined;
  const isIn = (told: ReadonlySet<string>, operation: Operation) =>
    told.size === 0 || told.has(routeOf(operation));
  return async (operation) => {
    const known = reading === undefined ? memory.told() : await reading;
    if (known && isIn(known, operation)) return false;
    // Anew: what a host lacked yesterday it may have today.
    reading ??= toldBy(client).then((routes) => {
      memory.noteTold(routes);
      return routes;
    });
    return !isIn(await reading, operation);
  };
}

/** What an earlier run found out of this host. */
export interface Memory extends KeptTexts {
  lacks(operation: Operation): boolean;
  noteLack(operation: Operation): void;
  /** The routes of the host's own specification when it was last read, none where it showed none; undefined after a day. */
  told(): ReadonlySet<string> | undefined;
  noteTold(routes: ReadonlySet<string>): void;
}

/** Asks the host where it may have the operation, and does it in another way where it has not. */
export interface StandIn {
  /** Whether the host says that it does not offer an operation, and nothing does it in another way. */
  lacks(operation: Operation): Promise<boolean>;
  ask(operation: Operation, given: unknown, options?: CallOptions): Promise<Answer<unknown>>;
  pages(
    operation: Operation,
    given: unknown,
    options?: PagesOptions,
  ): AsyncGenerator<Page<unknown>, void, undefined>;
}

type Input = Readonly<Record<string, string | undefined>>;
type List = (links: ComputedLinks, input: Input) => Promise<readonly unknown[]>;

const placeOf = ({ spaceId = '', changeRequestId }: Input) => ({ spaceId, changeRequestId });
const to =
  (kind: Target['kind']): List =>
  (links, input) =>
    links.to(placeOf(input), { kind, id: input[`${kind}Id`] ?? '' });
const ofPage: List = (links, input) => links.ofPage(placeOf(input), input.pageId ?? '');

/** Every stand-in, but for moves of sections. */
const LISTS: Readonly<Partial<Record<OperationId, List>>> = {
  'links.listOfSpace': (links, input) => links.ofSpace(placeOf(input)),
  'links.listOfPage': ofPage,
  'links.listOfPageInChangeRequest': ofPage,
  'links.backlinksOfPageInChangeRequest': to('page'),
  'files.backlinks': to('file'),
  'files.backlinksInChangeRequest': to('file'),
};
const lists = new Map(Object.entries(LISTS));
const MOVES: readonly string[] = [addToSiteSectionGroup.id, removeFromSiteSectionGroup.id];

/** `changes` counts what the client has sent that may change what was worked out. */
export async function openStandIn(
  client: Client,
  openMemory: () => Promise<Memory>,
  changes: () => number,
): Promise<StandIn> {
  const memory = await openMemory();
  const links = linksOf(client, memory, changes);
  const instead = async (operation: Operation, given: unknown): Promise<Answer<unknown>> => {
    // Safe: the names in the paths of these operations are texts.
    const input = Object(given) as Input;
    const list = lists.get(operation.id);
    if (list) return { status: 200, result: listed(await list(await links(), input), input), headers: {} };
    const { moveSection } = await import('./section-moves.ts');
    return moveSection(client, operation, input);
  };
  const isUntold = untoldOf(client, memory);
  return {
    async lacks(operation) {
      if (lists.has(operation.id) || !(await isUntold(operation))) return false;
      return !MOVES.includes(operation.id) || isUntold(updateSiteSection);
    },
    async ask(operation, given, options) {
      if (memory.lacks(operation)) return instead(operation, given);
      try {
        // Safe: whoever calls has an input of this operation.
        return await client.callWithStatus(operation, given as never, options);
      } catch (error) {
        if (!(error instanceof UnsupportedError)) throw error;
        memory.noteLack(operation);
        return instead(operation, given);
      }
    },
    async *pages(operation, given, options) {
      if (!memory.lacks(operation)) {
        try {
          // Safe, as in `ask`.
          return yield* client.pages(operation, given as never, options);
        } catch (error) {
          if (!(error instanceof UnsupportedError)) throw error;
          memory.noteLack(operation);
        }
      }
      // Safe: only lists have pages.
      const { items, count, stats } = (await instead(operation, given)).result as Listed;
      yield { items: items.slice(0, options?.limit), count, rest: { stats } };
    },
  };
}

/** The links as they are worked out once between two changes. */
function linksOf(client: Client, memory: Memory, changes: () => number): () => Promise<ComputedLinks> {
  let computed: Promise<ComputedLinks> | undefined;
  let seen = changes();
  return () => {
    if (seen !== changes()) computed = undefined;
    seen = changes();
    computed ??= import('./computed-links.ts').then(({ computeLinks }) => computeLinks(client, memory));
    return computed;
  };
}

interface Listed {
  items: unknown[];
  count: number;
  stats?: unknown;
}

/** As the host would list it, in one page. */
function listed(all: readonly unknown[], { status }: Input): Listed {
  const links = all.filter(isLink);
  const items = status === undefined ? [...all] : links.filter((link) => link.status === status);
  const broken = links.filter((link) => link.status === 'broken').length;
  const stats = { total: links.length, broken: { total: broken } };
  return { items, count: items.length, stats };
}

const isLink = (one: unknown): one is Link => isRecord(one) && 'locationReferences' in one;
