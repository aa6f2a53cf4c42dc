// What follows from a request, as the question of the command says it that sends such requests.
import type { Operation } from '../../api/operation.ts';
import { DocsError } from '../../errors.ts';
import { stakesOf } from '../ask/confirm.ts';
import type { Catalog, Command, Danger } from '../model/command.ts';
import { allCommands } from '../model/load.ts';
import type { Run } from '../run/run.ts';
import { rowsNamedIn } from './plan.ts';
import type { Request } from './row-target.ts';

const SENDERS = new WeakMap<Catalog, Promise<ReadonlyMap<string, Command>>>();

/** Undefined for what asks nobody, and where nothing says what follows. */
export async function followsOf(
  run: Run,
  { operation, input, live, danger }: Request & { danger: Danger },
): Promise<string | undefined> {
  const known = SENDERS.get(run.catalog) ?? sendersIn(run.catalog);
  SENDERS.set(run.catalog, known);
  const command = (await known).get(operation.id);
  // What is not created yet cannot be asked about.
  if (danger === 'mild' || !command || rowsNamedIn(input).length > 0) return undefined;
  const own: Run = {
    ...{ ...run, command, operation, input: { ...input }, flags: {}, args: {} },
    ...(live && { target: { ...live } }),
  };
  try {
    return (await stakesOf(own)).follows;
  } catch (error) {
    if (error instanceof DocsError) return undefined;
    throw error;
  }
}

/** Of several commands over an operation the first that is only about this one. */
async function sendersIn(catalog: Catalog): Promise<ReadonlyMap<string, Command>> {
  const senders = new Map<string, Command>();
  const add = (command: Command, operations: readonly (Operation | undefined)[]) => {
    for (const operation of operations)
      if (operation && !senders.has(operation.id)) senders.set(operation.id, command);
  };
  const all = (await allCommands(catalog)).map(({ command }) => command);
  for (const command of all) add(command, [command.operation, command.cr]);
  // Of a command with variants, `uses` names the same on another kind of place.
  for (const command of all) if (command.variant) add(command, command.uses ?? []);
  return senders;
}
