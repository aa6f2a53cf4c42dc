// Everything about a command as plain data: for scripts, agents, man pages and completions.
import type { Operation } from '../../api/operation.ts';
import { EXIT } from '../../errors.ts';
import type { Command, Danger } from './command.ts';
import { argsOf, optionsOf, type ParsedOption, TAKES_FILE } from './flags.ts';
import { notesOf, usageOf } from './program.ts';

export interface CommandFacts {
  /** `docs spaces restore`. */
  command: string;
  usage: string;
  summary: string;
  aliases: readonly string[];
  args: readonly { name: string; required: boolean; variadic: boolean }[];
  flags: readonly FlagFacts[];
  /** mild, moderate or severe: what a question of it would cost. */
  danger: Danger;
  /** Whether it asks before it acts: `depends` on what it is about to touch. */
  asks: 'never' | 'depends' | 'always';
  /** When it asks, where that depends: the rest of `Asks first if ...`. */
  asksIf: string | null;
  /** Sends requests that change something. */
  writes: boolean;
  /** Needs a profile and a host. */
  online: boolean;
  operations: readonly { id: string; method: string; path: string }[];
  exitCodes: readonly number[];
  examples: readonly string[];
  /** What each example does; empty where the summary says it. */
  exampleComments: readonly string[];
  notes: string | null;
}

export interface FlagFacts {
  /** `--edit-mode`. */
  name: string;
  short: string | null;
  /** The command cannot do without it. */
  required: boolean;
  /** What stands for its value in help; null for a switch. */
  value: string | null;
  valueRequired: boolean;
  choices: readonly string[] | null;
  default: string | boolean | null;
  description: string;
  group: string;
}

/** Takes a command and its full path (`docs spaces list`). */
export function factsOf(path: string, command: Command): CommandFacts {
  const operations = operationsOf(command);
  const { summary, aliases, danger, examples, comments } = command;
  return {
    command: path,
    usage: `${path} ${usageOf(command)}`,
    summary,
    aliases,
    args: argsOf(command).map(({ label, required, variadic = false }) => ({
      name: label,
      required,
      variadic,
    })),
    flags: optionsOf(command).map(flagFacts),
    danger,
    asks: asksOf(command),
    asksIf: command.asksIf ?? null,
    writes: command.isJob === true || operations.some(({ method }) => method !== 'GET'),
    online: command.local !== true,
    operations: operations.map(({ id, method, path: route }) => ({ id, method, path: route })),
    exitCodes: exitCodesOf(command),
    examples,
    exampleComments: comments,
    notes: notesOf(command) ?? null,
  };
}

const asksOf = ({ danger, asksIf }: Command): CommandFacts['asks'] =>
  danger !== 'mild' ? 'always' : asksIf === undefined ? 'never' : 'depends';

const operationsOf = ({ operation, cr, uses = [] }: Command): Operation[] => [
  ...new Set([operation, cr, ...uses].filter((one) => one !== undefined)),
];

function flagFacts(option: ParsedOption): FlagFacts {
  const { flags, description, choices, group = 'Fields:' } = option;
  return {
    name: /--[\w-]+/.exec(flags)?.[0] ?? flags,
    short: /(?:^|\s)(-\w)\b/.exec(flags)?.[1] ?? null,
    required: option.required === true,
    value: /[<[]([^<[>\]]+)[>\]]/.exec(flags)?.[1] ?? null,
    valueRequired: flags.includes('<'),
    choices: choices ?? null,
    default: option.default ?? null,
    description,
    group: group.replace(/:$/, ''),
  };
}

const SIGNALS = [129, 130, 143];

/** Every code the command may end with, ascending. */
export function exitCodesOf(command: Command): number[] {
  const { ok, failed, usage, declined, auth, notFound, findings, partial, retryLater } = EXIT;
  const online = command.local ? [] : [auth, notFound, retryLater];
  const flags = optionsOf(command).map(({ flags }) => flags);
  const may = (flag: string) => flags.some((text) => text.includes(flag));
  const asks = asksOf(command) !== 'never';
  const args = argsOf(command).map(({ label }) => `<${label}>`);
  const takesFiles = [...args, ...flags].some((text) => TAKES_FILE.test(text));
  const own = [
    ...(takesFiles ? [notFound] : []),
    ...(asks || command.options.some(({ flags: text }) => text.includes('--yes')) ? [declined] : []),
    ...(may('--exit-code') ? [findings] : []),
    ...(command.operation && command.operation.method !== 'GET' ? [partial] : []),
    ...(command.exits ?? []),
  ];
  const codes = new Set<number>([ok, failed, usage, ...online, ...own, ...SIGNALS]);
  return [...codes].sort((a, b) => a - b);
}
