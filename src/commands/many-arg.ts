// Which commands take several targets, and when they are given several.
import type { Arg, Command } from './command.ts';

/** The last positional argument of a command that changes something, where it names what is changed. */
export function manyArg({ args, operation, run, single, refs = {} }: Command): Arg | undefined {
  const last = args.at(-1);
  if (!last || !operation || operation.method === 'GET' || run || single || last.variadic) return undefined;
  return last.field in operation.params.properties || last.field in refs ? last : undefined;
}

/** True where the words after the fixed arguments are more than one target, or stand for standard input. */
export const isMany = (words: readonly string[]): boolean => words.length > 1 || words[0] === '-';
