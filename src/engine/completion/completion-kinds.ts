// Which words of a command are names that live on the platform: the shells ask for those when they are wanted.
import type { Command, Option } from '../model/command.ts';
import { fieldsOf } from '../model/fields.ts';
import { optionsOf } from '../model/flags.ts';
import { KINDS } from '../references/reference-kinds.ts';

/** A path parameter, or a name kept on this machine. */
export type NameKind = keyof typeof KINDS | 'profile';

const FLAGS: Readonly<Record<string, NameKind>> = {
  '--org': 'organizationId',
  '--space': 'spaceId',
  '--site': 'siteId',
  '--cr': 'changeRequestId',
  '--profile': 'profile',
};

/** What an argument of a hand-written command names, by its label. */
const LABELS: Readonly<Record<string, NameKind>> = {
  profile: 'profile',
  space: 'spaceId',
  site: 'siteId',
  org: 'organizationId',
  cr: 'changeRequestId',
  member: 'userId',
  page: 'pageId',
  spaces: 'spaceId',
  other: 'spaceId',
  text: 'spaceId',
};

export const flagName = ({ flags }: Option): string => /--[\w-]+/.exec(flags)?.[0] ?? '';

/** What the value of a flag names; undefined when it is no name. */
export function kindOfFlag(command: Command, flag: string): NameKind | undefined {
  const option = optionsOf(command).find((one) => flagName(one) === flag);
  if (!option || !/[<[]/.test(option.flags)) return undefined;
  const fixed = Object.hasOwn(FLAGS, flag) ? FLAGS[flag] : undefined;
  if (fixed) return fixed;
  const { operation, refs = {} } = command;
  const field = operation && fieldsOf(operation).find((one) => `--${one.flag}` === flag);
  return field && refs[field.path.join('.')];
}

/** What the positional argument at this place names; the last one may be repeated. */
export function kindOfArgument(
  { args, operation, refs = {} }: Command,
  at: number,
  group?: string,
): NameKind | undefined {
  const arg = args[Math.min(at, args.length - 1)];
  if (!arg) return undefined;
  const named = refs[arg.field] ?? arg.field;
  if (named in KINDS) return named;
  if (operation) return undefined;
  return group === 'profiles' && arg.label === 'name' ? 'profile' : LABELS[arg.label];
}
