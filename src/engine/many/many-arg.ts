// Which commands take several targets, and when they are given several.
import type { Arg, Command } from '../model/command.ts';

/** The last positional argument of a command that changes something, where it names what is changed. */
export function manyArg({ args, operation, single, refs = {} }: Command): Arg | undefined {
  const last = args.at(-1);
  if (!last || !operation || operation.method === 'GET' || single || last.variadic) return undefined;
  return last.field in operation.params.properties || last.field in refs ? last : undefined;
}

/** True where the words after the fixed arguments are more than one target, or stand for standard input. */
export const isMany = (words: readonly string[]): boolean => words.length > 1 || words[0] === '-';

/** The positional arguments as a person gives them: the last one may be several targets. */
export function argsOf(command: Command): Arg[] {
  const many = manyArg(command);
  return command.args.map((arg) => (arg === many ? { ...arg, variadic: true } : arg));
}

/** `<space>`, `[org]`, `<file...>`. */
export function usageOfArg({ label, required, variadic }: Arg): string {
  const name = variadic ? `${label}...` : label;
  return required ? `<${name}>` : `[${name}]`;
}
