// What commander says of a call that it cannot read, in our words and with the next command as its hint.
import type { CommanderError } from 'commander';
import { isObjectSchema } from '../../api/operation.ts';
import { roleMeantBy } from '../../domain/access/wanted.ts';
import { UsageError } from '../../errors.ts';
import { isSlipOf, nearest } from '../../files/nearest.ts';
import { flagWith, shellLine } from '../../files/shell-word.ts';
import type { Synonyms } from '../find/synonyms.ts';
import type { Catalog, Command } from './command.ts';
import { kebab } from './fields.ts';
import { argsOf, optionsOf, usageOfArg } from './flags.ts';
import { CONTEXT_FLAGS } from './globals.ts';
import { allCommands, type Leaf, loadLeaf } from './load.ts';

// Verbs that other programs use for one and the same thing.

const FAMILIES: readonly (readonly string[])[] = [
  ['create', 'send', 'add', 'new', 'make', 'insert'],
  ['get', 'info', 'show', 'view', 'describe', 'read', 'cat', 'inspect', 'details'],
  ['list', 'ls', 'all', 'index', 'browse'],
  ['update', 'edit', 'set', 'rename', 'change', 'modify', 'configure', 'patch'],
  ['delete', 'remove', 'rm', 'del', 'destroy', 'erase', 'drop', 'uninstall'],
  ['duplicate', 'clone', 'copy', 'cp', 'fork'],
  ['move', 'mv', 'reorder', 'sort'],
  ['push', 'import', 'upload', 'load'],
];

/** Those of `verbs` that mean what was typed; a name that only looks like it would be another thing. */
const verbsLike = (typed: string, verbs: readonly string[]): string[] =>
  FAMILIES.filter((family) => family.includes(typed)).flatMap((family) =>
    family.filter((verb) => verbs.includes(verb)).slice(0, 1),
  );

/** Takes what commander threw at these arguments; returns the UsageError to show. */
export async function readParseError(
  error: CommanderError,
  argv: readonly string[],
  catalog: Catalog,
  synonyms: Synonyms = {},
): Promise<UsageError> {
  const leaf = await loadLeaf(catalog, argv);
  const [first = ''] = error.message.replace(/^error: /, '').split('\n');
  const isUnknown = error.code === 'commander.unknownCommand';
  const known = isUnknown
    ? await commandMeant(argv, leaf, { catalog, synonyms })
    : ((await valueMeant(error, argv, leaf)) ??
      fieldsAfterJson(error, argv) ??
      argumentAsFlag(error, leaf) ??
      (await flagMeant(error, leaf)) ??
      (await operationInOneWord(error, argv, leaf, catalog)) ??
      spareWords(error, argv, leaf));
  if (error.code === 'commander.optionMissingArgument' && leaf.command)
    return (await import('./flag-hints.ts')).missingValue(longOf(first), argv, leaf.command);
  const [, valued] = /^unknown option '(--[\w-]+)=/.exec(first) ?? [];
  if (valued && leaf.command && optionsOf(leaf.command).some(({ flags }) => longOf(flags) === valued))
    return new UsageError(`${valued} takes no value`, { hint: `give ${valued} alone, or leave it out` });
  return new UsageError(inOurWords(first), { hint: known ?? wayOn(error, leaf) });
}

interface Words {
  catalog: Catalog;
  synonyms: Synonyms;
}

/** What an unknown word was meant to be: what other programs call it, a slip of the keyboard, else what fits all the words. */
async function commandMeant(argv: readonly string[], leaf: Leaf, words: Words): Promise<string | undefined> {
  const { trail } = leaf;
  const end = argv.findIndex((word) => word.startsWith('-'));
  const typed = end === -1 ? argv : argv.slice(0, end);
  const key = argv.slice(0, trail.length + 1).join(' ');
  const found = Object.hasOwn(words.synonyms, key) ? words.synonyms[key] : undefined;
  const isVague = typeof found === 'string';
  const meant = (isVague ? undefined : found) ?? sameVerbs(key, trail);
  const rest = typed.slice(trail.length + 1);
  const flags = argv.slice(typed.length);
  if (meant.length > 0)
    return didYouMean(
      await withRest(meant, rest, words.catalog, trail[0]?.name === 'cr' ? flags : undefined),
    );
  if (key === 'docs') return didYouMean([shellLine(argv)]);
  const slips = isVague ? [] : slipsOf(argv[trail.length] ?? '', leaf, words);
  if (slips.length > 0) return didYouMean(await withRest(slips, rest, words.catalog));
  const { wordsOf } = await import('../find/question-words.ts');
  const says = !isVague || wordsOf(typed.join(' ')).length > 1;
  return (says ? await answerTo(typed, words) : undefined) ?? (isVague ? found : undefined);
}

