// What a served sandbox begins with: a seed of its own, a clock, faults.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../../../errors.ts';
import { ioError } from '../../../files/io-error.ts';
import type { Age, FaultPlan } from '../../../sandbox/door.ts';
import { controls } from './sandbox-make.ts';
import type { ServeRun } from './serve-flags.ts';

interface Place {
  file: string;
  /** Takes away what was made for this server alone. */
  remove(): void;
}

/** What a served sandbox begins with. Throws UsageError, LocalIoError. */
export async function beginningOf(run: ServeRun) {
  const { now, faults, contract, strict } = run.flags;
  return {
    startAt: await startOf(now),
    faults: faults === undefined ? undefined : await faultsIn(run, faults),
    age: await ageIn(contract),
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
  const { seedSandbox } = await controls();
  const make = (file: string) =>
    seedSandbox({ file, seed, env: context.env, now: startAt ? () => startAt : context.now });
  if (flags.file !== undefined) {
    const file = resolve(context.cwd, flags.file);
    await make(file);
    return { file, remove: () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'docs-sandbox-'));
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
async function startOf(text: string | undefined): Promise<Date | undefined> {
  if (text === undefined) return undefined;
  const { momentOf } = await controls();
  const moment = await momentOf(text);
  if (moment) return moment;
  throw new UsageError(`--now must be a time like 2026-01-01 or 2026-01-01T12:00:00Z, not "${text}"`, {
    hint: 'docs sandbox serve --now 2026-01-01',
  });
}

/** What a host of a version offers; undefined: everything. Throws UsageError. */
async function ageIn(contract: string | undefined): Promise<Age | undefined> {
  if (contract === undefined) return undefined;
  const { ageNamed } = await controls();
  return ageNamed(contract, '--contract');
}

/** Throws UsageError for what is not a file of faults, LocalIoError. */
async function faultsIn({ context }: ServeRun, name: string): Promise<FaultPlan> {
  const { parseYaml } = await import('../../../workflows/yaml-file.ts');
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
