// Which commands take several targets, and when they are given several.
import type { Arg, Command } from '../model/command.ts';
import { KINDS, type ReferenceKind } from '../references/reference-kinds.ts';

/** The last positional argument of a command that changes something, where it names what is changed. */
export function manyArg({ args, operation, single, refs = {} }: Command): Arg | undefined {
  const last = args.at(-1);
  if (!last || !operation || operation.method === 'GET' || single || last.variadic) return undefined;
  return last.field in operation.params.properties || last.field in refs ? last : undefined;
}

/** The argument that names what a row is about: what is changed, or what is read. */
export function targetArg(command: Command): Arg | undefined {
  const { args, operation } = command;
  if (operation?.method !== 'GET') return manyArg(command);
  return args.findLast(({ field }) => field in operation.params.properties);
}

/** The kind of its targets, where the list of that kind is a list of its targets: --where picks from it. */
export function pickedFrom(command: Command): ReferenceKind | undefined {
  const { operation, find, mayBeNew } = command;
  const kind = KINDS[manyArg(command)?.field ?? ''];
  if (!kind || !operation || find || mayBeNew) return undefined;
  const resource = (id: string) => id.split('.')[0];
  // What is removed from a team is a member, and yet not any member of the organization.
  return resource(operation.id) === resource(kind.listId) ? kind : undefined;
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