/** Of groups those that have the command which was typed behind them: `site list` is `sites list`. */
async function withRest(
  meant: readonly string[],
  rest: readonly string[],
  catalog: Catalog,
  ofCr?: readonly string[],
): Promise<readonly string[]> {
  if (ofCr) return Promise.all(meant.map((line) => withCr(line, [...rest, ...ofCr], catalog)));
  if (rest.length === 0) return meant;
  const paths = await Promise.all(
    meant.map(async (line) => {
      const leaf = await loadLeaf(catalog, [...line.split(' ').slice(1), ...rest]);
      return leaf.command === undefined ? '' : pathOf(leaf).join(' ');
    }),
  );
  const deeper = paths.filter((path, at) => path.startsWith(`${meant[at]} `));
  return deeper.length > 0 ? deeper : meant;
}

/** Of a command that a change request is named to by a flag, with the one that was typed, and its flags: `cr comments 3`. */
async function withCr(line: string, rest: readonly string[], catalog: Catalog): Promise<string> {
  const { command } = await loadLeaf(catalog, line.split(' ').slice(1));
  const isFlag = command?.cr !== undefined && !command.args.some(({ field }) => field === 'changeRequestId');
  const at = rest.findIndex((word) => /^#?\d+$|#\d+$/.test(word));
  if (!isFlag || at === -1) return line;
  const flags = rest.filter((word, index) => index > at || word.startsWith('-'));
  return `${line} ${shellLine(['--cr', rest[at] ?? '', ...flags])}`;
}

const didYouMean = (commands: readonly string[]): string =>
  `did you mean ${commands.join(', ').replace(/, (?=[^,]*$)/, ' or ')}?`;

/** Names beside it that begin like the word, or are one slip away from it; else what other programs have there. */
function slipsOf(word: string, { trail }: Leaf, { catalog, synonyms }: Words): string[] {
  const group = trail.at(-1);
  const names =
    group?.commands.map((entry) => ('verb' in entry ? entry.verb : entry.name)) ?? Object.keys(catalog);
  const path = ['docs', ...trail.map(({ name }) => name)];
  const near = nearNames(word, names).map((name) => shellLine([...path, name]));
  if (near.length > 0 || !group) return near;
  const before = [...path.slice(1), ''].join(' ');
  const isMeant = (key: string) => key.startsWith(before) && isSlipOf(word, key.slice(before.length));
  return [synonyms[Object.keys(synonyms).find(isMeant) ?? '']].flat().flatMap((one) => one ?? []);
}

function nearNames(word: string, names: readonly string[]): string[] {
  const begun = names.filter((name) => word.length >= 3 && name.startsWith(word));
  if (begun.length > 0) return begun.slice(0, 3);
  return nearest(word, names).filter((name) => isSlipOf(word, name));
}

/** So many answers are looked at, and so many commands named. */
const MOST_MEANT = 3;
const MOST_NAMED = 2;

/** What the search finds for all the words; what is done in the app is said as such. */
async function answerTo(typed: readonly string[], { catalog, synonyms }: Words): Promise<string | undefined> {
  const { findAnswers } = await import('../find/find-answers.ts');
  const first = findAnswers(await allCommands(catalog), typed.join(' '), synonyms).slice(0, MOST_MEANT);
  const inApp = first.find(({ kind }) => kind === 'app')?.summary;
  const paths = first.flatMap(({ kind, path }) => (kind === 'app' ? [] : path)).slice(0, MOST_NAMED);
  if (first[0]?.kind === 'app' || paths.length === 0) return inApp;
  return [didYouMean(paths), ...(inApp === undefined ? [] : [inApp])].join(' ');
}

/** A flag that begins like the one that was typed, or is one slip away from it. */
async function flagMeant({ code, message }: CommanderError, leaf: Leaf): Promise<string | undefined> {
  const { command } = leaf;
  const typed = /unknown option '(--[\w-]+)/.exec(message)?.[1];
  if (code !== 'commander.unknownOption' || typed === undefined) return undefined;
  if (/^--(?:(?:api|auth|access)-)?(?:token|key)$/.test(typed))
    return 'docs auth login --with-token < token.txt, or set DOCS_TOKEN';
  const flags = command === undefined ? [] : optionsOf(command).map(({ flags }) => longOf(flags));
  const near = nearNames(typed, flags);
  if (near.length > 0) return didYouMean(near);
  const beside = commandCalled(typed.slice(2), leaf);
  return (await calledElsewhere(typed.slice(2), leaf, { flags, beside })) ?? (beside && didYouMean([beside]));
}

/** `teams update --member`, `audit --rules`: what belongs to a thing may have commands of its own beside it. */
function commandCalled(typed: string, { trail, command }: Leaf): string | undefined {
  const names = [typed, `${typed}s`];
  const isOwn = command === trail.at(-1)?.own;
  const called = trail
    .at(-1)
    ?.commands.map((entry) => ('verb' in entry ? isOwn && entry.verb : entry.name))
    .find((name) => name && names.includes(name));
  return called ? shellLine(['docs', ...trail.map(({ name }) => name), called]) : undefined;
}

/** A value that another flag takes: a format of --format given to --output or the other way round; a guest has no role. */
async function valueMeant(
  { code, message }: CommanderError,
  argv: readonly string[],
  { command }: Leaf,
): Promise<string | undefined> {
  if (code !== 'commander.invalidArgument' || command === undefined) return undefined;
  const [, flags, value = ''] = /^error: option '(.*?)' argument '(.*)' is invalid/s.exec(message) ?? [];
  const flag = longOf(flags);
  const isTaken = (name: string, text: string) =>
    optionsOf(command).some((option) => longOf(option.flags) === name && option.choices?.includes(text));
  const [, other] = [
    ['--output', '--format'],
    ['--format', '--output'],
  ].find(([name]) => name === flag) ?? [flag, undefined];
  if (other !== undefined && isTaken(other, value))
    return `did you mean ${lineWithFlag(argv, flag, [other, value])}?`;
  const clear = `--clear-${flag.slice(2)}`;
  if (value !== 'guest' || !optionsOf(command).some((option) => longOf(option.flags) === clear))
    return undefined;
  return `a guest has no role: ${lineWithFlag(argv, flag, [clear])}`;
}

/** The line with other words in place of a flag and its value. */
function lineWithFlag(argv: readonly string[], flag: string, instead: readonly string[]): string {
  const at = argv.findIndex(
    (word) => word.split('=')[0] === flag || (flag === '--output' && /^-o/.test(word)),
  );
  const isJoined = argv[at]?.includes('=') || /^-o./.test(argv[at] ?? '');
  return shellLine(['docs', ...argv.slice(0, at), ...instead, ...argv.slice(at + (isJoined ? 1 : 2))]);
}

/** What other programs call it: `--force` is --yes here, `--from` may be the argument <source>. */
async function calledElsewhere(
  typed: string,
  leaf: Leaf,
  { flags, beside }: { flags: readonly string[]; beside: string | undefined },
): Promise<string | undefined> {
  if (typed === 'watch') return 'only commands that read and show rows take --watch';
  const { guessesOf } = await import('./flag-hints.ts');
  const args = leaf.command?.args.map(({ label }) => label) ?? [];
  const [best, ...others] = guessesOf(typed, [...args, ...flags.map((flag) => flag.slice(2))]);
  if (best === undefined) return undefined;
  if (args.includes(best)) return withoutFlag(best, leaf);
  const also = others.filter((name) => !args.includes(name)).map((name) => `--${name}`);
  return didYouMean([`--${best}`, ...(beside === undefined ? also : [beside])].slice(0, MOST_NAMED));
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
  return withoutFlag(flag ?? '', leaf);
}

function withoutFlag(label: string, leaf: Leaf): string {
  const args = leaf.command === undefined ? [] : argsOf(leaf.command);
  return `give <${label}> without a flag: ${[...pathOf(leaf), ...args.map(usageOfArg)].join(' ')}`;
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
  // `cr apply-to Guides#1 Handbook`: a change request is not among the spaces.
  const request = words.find((word) => /#\d+$/.test(word));
  if (request !== undefined && optionsOf(command).some(({ flags }) => flags === '--from <cr>'))
    return line([words.filter((word) => word !== request).join(','), '--from', request]);
  if (command.args.length === 1 && another !== undefined)
    return `quote a name of several words: ${line([words.join(' ')])}`;
  if (command.args.length > 0 || another !== undefined) return undefined;
  const isGiven = (flag: string) => argv.some((word) => word.split('=')[0] === flag);
  const flag = [requiredText(command), placeFlag(command), folderFlag(command)].find(
    (one) => one !== undefined && !isGiven(one),
  );
  if (flag !== undefined) return `did you mean ${line(flagWith(flag, only))}?`;
  return command.operation?.lists && `to find one by its name: ${shellLine(['docs', 'whatis', only])}`;
}

/** `access can spaces delete Guides`: a command is two words, and an argument one. */
async function operationInOneWord(
  { code }: CommanderError,
  argv: readonly string[],
  leaf: Leaf,
  catalog: Catalog,
): Promise<string | undefined> {
  const { command } = leaf;
  if (code !== 'commander.excessArguments' || command?.args[0]?.label !== 'operation') return undefined;
  const path = pathOf(leaf);
  const end = argv.findIndex((word) => word.startsWith('-'));
  const words = argv.slice(path.length - 1, end === -1 ? undefined : end);
  const named = await loadLeaf(catalog, words);
  const { operation } = named.command ?? {};
  const thing = words.slice(pathOf(named).length - 1).join(' ');
  return (
    operation && shellLine([...path, operation.id, thing, ...argv.slice(path.length - 1 + words.length)])
  );
}

/** The flag of the one text that a request must have, as --body of a comment, or of what it is called. */
function requiredText({ operation }: Command): string | undefined {
  const body = operation?.body;
  if (!body || !isObjectSchema(body)) return undefined;
  const needed: readonly string[] = body.required ?? [];
  const called = ['title', 'subject'].filter((name) => name in body.properties);
  const flags = (needed.length > 0 ? needed : called).map((name) => `--${kebab(name)}`);
  const [flag, other] = flags;
  return other === undefined ? flag : undefined;
}

/** A word of the name, where a whole organization is listed; else the place that the command works in, a space first. */
function placeFlag(command: Command): string | undefined {
  const flags = optionsOf(command).map((option) => longOf(option.flags));
  const innermost = Object.keys(command.operation?.params.properties ?? {}).findLast(
    (name) => name in CONTEXT_FLAGS,
  );
  const isListOfAll = innermost === 'organizationId' && command.verb === 'list';
  const [known] = (isListOfAll ? ['--search'] : ['--space']).filter((name) => flags.includes(name));
  if (isListOfAll && known === undefined) return undefined;
  return known ?? (longOf(CONTEXT_FLAGS[innermost ?? '']?.flags) || undefined);
}

/** `orgs pull acme` */
const folderFlag = (command: Command): string | undefined =>
  optionsOf(command).some(({ flags }) => flags === '--to <folder>') ? '--to' : undefined;

const REWRITES: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^unknown command '(.*)'$/s, (_, name) => `unknown command "${name}"`],
  // Its value may be a secret.
  [/^unknown option '([^=]*)(?:=.*)?'$/s, (_, name) => `unknown flag "${name}"`],
  [/^missing required argument '(.*)'$/, (_, name) => `<${name}> is missing`],
  [/^option '(.*)' argument missing$/, (_, flags) => `${longOf(flags)} needs a value`],
  [
    /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s,
    (_, flags, value, allowed) =>
      `${longOf(flags)} ${mustBe(allowed)}, not "${value}"${meantBy(value, allowed)}`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s,
    (_, value, name, allowed) => `<${name}> ${mustBe(allowed)}, not "${value}"${meantBy(value, allowed)}`,
  ],
  [
    /^too many arguments(?: for '.*?')?\. Expected (\d+) arguments? but got (\d+)\.$/,
    (_, most, got) =>
      most === '0'
        ? 'this command takes no arguments'
        : `expected ${most === '1' ? 'one argument' : `at most ${most} arguments`}, got ${got}`,
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

const choicesOf = (allowed = ''): string[] | undefined =>
  /^Allowed choices are (.*)\.$/s.exec(allowed)?.[1]?.split(', ');

/** `editor` is what others call `edit`. */
function meantBy(value = '', allowed = ''): string {
  const choices = choicesOf(allowed) ?? [];
  const role = roleMeantBy(value);
  const [choice] = role !== undefined && choices.includes(role) ? [role] : nearest(value, choices);
  return choice === undefined ? '' : `; did you mean "${choice}"?`;
}

/** `Allowed choices are live, locked.`, or `It must be a whole number.` */
function mustBe(allowed = ''): string {
  const values = choicesOf(allowed);
  if (!values) return allowed.replace(/^It /, '').replace(/\.$/, '');
  const last = values.pop();
  return `must be ${values.length > 0 ? `${values.join(', ')} or ` : ''}${last}`;
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
