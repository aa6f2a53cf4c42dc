// How dangerous a request is, by the commands that send it: what they always are, and what they say of such an input.
import type { Operation } from '../../api/operation.ts';
import type { Catalog, Command, Danger } from '../model/command.ts';
import { allCommands } from '../model/load.ts';
import type { Run } from '../run/run.ts';
import type { PlanRow } from './plan.ts';

const ORDER: readonly Danger[] = ['mild', 'moderate', 'severe'];

export const worse = (a: Danger, b: Danger): Danger => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b);
const lesser = (a: Danger, b: Danger): Danger => (ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b);

type Row = Pick<PlanRow, 'input' | 'before'>;

/** Several commands may share an operation: the least of what they say. `mild` for what no command sends alone. */
export async function dangersIn(
  catalog: Catalog,
): Promise<(operation: Operation, row: Row) => Promise<Danger>> {
  const commands = new Map<string, Command[]>();
  for (const { command } of await allCommands(catalog)) {
    // Of a command with variants, `uses` names the operations of the others: the same on another kind of place.
    const variants = command.variant ? (command.uses ?? []) : [];
    for (const operation of [command.operation, command.cr, ...variants])
      if (operation && operation.method !== 'GET')
        commands.set(operation.id, [...(commands.get(operation.id) ?? []), command]);
  }
  return async (operation, row) => {
    const all = await Promise.all(
      (commands.get(operation.id) ?? []).map((command) => dangerOf(command, operation, row)),
    );
    const [first = 'mild', ...others] = all;
    return others.reduce(lesser, first);
  };
}

/** At least what the command always is. What it can only say with a host at hand was said when the plan was made. */
async function dangerOf(command: Command, operation: Operation, { input, before }: Row): Promise<Danger> {
  if (!command.dangerOf) return command.danger;
  const known = { command, operation, input: { ...input }, flags: {}, args: {}, target: before ?? undefined };
  try {
    // Not whole on purpose: whatever needs more than input and target fails here, and is left to the plan.
    const own = await command.dangerOf(known as unknown as Run);
    return worse(own, command.danger);
  } catch {
    return command.danger;
  }
}
