// Things that flags and context name, for commands that read more than one operation.
import type { Operation } from '../../api/operation.ts';
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
