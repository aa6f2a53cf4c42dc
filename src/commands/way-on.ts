// The hint of a "not found" that came from the platform: the list where the thing would stand.
import { NotFoundError } from '../errors.ts';
import { loadLeaf } from './load.ts';
import type { Run } from './run.ts';

/** Takes any error of a run; returns it, or for a thing that is not there the same error with the command that lists its kind. */
export async function withWayOn({ catalog, path, input, command }: Run, error: unknown): Promise<unknown> {
  if (!(error instanceof NotFoundError) || error.hint !== undefined) return error;
  const words = path.split(' ').slice(1, -1);
  const { command: list } = await loadLeaf(catalog, [...words, 'list']);
  if (!list) return error;
  const { message, code, exit, retryable, outcome, http, details, cause } = error;
  const space =
    command.args[0]?.field === 'spaceId' || typeof input.spaceId !== 'string'
      ? ''
      : ` --space ${input.spaceId}`;
  return new NotFoundError(message, {
    code,
    exit,
    retryable,
    outcome,
    ...(http && { http }),
    ...(details && { details }),
    ...(cause !== undefined && { cause }),
    hint: `docs ${[...words, 'list'].join(' ')}${space}`,
  });
}
