// The flags every command knows, in one table: for parsing, for help, for completions, for the contract test.
import { FORMATS } from '../../output/view.ts';
import { CONCURRENCY_FLAG } from '../run/concurrency.ts';
import type { FlagsIn, Option } from './option.ts';

/** src/engine/select/shard.ts reads it. */
export const SHARD_FLAG = {
  flags: '--shard <i/n>',
  description: 'only part i of n, such as 2/8; auto: as the CI service divides its jobs',
  group: 'Output:',
} as const satisfies Option;

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
  { flags: '--profile <name>', reach: 'account', description: 'profile to use' },
  { flags: '--base-url <url>', reach: 'account', description: 'host to use' },
]);

/** Path parameters that the context can supply, and the flag that overrides it. */
const CONTEXT_TABLE = {
  organizationId: { flags: '--org <org>', description: 'organization: ID or title', group: CONTEXT },
  spaceId: { flags: '--space <space>', description: 'space: ID, title or URL', group: CONTEXT },
  siteId: { flags: '--site <site>', description: 'site: ID or title', group: CONTEXT },
  changeRequestId: { flags: '--cr <cr>', description: 'change request: number or ID', group: CONTEXT },
} as const satisfies Record<string, Option>;
export const CONTEXT_FLAGS: Readonly<Record<string, Option>> = CONTEXT_TABLE;

export const OUTPUT_FLAGS = inGroup(OUTPUT, [
  { flags: '-o, --output <format>', reach: 'form', description: 'output format', choices: FORMATS },
  { flags: '--json', reach: 'form', description: 'same as --output json' },
  {
    flags: '--fields [names]',
    reach: 'platform',
    description: 'columns or JSON keys, separated by commas; without names, list them',
  },
  { flags: '--jq <expression>', reach: 'form', description: 'filter JSON output with a jq expression' },
  { flags: '-q, --quiet', reach: 'form', description: 'print only IDs' },
  { flags: '--show-secrets', reach: 'person', description: 'print secret fields unmasked' },
  { flags: '--csv-raw', reach: 'form', description: 'do not escape CSV cells that look like formulas' },
]);

export const WATCH_FLAGS = inGroup(OUTPUT, [
  { flags: '--watch <time>', reach: 'form', description: 'run again every 30s, say, and show what changed' },
]);

export const WEB_FLAGS = inGroup(OUTPUT, [
  { flags: '--web', reach: 'machine', description: 'open it in the browser' },
]);

export const LIST_FLAGS = inGroup(OUTPUT, [
  { flags: '--limit <n>', description: 'show at most n items' },
  { flags: '--where <predicate>', description: 'show items for which a jq predicate is true' },
  { flags: '--sort <fields>', description: 'sort by fields, separated by commas; -field sorts descending' },
  SHARD_FLAG,
]);

export const WRITE_FLAGS = inGroup(SAFETY, [
  { flags: '--dry-run', reach: 'form', description: 'show the request without sending it' },
]);
export const PLAN_FLAGS = inGroup('Plans:', [
  { flags: '--plan-out <file>', description: 'write what would change to a plan file, or - for stdout' },
  {
    flags: '--plan-expires <time>',
    description: 'how long the plan is good for (default 7d, at most 90d)',
    needs: ['--plan-out'],
  },
  { flags: '--max-changes <n>', description: 'refuse to change more than n, or n% of all' },
  {
    flags: '--exit-code',
    reach: 'platform',
    description: 'exit 6 if the plan changes something',
    needs: ['--plan-out', '--dry-run'],
  },
]);
export const DATA_FLAG = {
  flags: '--data <json>',
  reach: 'platform',
  description: 'request body as JSON, @file, or - for stdin; flags override it',
} as const satisfies Option;
export const STRICT_FLAG = {
  flags: '--strict',
  reach: 'platform',
  description: 'refuse unknown fields in --data',
  group: SAFETY,
} as const satisfies Option;
const YES = { flags: '-y, --yes', reach: 'person', description: 'do not ask for confirmation' } as const;
/** Of a command that changes something and asks nothing: a script may pass it to every one of them. */
export const YES_FLAG = { ...YES, group: SAFETY } as const satisfies Option;
export const CONFIRM_FLAGS = inGroup(SAFETY, [
  YES,
  { flags: '--confirm <title>', reach: 'person', description: 'confirm with the title or ID of the target' },
]);
export const DELETE_FLAGS = inGroup(SAFETY, [
  { flags: '--if-exists', reach: 'platform', description: 'succeed if there is nothing to delete' },
]);

export const MANY_FLAGS = inGroup('Many at once:', [
  CONCURRENCY_FLAG,
  { flags: '--max-errors <n>', description: 'stop after n failures' },
  { flags: '--resume', reach: 'machine', description: 'resume an interrupted run' },
]);

/** Of a command that never sends anything: its exit code needs no other flag. */
export const PLAN_ONLY_FLAGS = PLAN_FLAGS.map((flag) =>
  flag.flags === '--exit-code' ? { ...flag, needs: [] } : flag,
);

/** Of a job that makes a plan of several changes, and applies it. */
export const JOB_FLAGS = [
  ...WRITE_FLAGS,
  ...PLAN_FLAGS,
  ...inGroup(SAFETY, [
    YES,
    {
      flags: '--confirm <amount>',
      reach: 'person',
      description: 'confirm with the number of changes, such as "3 changes"',
    },
  ]),
  ...MANY_FLAGS.filter(({ flags }) => flags !== '--resume'),
];

export const ROWS_FLAGS = inGroup('Rows:', [
  {
    flags: '--rows <file>',
    description: 'run once for each row of a CSV, TSV, NDJSON or JSON file, or - for stdin',
  },
  {
    flags: '--map <columns>',
    reach: 'machine',
    description: 'columns with other names: role=Level,user=Email',
  },
  { flags: '--null <word>', reach: 'platform', description: 'clear a field whose cell is this word' },
  {
    flags: '--ignore-columns <names>',
    reach: 'platform',
    description: 'columns to leave out, separated by commas',
  },
]);

export const PICK_FLAGS = inGroup('Many at once:', [
  { flags: '--where <predicate>', description: 'change everything listed for which a jq predicate is true' },
]);

export const GENERAL_FLAGS = inGroup(NETWORK, [
  { flags: '--no-input', reach: 'platform', description: 'never prompt' },
  { flags: '--timeout <seconds>', description: 'time limit for the whole command' },
  { flags: '--rate <n>', description: 'send at most n requests a minute, or n/s, n/m, n/h' },
  { flags: '--budget <n>', description: 'send at most n requests in all' },
  { flags: '--debug', reach: 'person', description: 'log each request to stderr' },
  {
    flags: '--debug-har <file>',
    reach: 'machine',
    description: 'write requests and responses to a HAR file, secrets masked',
  },
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
