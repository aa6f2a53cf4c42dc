// What stands under the help of a command: when it asks, then what its file says.
import type { Command } from './command.ts';

export function notesOf({ asksIf, notes }: Pick<Command, 'asksIf' | 'notes'>): string | undefined {
  const asks = asksIf === undefined ? [] : [`Asks first if ${asksIf}.`];
  const all = [...asks, ...(notes === undefined ? [] : [notes])];
  return all.length === 0 ? undefined : all.join('\n');
}
