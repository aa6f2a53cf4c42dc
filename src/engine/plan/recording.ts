// A client that writes down what a command would send, and sends nothing. Reads go through.
import { mutates, type Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { UsageError } from '../../errors.ts';
import { rowsNamedIn } from './plan.ts';
import { bodyOf } from './row-state.ts';

type Input = Record<string, unknown>;

/** One request that a command would have sent. */
export interface Recorded {
  operation: Operation;
  input: Input;
}

/** A command that cannot be planned after all, and the same as a dry run. */
interface Unplanned {
  path: string;
  dry: () => string;
}

/** Every write becomes a record, and is answered with what was asked for and `{row 3}.id` as its ID. */
export function recordingClient(client: Client, records: Recorded[], { path, dry }: Unplanned): Client {
  const answer = (operation: Operation, input: Input) => {
    records.push({ operation, input: JSON.parse(JSON.stringify(input)) });
    return { ...bodyOf(operation, input), id: `{row ${records.length}}.id` };
  };
  const refuseGuess = (input: unknown) => {
    if (rowsNamedIn(input ?? {}).length === 0) return;
    throw new UsageError(`${path} cannot be planned: it reads what its first request creates`, {
      hint: dry(),
    });
  };
  return {
    ...client,
    async call(operation, given, options) {
      // Safe: an input is an object; and commands read of the answer to a write what they sent, and its ID.
      if (mutates(operation)) return answer(operation, { ...Object(given) }) as never;
      refuseGuess(given);
      return client.call(operation, given, options);
    },
    async callWithStatus(operation, given, options) {
      if (!mutates(operation)) {
        refuseGuess(given);
        return client.callWithStatus(operation, given, options);
      }
      // 205: deleted. 204 would mean that there was nothing to delete.
      const status = operation.method === 'DELETE' ? 205 : (operation.success[0] ?? 200);
      return { status, result: answer(operation, { ...Object(given) }) as never, headers: {} };
    },
    pages(operation, given, options) {
      refuseGuess(given);
      return client.pages(operation, given, options);
    },
    async raw(request, options) {
      if (/^(get|head)$/i.test(request.method)) return client.raw(request, options);
      throw new UsageError(`${path} cannot be planned`, { hint: dry() });
    },
  };
}
