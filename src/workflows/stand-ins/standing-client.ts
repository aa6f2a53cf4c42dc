// A client that does in another way what a host does not offer any more, and remembers which ways it took.
import type { Link } from '../../api/content/locations.ts';
import type { OperationId } from '../../api/index.ts';
import { mutates, type Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { Answer, CallOptions, Page, PagesOptions } from '../../client/client-options.ts';
import { UnsupportedError } from '../../errors.ts';
import { isRecord } from '../../files/is-record.ts';
import type { ComputedLinks, Target } from './computed-links.ts';
import type { KeptTexts } from './page-texts.ts';

/** What an earlier run found out of this host. */
export interface Memory extends KeptTexts {
  lacks(operation: Operation): boolean;
  noteLack(operation: Operation): void;
}

type Input = Readonly<Record<string, string | undefined>>;
type List = (links: ComputedLinks, input: Input) => Promise<readonly unknown[]>;

const placeOf = ({ spaceId = '', changeRequestId }: Input) => ({ spaceId, changeRequestId });
const to =
  (kind: Target['kind']): List =>
  (links, input) =>
    links.to(placeOf(input), { kind, id: input[`${kind}Id`] ?? '' });
const ofPage: List = (links, input) => links.ofPage(placeOf(input), input.pageId ?? '');

const LISTS: Readonly<Partial<Record<OperationId, List>>> = {
  'links.listOfSpace': (links, input) => links.ofSpace(placeOf(input)),
  'links.listOfPage': ofPage,
  'links.listOfPageInChangeRequest': ofPage,
  'links.backlinksOfPageInChangeRequest': to('page'),
  'files.backlinks': to('file'),
  'files.backlinksInChangeRequest': to('file'),
};
const lists = new Map(Object.entries(LISTS));
const MOVES: readonly string[] = [
  'siteSectionGroups.add',
  'siteSectionGroups.remove',
] satisfies OperationId[];

/** Whether it is done in another way where a host does not offer it. */
export const standsIn = ({ id }: Operation): boolean => lists.has(id) || MOVES.includes(id);

/** The client over what this host offers. What was worked out is worked out anew after each change. */
export function standingClient(client: Client, openMemory: () => Promise<Memory>): Client {
  let computed: Promise<ComputedLinks> | undefined;
  let opened: Promise<Memory> | undefined;
  const memory = (): Promise<Memory> => {
    opened ??= openMemory();
    return opened;
  };
  const links = (): Promise<ComputedLinks> => {
    computed ??= Promise.all([import('./computed-links.ts'), memory()]).then(([{ computeLinks }, kept]) =>
      computeLinks(client, kept),
    );
    return computed;
  };
  const instead = async (operation: Operation, given: unknown): Promise<Answer<unknown>> => {
    // Safe: the names in the paths of these operations are texts.
    const input = Object(given) as Input;
    const list = lists.get(operation.id);
    if (list) return { status: 200, result: listed(await list(await links(), input), input), headers: {} };
    const { moveSection } = await import('./section-moves.ts');
    return moveSection(client, operation, input);
  };
  const ask = async (
    operation: Operation,
    given: unknown,
    options?: CallOptions,
  ): Promise<Answer<unknown>> => {
    const { lacks, noteLack } = await memory();
    if (lacks(operation)) return instead(operation, given);
    try {
      // Safe: whoever calls has an input of this operation.
      return await client.callWithStatus(operation, given as never, options);
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      noteLack(operation);
      return instead(operation, given);
    }
  };
  const noteChange = (operation: Operation): void => {
    if (mutates(operation)) computed = undefined;
  };
  return {
    ...client,
    async call(operation, input, options) {
      noteChange(operation);
      if (!standsIn(operation)) return client.call(operation, input, options);
      // Safe: a stand-in gives what the operation answers.
      return (await ask(operation, input, options)).result as never;
    },
    async callWithStatus(operation, input, options) {
      noteChange(operation);
      if (!standsIn(operation)) return client.callWithStatus(operation, input, options);
      // Safe, as in `call`.
      return (await ask(operation, input, options)) as never;
    },
    pages(operation, input, options) {
      if (!lists.has(operation.id)) return client.pages(operation, input, options);
      const worked = async () => (await instead(operation, input)).result as Listed;
      const own = () => client.pages(operation, input, options);
      // Safe, as in `call`.
      return pagesOf({ operation, memory, own, worked, options }) as never;
    },
    async raw(request, options) {
      computed = undefined;
      return client.raw(request, options);
    },
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

interface PagesOf {
  operation: Operation;
  memory: () => Promise<Memory>;
  own: () => AsyncGenerator<Page<unknown>, void, undefined>;
  worked: () => Promise<Listed>;
  options: PagesOptions | undefined;
}

/** The pages of the host; one of the stand-in where it has none. */
async function* pagesOf({ operation, memory, own, worked, options }: PagesOf) {
  const { lacks, noteLack } = await memory();
  if (!lacks(operation)) {
    try {
      return yield* own();
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      noteLack(operation);
    }
  }
  const { items, count, stats } = await worked();
  yield { items: items.slice(0, options?.limit), count, rest: { stats } };
}
