// The flags that many commands know, in one table: for parsing, for help, for completions, for the contract test.

import type { Width } from '../../client/pool.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { FORMATS } from '../../output/view.ts';
import { type FlagsIn, flag, type Option } from './option.ts';

// --concurrency of the commands that read much.

/** A run, as far as it matters here. */
interface Asking {
  readonly flags: { readonly concurrency?: string | undefined };
  readonly context: Pick<Context, 'env'>;
}

const MOST_AT_ONCE = 16;
const AT_ONCE = 8;

export const CONCURRENCY_FLAG = flag(
  '--concurrency <n>',
  `how many at a time, 1 to ${MOST_AT_ONCE} (default ${AT_ONCE})`,
  { group: 'General:' },
);

/** Of commands that only read. */
export const READ_CONCURRENCY_FLAG = {
  ...CONCURRENCY_FLAG,
  description: `how many requests at a time, 1 to ${MOST_AT_ONCE} (default: adaptive)`,
} as const satisfies Option;

/** As many as --concurrency says; without it a pool that begins with 8 and widens. Throws UsageError. */
export const readWidthOf = (run: Asking): Width =>
  asked(run) === undefined ? { start: AT_ONCE, most: MOST_AT_ONCE } : concurrencyOf(run);

/** The flag, else the variable, which `docs config` may have set. */
const asked = ({ flags, context }: Asking): unknown =>
  flags.concurrency ?? (context.env.DOCS_CONCURRENCY || undefined);

/** Throws UsageError for anything but a whole number from 1 to 16. */
export function concurrencyOf(run: Asking): number {
  const concurrency = asked(run);
  if (concurrency === undefined) return AT_ONCE;
  const number = Number(concurrency);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_AT_ONCE) return number;
  const name = run.flags.concurrency === undefined ? 'DOCS_CONCURRENCY' : '--concurrency';
  throw new UsageError(`${name} must be a whole number between 1 and ${MOST_AT_ONCE}, not "${concurrency}"`, {
    hint: '--concurrency 4',
  });
}

/** src/engine/select/shard.ts reads it. */
export const SHARD_FLAG = flag(
  '--shard <i/n>',
  'only part i of n, such as 2/8; auto: as the CI service divides its jobs',
  { group: 'Output:' },
);

const inGroup = <const Options extends readonly Omit<Option, 'group'>[]>(
  group: string,
  options: Options,
): { [At in keyof Options]: Options[At] & { group: string } } =>
  // Safe: each option with its group, at the same place. The name that all have comes first: V8 makes a shape for each order.
  options.map((option) => ({ group, ...option })) as never;

const CONTEXT = 'Context:';
const OUTPUT = 'Output:';
const SAFETY = 'Safety:';
const NETWORK = 'General:';

export const PROFILE_FLAGS = inGroup(CONTEXT, [
  flag('--profile <name>', 'profile to use', { reach: 'account' }),
  flag('--base-url <url>', 'host to use', { reach: 'account' }),
]);

/** Path parameters that the context can supply, and the flag that overrides it. */
const CONTEXT_TABLE = {
  organizationId: flag('--org <org>', 'organization: ID or title', { group: CONTEXT }),
  spaceId: flag('--space <space>', 'space: ID, title or URL', { group: CONTEXT }),
  siteId: flag('--site <site>', 'site: ID or title', { group: CONTEXT }),
  changeRequestId: flag('--cr <cr>', 'change request: number or ID', { group: CONTEXT }),
} as const satisfies Record<string, Option>;
export const CONTEXT_FLAGS: Readonly<Record<string, Option>> = CONTEXT_TABLE;

export const OUTPUT_FLAGS = inGroup(OUTPUT, [
  flag('-o, --output <format>', 'output format', { reach: 'form', choices: FORMATS }),
  flag('--json', 'same as --output json', { reach: 'form' }),
  flag('--fields [names]', 'columns or JSON keys, separated by commas; without names, list them', {
    reach: 'platform',
  }),
  flag('--jq <expression>', 'filter JSON output with a jq expression', { reach: 'form' }),
  flag('-q, --quiet', 'print only IDs', { reach: 'form' }),
  flag('--show-secrets', 'print secret fields unmasked', { reach: 'person' }),
  flag('--csv-raw', 'do not escape CSV cells that look like formulas', { reach: 'form' }),
]);

export const WATCH_FLAGS = inGroup(OUTPUT, [
  flag('--watch <time>', 'run again every 30s, say, and show what changed', { reach: 'form' }),
]);

export const WEB_FLAGS = inGroup(OUTPUT, [flag('--web', 'open it in the browser', { reach: 'machine' })]);

export const LIST_FLAGS = inGroup(OUTPUT, [
  flag('--limit <n>', 'show at most n items'),
  flag('--where <predicate>', 'show items for which a jq predicate is true'),
  flag('--sort <fields>', 'sort by fields, separated by commas; -field sorts descending'),
  SHARD_FLAG,
]);

