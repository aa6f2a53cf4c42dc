// Makes commands, groups of commands, and the catalog of all first words.

import { Obj } from '../../api/builders.ts';
import type { Operation } from '../../api/operation.ts';
import { flagWith, shellLine, withFlags, wordsOf } from '../../files/shell-word.ts';
import type {
  Arg,
  Command,
  Example,
  Examples,
  FlagsOf,
  LateCommand,
  NamedGroup,
  Run,
  RunFlags,
  Written,
  WrittenGroup,
} from './command-type.ts';
import { type Option, reachOfValue, type ValueKind } from './option.ts';

export type { Danger } from '../../domain/dangers/danger.ts';
export type {
  Arg,
  Catalog,
  Command,
  Entry,
  Example,
  Group,
  LateCommand,
  NamedGroup,
  Stakes,
  WrittenGroup,
} from './command-type.ts';
export type { Option } from './option.ts';

/** Stands in `Run.operation` for a hand-written command: takes nothing, answers nothing. */
export const NO_OPERATION: Operation = {
  id: 'none',
  method: 'GET',
  path: '/',
  summary: 'No operation',
  params: Obj({}),
  success: [200],
  retry: 'safe',
};

const VERB_ALIASES: Record<string, readonly string[]> = { list: ['ls'], delete: ['rm'], get: ['view'] };
const LABELS: Record<string, string> = {
  organizationId: 'org',
  changeRequestId: 'cr',
  siteSectionId: 'section',
  sectionId: 'section',
  siteSectionGroupId: 'group',
  integrationName: 'integration',
  specSlug: 'slug',
  samlProviderId: 'provider',
  add: 'user',
  jsonSchema: 'file',
  redirects: 'file',
  fontFamily: 'family',
  siteSpaceId: 'site-space',
  shareLinkId: 'share-link',
  importRunId: 'import-run',
  glossaryEntryId: 'glossary-entry',
  reusableContentId: 'reusable-content',
  auditEventId: 'audit-event',
  repositoryName: 'repository',
  emailDomain: 'email-domain',
  siteMcpServerId: 'server',
  siteChannelId: 'channel',
  siteQuestionId: 'question',
  siteQuestionAnswerId: 'answer',
  siteRedirectId: 'redirect',
  siteExternalLinkId: 'link',
  siteContextConnectionId: 'connection',
  siteContextRecordId: 'record',
  siteFindingId: 'finding',
  siteScanId: 'scan',
  siteTopicId: 'topic',
  body: 'file',
  operations: 'file',
  commentReplyId: 'reply',
  addedReactions: 'emoji',
};

/** A command over an operation. A wrong column, argument or result is a compile error. */
export function command<
  O extends Operation,
  const Options extends readonly Option[] = readonly [],
  Target extends Operation = Operation,
  At extends string = never,
>(verb: string, operation: O, written: Written<O, Options, Target, At>): Command {
  const made = {
    // Each command has other properties: without a prototype, V8 makes no shape for each.
    __proto__: null,
    aliases: VERB_ALIASES[verb] ?? [],
    summary: operation.summary,
    options: [],
    columns: [],
    danger: 'mild',
    hidden: [],
    ...written,
    ...linesOf(written.examples),
    verb,
    operation,
    args: (written.args ?? []).map((field) => toArg(field)),
  } as const;
  // Safe: its functions are only ever given runs of this very command, and answers of its operation.
  return made as unknown as Command;
}

/** The lines of the examples, and what each does. */
export function linesOf(examples: Examples): Pick<Command, 'examples' | 'comments'> {
  const all = examples.map((one): Example => (typeof one === 'string' ? ['', one] : one));
  return { examples: all.map(([, line]) => line), comments: all.map(([does]) => does) };
}

/** A command written by hand: it has its own `run`. */
export function handmade<const Options extends readonly Option[] = readonly []>(
  verb: string,
  spec: Partial<
    Omit<Command<Operation, FlagsOf<NoInfer<Options>>>, 'verb' | 'options' | 'examples' | 'comments'>
  > & {
    summary: string;
    options?: Options;
    run: (run: Run<FlagsOf<NoInfer<Options>>>) => Promise<void>;
    examples: Examples;
  },
): Command {
  const made = {
    __proto__: null,
    aliases: [],
    args: [],
    options: [],
    columns: [],
    danger: 'mild',
    hidden: [],
    ...spec,
    ...linesOf(spec.examples),
    verb,
  };
  // Safe: its functions are only ever given runs of this very command.
  return made as unknown as Command;
}

/** A command of a group whose file would load much that the others do not need. */
export const late = (verb: string, summary: string, load: LateCommand['load']): LateCommand => ({
  verb,
  summary,
  aliases: [],
  load,
});

export const isLate = (entry: object): entry is LateCommand => 'load' in entry;

/** The group of a first word: `src/build/index-files.ts` finds its name and its summary in the text of the file. */
export function group(
  name: string,
  summary: string,
  commands: WrittenGroup['commands'],
  examples: readonly Example[] = [],
  notes?: string,
): WrittenGroup {
  return {
    name,
    summary,
    commands,
    examples: written(commands, examples),
    ...(notes !== undefined && { notes }),
  };
}

