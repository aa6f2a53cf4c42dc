// What a job says of the change requests that it has made: how each is merged.
import { createChangeRequest, listChangeRequests } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import type { Command } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { PartialError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';

interface Made {
  /** Of the space. */
  id: string;
  title: string;
  subject: string;
}

const MADE = new WeakMap<object, readonly Made[]>();

/** Notes where a run makes change requests. */
export const willName = (run: Run, made: readonly Made[]): void => void MADE.set(run.context, made);

/** A command that says how each change request which it has made is merged. */
export function namingNew(command: Command): Command {
  return {
    ...command,
    run: async (run, again) => {
      const end = async () => {
        if (run.flags.dryRun || run.flags.planOut !== undefined) return;
        for (const one of MADE.get(run.context) ?? []) await nameIt(run, one);
      };
      try {
        await command.run?.({ ...run, client: async () => noting(run, await run.client()) }, again);
      } catch (error) {
        // All that could be made was made.
        if (error instanceof PartialError && error.details?.left !== undefined) await end();
        throw error;
      }
      await end();
    },
  };
}

/** Numbers of what this run has created, by the space. */
const NUMBERS = new WeakMap<object, Map<string, number>>();

/** A client that notes the number of each change request which it creates. */
function noting({ context }: Run, client: Client): Client {
  const numbers = NUMBERS.get(context) ?? new Map<string, number>();
  NUMBERS.set(context, numbers);
  return {
    ...client,
    async call(operation, input, options) {
      const answer = await client.call(operation, input, options);
      const { number } = Object(answer);
      if (operation.id === createChangeRequest.id && typeof number === 'number')
        numbers.set(String(Object(input).spaceId), number);
      return answer;
    },
  };
}

/** What an earlier run of the same command has created is found in the list. */
async function nameIt(run: Run, { id, title, subject }: Made): Promise<void> {
  const known = NUMBERS.get(run.context)?.get(id);
  if (known !== undefined)
    return note(run.context.io, `next: ${shell`docs cr merge ${known} --space ${title}`}`);
  const client = await run.client();
  for await (const { items } of client.pages(listChangeRequests, { spaceId: id, status: 'open' })) {
    const [newest] = items.filter((one) => one.subject === subject).sort((a, b) => b.number - a.number);
    if (newest) note(run.context.io, `next: ${shell`docs cr merge ${newest.number} --space ${title}`}`);
    return;
  }
}
