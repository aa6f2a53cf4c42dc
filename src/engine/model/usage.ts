// How a command is called: its arguments, then the flags that it cannot do without.
import { argsOf, usageOfArg } from '../many/many-arg.ts';
import type { Command } from './command.ts';
import { optionsOf } from './flags.ts';

/** What follows the path of a command: `<space...> --organization <organization> [flags]`. */
export function usageOf(command: Command): string {
  const options = optionsOf(command);
  const needed = options.filter(({ required }) => required).map(({ flags }) => flags);
  const either = options.filter((option) => option.orElse).map(({ flags }) => flags);
  return [
    ...argsOf(command).map(usageOfArg),
    ...needed,
    ...(either.length > 0 ? [`(${either.join(' | ')})`] : []),
    '[flags]',
  ].join(' ');
}

// What is under the help of a command: when it asks, then what its file says.

export function notesOf({ asksIf, notes }: Pick<Command, 'asksIf' | 'notes'>): string | undefined {
  const asks = asksIf === undefined ? [] : [`Asks first if ${asksIf}.`];
  const all = [...asks, ...(notes === undefined ? [] : [notes])];
  return all.length === 0 ? undefined : all.join('\n');
}