/** Where the line is the name of a command of the group, as in `sites list`, that is its first example. */
const written = (commands: WrittenGroup['commands'], examples: readonly Example[]): Example[] =>
  examples.map(([does, line]) => [
    does,
    line.startsWith('docs ') ? line : exampleOf(commands, line.split(' ')),
  ]);

function exampleOf(commands: WrittenGroup['commands'], [first, ...rest]: readonly string[]): string {
  const named = commands.find((one) => (isGroup(one) ? one.name : one.verb) === first);
  if (named && isGroup(named)) return exampleOf(named.commands, rest);
  return (named && !isLate(named) && named.examples[0]) || '';
}

/** A group within a group: `docs comments replies list`. */
export function subgroup(
  name: string,
  summary: string,
  commands: NamedGroup['commands'],
  examples: readonly Example[] = [],
): NamedGroup {
  return { name, summary, commands, examples: written(commands, examples) };
}

export const isGroup = (entry: Command | NamedGroup | LateCommand): entry is NamedGroup =>
  'commands' in entry;

/** An argument that fills an input field: `spaceId` to `<space>`, `organizationId?` to `[org]`. */
export function toArg(name: string): Arg {
  // Every command of a group passes here: no patterns, which would have to be compiled first.
  const variadic = name.endsWith('...');
  const one = variadic ? name.slice(0, -3) : name;
  const required = !one.endsWith('?');
  const field = required ? one : one.slice(0, -1);
  const label = LABELS[field] ?? (field.length > 2 && field.endsWith('Id') ? field.slice(0, -2) : field);
  // A field of the request holds something of the platform, but for a body that is read from a file.
  const reach = label === 'file' && !field.endsWith('Id') ? 'machine' : 'platform';
  return { field, label, reach, required, ...(variadic && { variadic: true }) };
}

/** An argument of a hand-written command: `arg('file')`, `arg('member', false)`. */
export const arg = <Own = unknown>(
  label: ValueKind,
  required = true,
  choices?: Arg<Own>['choices'],
): Arg<Own> => ({
  field: label,
  label,
  reach: reachOfValue(label) ?? 'machine',
  required,
  ...(choices && { choices }),
});

/** With --cr the one on the change request, where there is one, or the one that its own flags choose. */
export function operationOf(command: Command, flags: RunFlags): Operation {
  const chosen = (flags.cr !== undefined && command.cr) || command.variant?.(flags)?.operation;
  return chosen || command.operation || NO_OPERATION;
}

// What was typed, ready to be typed again in another way: without some of its flags, or only what it names.

/** Short and long form of flags that do not go with others, and those of them that take a value. */
const FORMS: Readonly<Record<string, string>> = { '-q': '--quiet', '-o': '--output' };
const VALUED = new Set([
  '-o',
  '--output',
  '--order',
  '--space',
  '--rows',
  '--plan-out',
  '--jq',
  '--fields',
  '--confirm',
]);

/** The command line with these flags added. */
export const lineWith = (argv: readonly string[], ...flags: readonly string[]): string =>
  shellLine(['docs', ...withFlags(argv, flags)]);

/** The command line without these flags and their values, and with these words after it. */
export function lineWithout(
  argv: readonly string[],
  flags: readonly string[],
  ...words: readonly string[]
): string {
  const names = flags.flatMap((flag) => [flag, FORMS[flag] ?? flag]);
  const isFlag = (word: string | undefined): boolean =>
    names.some(
      (name) =>
        word === name ||
        word?.startsWith(`${name}=`) ||
        (VALUED.has(name) && !name.startsWith('--') && word?.startsWith(name)),
    );
  const isValue = (at: number): boolean => {
    const before = argv[at - 1] ?? '';
    return VALUED.has(before) && names.includes(before);
  };
  const left = argv.filter((word, at) => !isFlag(word) && !isValue(at));
  return lineWith(left, ...words);
}

/** The command line with this consent in place of the one that was given. */
export const lineWithConsent = (argv: readonly string[], consent: string): string =>
  lineWithout(argv, ['--confirm'], ...flagWith('--confirm', consent));

/** The command line without these targets, each taken out once, and with these words after it. */
export function lineWithoutTargets(
  argv: readonly string[],
  targets: readonly string[],
  ...words: readonly string[]
): string {
  const left = [...targets];
  const isTarget = (word: string): boolean => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  return lineWith(
    argv.filter((word) => !isTarget(word)),
    ...words,
  );
}

interface Named {
  path: string;
  command: Command;
  args: Readonly<Record<string, string | undefined>>;
}

/** The command with what it was given to work on, and these words after it. */
export const lineOfTarget = ({ path, command, args }: Named, ...words: readonly string[]): string =>
  shellLine(
    wordsOf({
      path: path.split(' '),
      names: command.args.flatMap(({ label }) => args[label] ?? []),
      flags: words,
    }),
  );
