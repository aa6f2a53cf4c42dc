// Whether a change can be undone, as far as what the history keeps of it tells.
import { ConflictError, isError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { reversalOf } from '../reversals/of-operations.ts';
import {
  asItem,
  type Change,
  cannotUndo,
  changedNothing,
  mergedSince,
  partsOf,
} from '../reversals/reversal.ts';
import { type Entry, isMutilated, keepable, tookEffect } from './journal-entries.ts';

/** What is done already, before what did it. */
export const UNDONE = 'it was already undone';
export const undoneWith = (command: string): string => `${UNDONE} by ${command}`;
/** What left everything as it was: a command is undone without it. */
export const IDLE = 'it changed nothing';
export const NO_WAY = 'changes made with docs api cannot be undone';

/** Throws ConflictError `CANNOT_UNDO` for what was undone, and for what changed nothing. */
export function refuseFutile(entry: Entry): void {
  const { undoneBy, input, after } = entry;
  if (undoneBy !== undefined) {
    throw cannotUndo(undoneWith(undoneBy), shell`docs undo ${undoneBy}`);
  }
  if (entry.gone) throw cannotUndo('the sandbox it was made in is gone');
  if (!tookEffect(entry)) throw cannotUndo('it never took effect');
  if (entry.merged) throw mergedSince(input.changeRequestId ?? asItem(after).id, input.spaceId);
  if (entry.wayBack !== undefined) throw cannotUndo('another command undoes it', entry.wayBack);
}

/** Whether `docs undo` can try: a reason when it cannot. */
export async function whyNot(entry: Entry): Promise<string | undefined> {
  try {
    refuseFutile(entry);
    return (await reasonOf(entry.operation, entry)) ?? (await idleReason(entry));
  } catch (error) {
    return isError(error) ? textOf(error) : String(error);
  }
}

/**
 * The same of a change that is not made yet. `before`: what the history will keep of what is there; where that is
 * absent, nothing can be said but what holds for every such change.
 */
export async function whyNotOnceMade(operation: string, change: Change): Promise<string | undefined> {
  const reversal = await reversalOf(operation);
  if (!reversal?.undo) return reversal?.why ?? NO_WAY;
  if (change.before === undefined) return undefined;
  try {
    return await reasonOf(operation, { ...change, before: keepable(change.before, (text) => text) });
  } catch (error) {
    if (error instanceof ConflictError) return textOf(error);
    throw error;
  }
}

const textOf = ({ message }: Error): string => message.replace(/^cannot be undone: /, '');

async function idleReason(entry: Entry): Promise<string | undefined> {
  const reversal = entry.operation === undefined ? undefined : await reversalOf(entry.operation);
  const undos = reversal?.undo ? partsOf(reversal, entry).map(reversal.undo) : [];
  return undos.length > 0 && undos.every(changedNothing) ? IDLE : undefined;
}

/** Throws ConflictError `CANNOT_UNDO`. */
async function reasonOf(operation: string | undefined, change: Change): Promise<string | undefined> {
  const reversal = operation === undefined ? undefined : await reversalOf(operation);
  if (!reversal?.undo) return reversal?.why ?? NO_WAY;
  const { undo } = reversal;
  return partsOf(reversal, change).some((part) => isMutilated(undo(part).input))
    ? 'it had a value that the history does not keep'
    : undefined;
}
