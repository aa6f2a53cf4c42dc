// What commander says of a call that it cannot read, in our words and with the next command as its hint.
import type { CommanderError } from 'commander';
import { isObjectSchema } from '../../api/operation.ts';
import { UsageError } from '../../errors.ts';
import { flagWith, shellLine } from '../../files/shell-word.ts';
import { argsOf, usageOfArg } from '../many/many-arg.ts';
import type { Catalog, Command } from './command.ts';
import { kebab } from './fields.ts';
import { CONTEXT_FLAGS } from './globals.ts';
import { type Leaf, loadLeaf } from './load.ts';
import { verbsLike } from './verb-families.ts';

/** By the words that were typed, where they are no command: the commands that may be meant, or a sentence. */
export type Synonyms = Readonly<Record<string, readonly string[] | string>>;

/** Takes what commander threw at these arguments; returns the UsageError to show. */
export async function readParseError(
  error: CommanderError,
  argv: readonly string[],
  catalog: Catalog,
  synonyms: Synonyms = {},
): Promise<UsageError> {
  const leaf = await loadLeaf(catalog, argv);
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const meant = /Did you mean (?:one of )?(.{1,200})\?\)/.exec(rest.join(' '))?.[1];
  const known =
    suggestion(error, argv, leaf, synonyms) ??
    fieldsAfterJson(error, argv) ??
    argumentAsFlag(error, leaf) ??
    spareWords(error, argv, leaf);
  return new UsageError(inOurWords(first), {
    hint: known
      ? known
      : meant
        ? `did you mean ${withoutAliases(leaf, meant.split(', ')).join(' or ')}?`
        : wayOn(error, leaf),
  });
}

/** What other programs call it. */
function suggestion(
  { code }: CommanderError,
  argv: readonly string[],
  { trail }: Leaf,
  synonyms: Synonyms,
): string | undefined {
  if (code !== 'commander.unknownCommand') return undefined;
  const key = argv.slice(0, trail.length + 1).join(' ');
  const found = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
  if (typeof found === 'string') return found;
  const meant = found ?? sameVerbs(key, trail);
  if (meant.length > 0) return `did you mean ${meant.join(' or ')}?`;
  // The name of the program, typed twice.
  return key === 'docs' ? `did you mean ${shellLine(argv)}?` : undefined;
}

/** What the group calls it: `add` is `create` in most of them. */
function sameVerbs(key: string, trail: Leaf['trail']): string[] {
  const group = trail.at(-1);
  if (!group) return [];
  const [typed = '', ...names] = key.split(' ').reverse();
  const verbs = group.commands.map((entry) => ('verb' in entry ? entry.verb : entry.name));
  const path = ['docs', ...names.reverse()];
  return verbsLike(typed, verbs).map((verb) => shellLine([...path, verb]));
}

/** `--json id,title` names fields elsewhere; here the words after it are arguments. */
function fieldsAfterJson({ code }: CommanderError, argv: readonly string[]): string | undefined {
  const at = argv.indexOf('--json') + 1;
  const fields = argv[at];
  if (code !== 'commander.excessArguments' || at === 0 || !fields || !/^[\w.,]+$/.test(fields))
    return undefined;
  return shellLine(['docs', ...argv.slice(0, at), '--fields', fields, ...argv.slice(at + 1)]);
}

/** `--title x` where the title is the argument: nothing but its place is wrong. */
function argumentAsFlag({ code, message }: CommanderError, leaf: Leaf): string | undefined {
  const flag = /unknown option '--([\w-]+)/.exec(message)?.[1];
  const { command } = leaf;
  if (code !== 'commander.unknownOption' || !command?.args.some(({ label }) => label === flag))
    return undefined;
  const usage = [...pathOf(leaf), ...argsOf(command).map(usageOfArg)].join(' ');
  return `give <${flag}> without a flag: ${usage}`;
}

