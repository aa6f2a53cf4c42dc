// A client that does in another way what a host does not offer any more. What that takes is loaded by who asks for it.
import type { OperationId } from '../../api/index.ts';
import { mutates, type Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { PagesOptions } from '../../client/client-options.ts';
import type { Memory, StandIn } from './stand-in.ts';

const REPLACED: readonly string[] = [
  'links.listOfSpace',
  'links.listOfPage',
  'links.listOfPageInChangeRequest',
  'links.backlinksOfPageInChangeRequest',
  'files.backlinks',
  'files.backlinksInChangeRequest',
  'siteSectionGroups.add',
  'siteSectionGroups.remove',
] satisfies OperationId[];

/** Whether it is done in another way where a host does not offer it. */
export const standsIn = ({ id }: Operation): boolean => REPLACED.includes(id);

/** The client over what this host offers. What was worked out is worked out anew after each change. */
export function standingClient(client: Client, openMemory: () => Promise<Memory>): Client {
  let changes = 0;
  let opened: Promise<StandIn> | undefined;
  const open = (): Promise<StandIn> => {
    opened ??= import('./stand-in.ts').then(({ openStandIn }) =>
      openStandIn(client, openMemory, () => changes),
    );
    return opened;
  };
  const noteChange = (operation: Operation): void => {
    if (mutates(operation)) changes += 1;
  };
  return {
    ...client,
    // A sandbox in a file has all that docs has.
    lacks: async (operation) => client.origin !== 'sandbox:' && (await open()).lacks(operation),
    async call(operation, input, options) {
      noteChange(operation);
      if (!standsIn(operation)) return client.call(operation, input, options);
      // Safe: a stand-in gives what the operation answers.
      return (await (await open()).ask(operation, input, options)).result as never;
    },
    async callWithStatus(operation, input, options) {
      noteChange(operation);
      if (!standsIn(operation)) return client.callWithStatus(operation, input, options);
      // Safe, as in `call`.
      return (await (await open()).ask(operation, input, options)) as never;
    },
    pages(operation, input, options) {
      if (!standsIn(operation)) return client.pages(operation, input, options);
      // Safe, as in `call`.
      return pagesOf(open, operation, input, options) as never;
    },
    async raw(request, options) {
      changes += 1;
      return client.raw(request, options);
    },
  };
}

async function* pagesOf(
  open: () => Promise<StandIn>,
  operation: Operation,
  input: unknown,
  options: PagesOptions | undefined,
) {
  return yield* (await open()).pages(operation, input, options);
}
