// What a served sandbox begins with: a seed of its own, a clock, faults.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { makeTemporaryFolder } from '../../files/temporary-folder.ts';
import type { Age, FaultPlan } from '../../sandbox/door.ts';
import { controls } from './sandbox-make.ts';

interface Place {
  file: string;
  /** Takes away what was made for this server alone. */
  remove(): void;
}

/** What a served sandbox begins with. Throws UsageError, LocalIoError. */
export async function beginningOf(run: ServeRun) {
  const { now, faults, contract, strict } = run.flags;
  const isExec = run.path.endsWith(' exec');
  return {
    startAt: await startOf(now, isExec),
    faults: faults === undefined ? undefined : await faultsIn(run, faults),
    age: await ageIn(contract, isExec),
    strict: strict === true,
    env: run.context.env,
    now: run.context.now,
    // It is all that this process does.
    ownProcess: true,
  };
}

/** A new file made from a seed, which goes with the server unless `flags.file` says where it stays. */
export async function seededPlace(
  { context, flags }: Pick<ServeRun, 'context' | 'flags'>,
  source: string,
  startAt: Date | undefined,
): Promise<Place> {
  const isNamed = ['demo', 'empty'].includes(source);
  const seed = isNamed ? source : resolve(context.cwd, source);
  if (!existsSync(seed) && !isNamed)
    throw new UsageError(`--seed must be demo, empty or a file of a sandbox: "${source}" does not exist`, {
      hint: 'docs sandbox snapshot --help',
    });
  const { seedSandbox } = await controls();
  const make = (file: string) =>
    seedSandbox({ file, seed, env: context.env, now: startAt ? () => startAt : context.now });
  if (flags.file !== undefined) {
    const file = resolve(context.cwd, flags.file);
    await make(file);
    return { file, remove: () => {} };
  }
  const folder = makeTemporaryFolder('docs-sandbox-');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await make(join(folder, 'sandbox.db'));
  } catch (error) {
    remove();
    throw error;
  }
  return { file: join(folder, 'sandbox.db'), remove };
}

/** Throws UsageError for what is not a moment. */
async function startOf(text: string | undefined, isExec: boolean): Promise<Date | undefined> {
  if (text === undefined) return undefined;
  const { momentOf } = await controls();
  const moment = await momentOf(text);
  if (moment) return moment;
  throw new UsageError(`--now must be a time like 2026-01-01 or 2026-01-01T12:00:00Z, not "${text}"`, {
    hint: isExec ? 'docs sandbox exec --now 2026-01-01 -- npm test' : 'docs sandbox serve --now 2026-01-01',
  });
}

/** What a host of a version offers; undefined: everything. Throws UsageError. */
async function ageIn(contract: string | undefined, isExec: boolean): Promise<Age | undefined> {
  if (contract === undefined) return undefined;
  const { ageNamed } = await controls();
  return ageNamed(contract, '--contract', isExec ? 'docs sandbox exec --help' : undefined);
}

/** Throws UsageError for what is not a file of faults, LocalIoError. */
async function faultsIn({ context }: ServeRun, name: string): Promise<FaultPlan> {
  const { parseYaml } = await import('../../files/yaml-file.ts');
  const path = resolve(context.cwd, name);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw ioError('read', path, error);
  }
  const { readFaults } = await controls();
  return readFaults(await parseYaml(text, name), name);
}

// The flags of docs sandbox serve.

export const SERVE_FLAGS = [
  flag('--file <file>', 'database file'),
  flag('--port <n>', 'port; 0 picks a free one', { default: '0' }),
  flag('--host <address>', 'address to listen on (default 127.0.0.1)', { reach: 'machine' }),
  flag('--allow-host <name...>', 'answer requests to this host name too, on any port or as name:port'),
  flag('--allow-origin <url...>', 'let web pages of this origin use it (CORS)', { reach: 'machine' }),
  flag('--allow-webhook <host...>', 'send events of integrations in development to this host too', {
    reach: 'machine',
  }),
  flag(
    '--seed <source>',
    'serve a new sandbox made from demo, empty, a sandbox file, an SQL dump, a plan, or an exported folder',
    { reach: 'machine' },
  ),
  flag('--now <time>', 'start its clock here, such as 2026-01-01 or 2026-01-01T12:00:00Z'),
  flag('--faults <file>', 'YAML file with the faults that requests meet'),
  flag('--strict', 'refuse requests with fields that an operation does not declare', { reach: 'machine' }),
  flag(
    '--contract <version>',
    'answer as a host of this version, 0.146 or 0.202, without what it lacks (default: all of both)',
    { reach: 'machine' },
  ),
  flag('--log <file>', 'append requests and failures as NDJSON'),
  flag('--profile-name <profile>', 'name of the profile for it'),
  flag('--show-token', 'print the token too (--json always has it)', { reach: 'machine', group: 'Output:' }),
  flag('--until-eof', 'also stop when stdin closes', { reach: 'machine' }),
] as const satisfies readonly Option[];

export type ServeRun = Run<FlagsOf<typeof SERVE_FLAGS>>;

/** Another sandbox may have been at this address before. */
export async function endHistoryAt(context: Context, url: string): Promise<void> {
  const { endHistoryOf } = await import('../../engine/journal/end-history.ts');
  await endHistoryOf(context, [url]);
}