export const WRITE_FLAGS = inGroup(SAFETY, [
  flag('--dry-run', 'show the request without sending it', { reach: 'form' }),
]);
export const PLAN_FLAGS = inGroup('Plans:', [
  flag('--plan-out <file>', 'write what would change to a plan file, or - for stdout'),
  flag('--plan-expires <time>', 'how long the plan is good for (default 7d, at most 90d)', {
    needs: ['--plan-out'],
  }),
  flag('--max-changes <n>', 'refuse to change more than n, or n% of all'),
  flag('--exit-code', 'exit 6 if the plan changes something', {
    reach: 'platform',
    needs: ['--plan-out', '--dry-run'],
  }),
]);
export const DATA_FLAG = flag(
  '--data <json>',
  'request body as JSON, @file, or - for stdin; flags override it',
  { reach: 'platform' },
);
export const STRICT_FLAG = flag('--strict', 'refuse unknown fields in --data', {
  reach: 'platform',
  group: SAFETY,
});
const YES = flag('-y, --yes', 'do not ask for confirmation', { reach: 'person' });
/** Of a command that changes something and asks nothing: a script may pass it to every one of them. */
export const YES_FLAG = { ...YES, group: SAFETY } as const satisfies Option;
export const CONFIRM_FLAGS = inGroup(SAFETY, [
  YES,
  flag('--confirm <title>', 'confirm with the title or ID of the target', { reach: 'person' }),
]);
export const DELETE_FLAGS = inGroup(SAFETY, [
  flag('--if-exists', 'succeed if there is nothing to delete', { reach: 'platform' }),
]);

export const MANY_FLAGS = inGroup('Many at once:', [
  CONCURRENCY_FLAG,
  flag('--max-errors <n>', 'stop after n failures'),
  flag('--resume', 'resume an interrupted run', { reach: 'machine' }),
]);

/** Of a command that shows a plan, to paste into a pull request. */
export const PLAN_OUTPUT_FLAG = flag('-o, --output <format>', 'output format', {
  reach: 'form',
  choices: [...FORMATS, 'markdown'],
  group: 'Output:',
});

/** Of a command that never sends anything: its exit code needs no other flag. */
export const PLAN_ONLY_FLAGS = [
  PLAN_OUTPUT_FLAG,
  ...PLAN_FLAGS.map((flag) => (flag.flags === '--exit-code' ? { ...flag, needs: [] } : flag)),
];

/** Of a job that makes a plan of several changes, and applies it. */
export const JOB_FLAGS = [
  ...WRITE_FLAGS,
  ...PLAN_FLAGS,
  ...inGroup(SAFETY, [
    YES,
    flag('--confirm <amount>', 'confirm with the number of changes, such as "3 changes"', {
      reach: 'person',
    }),
  ]),
  ...MANY_FLAGS.filter(({ flags }) => flags !== '--resume'),
];

export const ROWS_FLAGS = inGroup('Rows:', [
  flag('--rows <file>', 'run once for each row of a CSV, TSV, NDJSON or JSON file, or - for stdin'),
  flag('--map <columns>', 'columns with other names: role=Level,user=Email', { reach: 'machine' }),
  flag('--null <word>', 'clear a field whose cell is this word', { reach: 'platform' }),
  flag('--ignore-columns <names>', 'columns to leave out, separated by commas', { reach: 'platform' }),
]);

export const PICK_FLAGS = inGroup('Many at once:', [
  flag('--where <predicate>', 'change everything listed for which a jq predicate is true'),
]);

export const GENERAL_FLAGS = inGroup(NETWORK, [
  flag('--no-input', 'never prompt', { reach: 'platform' }),
  flag('--timeout <seconds>', 'time limit for the whole command'),
  flag('--rate <n>', 'send at most n requests a minute, or n/s, n/m, n/h'),
  flag('--budget <n>', 'send at most n requests in all'),
  flag('--debug', 'log each request to stderr', { reach: 'person' }),
  flag('--debug-har <file>', 'write requests and responses to a HAR file, secrets masked', {
    reach: 'machine',
  }),
]);

/** What a local command takes of them: a wrapper may give these to any command. */
export const LOCAL_FLAGS: readonly Option[] = [...PROFILE_FLAGS, ...GENERAL_FLAGS].filter(({ flags }) =>
  ['--profile <name>', '--no-input', '--debug'].includes(flags),
);

/** All that mean the same with every command that takes them. */
const GLOBAL_TABLE = [
  ...PROFILE_FLAGS,
  ...Object.values(CONTEXT_TABLE),
  ...OUTPUT_FLAGS,
  ...WATCH_FLAGS,
  ...WEB_FLAGS,
  ...LIST_FLAGS,
  ...WRITE_FLAGS,
  ...PLAN_FLAGS,
  DATA_FLAG,
  STRICT_FLAG,
  ...CONFIRM_FLAGS,
  ...DELETE_FLAGS,
  ...ROWS_FLAGS,
  ...MANY_FLAGS,
  ...PICK_FLAGS,
  ...GENERAL_FLAGS,
] as const satisfies readonly Option[];
export const GLOBAL_FLAGS: readonly Option[] = GLOBAL_TABLE;
/** The flags that every run may have. */
export type GlobalFlags = FlagsIn<typeof GLOBAL_TABLE>;

/** Those of (nearly) every command: its help names them, `docs help flags` explains them. */
const GLOBAL = new Set<Option>([
  ...OUTPUT_FLAGS,
  ...WATCH_FLAGS,
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  ...PROFILE_FLAGS,
  ...WRITE_FLAGS,
  YES_FLAG,
  STRICT_FLAG,
  ...PLAN_FLAGS,
  ...ROWS_FLAGS,
  ...MANY_FLAGS,
  ...PICK_FLAGS,
  ...GENERAL_FLAGS,
]);
export const isGlobal = (option: Option): boolean => GLOBAL.has(option);
/** The global ones among these, those used most first. */
export const globalsAmong = (options: readonly Option[]): Option[] => {
  const given = new Set(options);
  return [...GLOBAL].filter((option) => given.has(option));
};
