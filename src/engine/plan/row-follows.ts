// What follows from a row of a plan: what the question of a typed command says, too.

import type { Danger } from '../../domain/dangers/danger.ts';
import { followsFrom } from '../../domain/dangers/of-operations.ts';
import { DocsError, unless } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import { rowsNamedIn } from './plan.ts';
import type { Request } from './row-target.ts';

/** Undefined for what asks nobody, and where nothing says what follows. */
export async function followsOf(
  { client }: Run,
  { operation, input, live, danger }: Request & { danger: Danger },
): Promise<string | undefined> {
  // What is not created yet cannot be asked about.
  if (danger === 'mild' || rowsNamedIn(input).length > 0) return undefined;
  return unless(
    (error) => error instanceof DocsError,
    () => followsFrom({ operation, input, client, ...(live && { target: { ...live } }) }),
  );
}
