// Things that flags and context name, for commands that read more than one operation.
import type { InputOf, Operation, ResultOf } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from '../run/input.ts';
import { fillContext } from '../run/scope.ts';
import { withReferences } from './with-references.ts';

/** Reads one thing; what it is called becomes an id on the way. Throws UsageError when nothing names it. */
export async function readNamed<T>(
  run: Run,
  operation: Operation,
  work: (input: Input) => Promise<T>,
): Promise<T> {
  run.operation = operation;
  await fillContext(run);
  return withReferences(run, work);
}

/** A path parameter of an input that `readNamed` has filled. */
export const idIn = (input: Input, name: string): string => String(input[name] ?? '');

/** Reads what an operation shows: IDs of its path from flags and context. Throws as `readNamed` does. */
export const callNamed = <O extends Operation>(
  run: Run,
  operation: O,
  client: Client,
): Promise<ResultOf<O>> =>
  readNamed(run, operation, (input) => {
    const ids = Object.keys(operation.params.properties).map((name) => [name, idIn(input, name)]);
    // Safe: parameters of a path are IDs, and nothing else is needed to read.
    return client.call(operation, Object.fromEntries(ids) as InputOf<O>);
  });
