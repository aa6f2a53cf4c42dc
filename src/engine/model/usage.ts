// How a command is called: its arguments, then the flags that it cannot do without.
import { argsOf, usageOfArg } from '../many/many-arg.ts';
import type { Command } from './command.ts';
import { optionsOf } from './flags.ts';

/** What follows the path of a command: `<space...> --organization <organization> [flags]`. */
export function usageOf(command: Command): string {
  const needed = optionsOf(command).filter(({ required }) => required);
  return [...argsOf(command).map(usageOfArg), ...needed.map(({ flags }) => flags), '[flags]'].join(' ');
}