/** A name of several words without its quotes, or the place that a flag names: `docs git status Guides`. */
function spareWords({ code }: CommanderError, argv: readonly string[], leaf: Leaf): string | undefined {
  const { command, trail } = leaf;
  if (code !== 'commander.excessArguments' || !command) return undefined;
  const depth = trail.length + (command === trail.at(-1)?.own ? 0 : 1);
  const end = argv.findIndex((word, at) => at >= depth && word.startsWith('-'));
  const words = argv.slice(depth, end === -1 ? undefined : end);
  const line = (instead: readonly string[]) =>
    shellLine(['docs', ...argv.slice(0, depth), ...instead, ...argv.slice(depth + words.length)]);
  const [only, another] = words;
  if (only === undefined) return undefined;
  if (command.args.length === 1 && another !== undefined)
    return `quote a name of several words: ${line([words.join(' ')])}`;
  if (command.args.length > 0 || another !== undefined) return undefined;
  const flag = requiredText(command, argv) ?? placeFlag(command, argv);
  return flag && `did you mean ${line(flagWith(flag, only))}?`;
}

/** The flag of the one text that a request must have, as --body of a comment. */
function requiredText({ operation }: Command, argv: readonly string[]): string | undefined {
  const body = operation?.body;
  if (!body || !isObjectSchema(body)) return undefined;
  const flags = (body.required ?? []).map((name: string) => `--${kebab(name)}`);
  const [flag, other] = flags;
  return other === undefined && !argv.some((word) => word.split('=')[0] === flag) ? flag : undefined;
}

/** The flag of the innermost place that the command works in. */
function placeFlag(command: Command, argv: readonly string[]): string | undefined {
  const params = Object.keys(command.operation?.params.properties ?? {}).filter(
    (name) => name in CONTEXT_FLAGS,
  );
  const flag = longOf(CONTEXT_FLAGS[params.at(-1) ?? '']?.flags);
  return flag === '' || argv.some((word) => word === flag || word.startsWith(`${flag}=`)) ? undefined : flag;
}

const REWRITES: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^unknown command '(.*)'$/s, (_, name) => `unknown command "${name}"`],
  [/^unknown option '(.*)'$/s, (_, name) => `unknown flag "${name}"`],
  [/^missing required argument '(.*)'$/, (_, name) => `<${name}> is missing`],
  [/^option '(.*)' argument missing$/, (_, flags) => `${longOf(flags)} needs a value`],
  [
    /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s,
    (_, flags, value, allowed) => `${longOf(flags)} ${mustBe(allowed)}, not "${value}"`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s,
    (_, value, name, allowed) => `<${name}> ${mustBe(allowed)}, not "${value}"`,
  ],
  [
    /^too many arguments(?: for '.*?')?\. Expected (\d+) arguments? but got (\d+)\.$/,
    (_, most, got) => `too many arguments: ${got} given, ${most === '0' ? 'none' : `at most ${most}`} wanted`,
  ],
];

function inOurWords(message: string): string {
  for (const [pattern, write] of REWRITES) {
    const found = pattern.exec(message);
    if (found) return write(...found);
  }
  return message;
}

/** `-o, --output <format>` is --output. */
const longOf = (flags = ''): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** `Allowed choices are live, locked.`, or `It must be a whole number.` */
function mustBe(allowed = ''): string {
  const values = /^Allowed choices are (.*)\.$/s.exec(allowed)?.[1]?.split(', ');
  if (!values) return allowed.replace(/^It /, '').replace(/\.$/, '');
  const last = values.pop();
  return `must be ${values.length > 0 ? `${values.join(', ')} or ` : ''}${last}`;
}

/** `ls` is not worth a mention beside `list`. */
function withoutAliases({ trail }: Leaf, meant: readonly string[]): readonly string[] {
  const names = new Set(trail.at(-1)?.commands.flatMap((entry) => ('verb' in entry ? entry.aliases : [])));
  const plain = meant.filter((word) => !names.has(word));
  return plain.length > 0 ? plain : meant;
}

/** How the command is called, where a word is missing; else its help. */
function wayOn({ code }: CommanderError, { trail, command }: Leaf): string {
  const isLeaf =
    command !== undefined && command !== trail.at(-1)?.own && code !== 'commander.unknownCommand';
  const path = isLeaf ? pathOf({ trail, command }) : ['docs', ...trail.map(({ name }) => name)];
  if (code !== 'commander.missingArgument' || !isLeaf) return `${path.join(' ')} --help`;
  return [...path, ...argsOf(command).map(usageOfArg)].join(' ');
}

/** The words of a command; that of a group itself has none of its own. */
function pathOf({ trail, command }: Leaf): string[] {
  const own = command === undefined || command === trail.at(-1)?.own ? [] : [command.verb];
  return ['docs', ...trail.map(({ name }) => name), ...own];
}
