// docs config: what holds for every command unless a flag or a variable says otherwise.

import { changeDefaults, DEFAULT_KEYS, type DefaultKey, readDefaults } from '../../config/paths.ts';
import { arg, group, handmade } from '../../engine/model/command.ts';
import { YES_FLAG } from '../../engine/model/globals.ts';
import { COLORS } from '../../engine/model/load.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { done } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { FORMATS } from '../../output/view.ts';

interface Kind {
  usual: string;
  /** What it can be, where there are few. */
  values?: readonly string[];
  /** The variable that overrides it. */
  variable: string;
  /** That of other programs, where nothing else says so. */
  common?: string;
  /** What it may be, in words; undefined where anything goes. */
  wrong(value: string): string | undefined;
}

const oneOf = (list: readonly string[]) => (value: string) =>
  list.includes(value) ? undefined : `one of ${list.join(', ')}`;

const KINDS: Readonly<Record<DefaultKey, Kind>> = {
  output: { usual: 'table', values: FORMATS, variable: 'DOCS_OUTPUT', wrong: oneOf(FORMATS) },
  pager: { usual: 'less', variable: 'DOCS_PAGER', common: 'PAGER', wrong: () => undefined },
  color: { usual: 'auto', values: COLORS, variable: 'NO_COLOR', wrong: oneOf(COLORS) },
  concurrency: {
    usual: 'adaptive',
    variable: 'DOCS_CONCURRENCY',
    wrong: (value) => (/^(?:[1-9]|1[0-6])$/.test(value) ? undefined : 'a whole number between 1 and 16'),
  },
};

const COLUMNS = ['key', 'value', 'source'];
const keyArg = arg('key', true, async () => DEFAULT_KEYS.map((name) => ({ name, value: name })));

const valueArg = arg('value', false, async ({ args }) => {
  const key = DEFAULT_KEYS.find((one) => one === args.key);
  return ((key && KINDS[key].values) ?? []).map((name) => ({ name, value: name }));
});

function keyOf(text: string | undefined): DefaultKey {
  const key = DEFAULT_KEYS.find((one) => one === text);
  if (key) return key;
  throw new UsageError(`unknown setting "${text}": it is one of ${DEFAULT_KEYS.join(', ')}`, {
    hint: 'docs config list',
  });
}

/** The value in force, and where it comes from. */
function rowOf({ context }: Run, key: DefaultKey) {
  const { usual, variable, common = '' } = KINDS[key];
  const inEnv = context.env[variable];
  if (inEnv) return { key, value: key === 'color' ? 'never' : inEnv, source: variable };
  const own = readDefaults(context.paths()).values[key];
  if (own !== undefined) return { key, value: own, source: 'config' };
  const value = context.env[common];
  return value ? { key, value, source: common } : { key, value: usual, source: 'default' };
}

const list = handmade('list', {
  summary: 'List the settings and where each comes from',
  aliases: ['ls'],
  columns: COLUMNS,
  idField: 'key',
  local: true,
  prints: true,
  examples: [['List the settings', 'docs config list']],
  run: async (run) => {
    await printRows(
      run,
      DEFAULT_KEYS.map((key) => rowOf(run, key)),
    );
  },
});

const get = handmade('get', {
  summary: 'Print a setting',
  aliases: ['view'],
  args: [keyArg],
  local: true,
  exits: [5],
  examples: [['Print how many requests run at a time', 'docs config get concurrency']],
  run: async (run) => {
    const { value, source } = rowOf(run, keyOf(run.args.key));
    if (source === 'default')
      throw new NotFoundError(`${run.args.key} is not set`, { hint: 'docs config list' });
    await run.context.io.out(`${safeLine(value)}\n`);
  },
});

const set = handmade('set', {
  summary: 'Change a setting, or clear it by leaving the value out',
  args: [keyArg, valueArg],
  options: [YES_FLAG],
  local: true,
  changesHere: true,
  examples: [
    ['Print JSON unless a flag says otherwise', 'docs config set output json'],
    ['Go back to the usual output', 'docs config set output'],
  ],
  notes: `The settings:
  output       ${FORMATS.join(', ')}
  pager        a command, or cat for none
  color        ${COLORS.join(', ')}
  concurrency  1 to 16: how many at a time, where a command takes --concurrency
Flags win over environment variables, and these over the settings.`,
  run: async ({ context, args }) => {
    const key = keyOf(args.key);
    const { value } = args;
    const wrong = value === undefined ? undefined : KINDS[key].wrong(value);
    if (wrong !== undefined)
      throw new UsageError(`${key} must be ${wrong}, not "${value}"`, { hint: 'docs config set --help' });
    if (value !== undefined && !/^[^\u0000-\u001f\u007f]{1,500}$/.test(value))
      throw new UsageError(`${key} must be a text of 1 to 500 characters`, {
        hint: 'docs config set --help',
      });
    await changeDefaults(context.paths(), ({ [key]: _, ...file }) => ({
      ...file,
      ...(value !== undefined && { [key]: value }),
    }));
    done(context.io, value === undefined ? `cleared ${key}` : `set ${key} to ${value}`);
  },
});

export default group(
  'config',
  'Manage settings for every command',
  [get, set, list],
  [['Print JSON unless a flag says otherwise', 'docs config set output json']],
);
