// `startSandbox` of docs-admin-cli/sandbox: a platform for one test file, in the process of the tests.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { makeTemporaryFolder } from '../../files/temporary-folder.ts';
import { ageNamed } from '../ages/age.ts';
import { type Clock, momentOf, spanMs } from '../control/clock.ts';
import type { KeptRequest } from '../control/control.ts';
import { type FaultPlan, type FaultRule, readFaults } from '../control/faults.ts';
import { seedSandbox } from '../control/seed.ts';
import { metaStore } from '../db/database.ts';
import { adminToken, newToken, revokeTokens, type TokenWish } from '../new-token.ts';
import { eventKey } from '../resources/integrations/publish.ts';
import { type RunningSandbox, serveSandbox } from '../serve.ts';

export interface SandboxOptions {
  seed?: string;
  now?: string | Date;
  frozen?: boolean;
  faults?: FaultPlan | FaultRule[];
  strict?: boolean;
  /** `0.146` or `0.202`: answers as a host of that version. Without it, everything is there that either has. */
  contract?: string;
  port?: number;
}

export interface TestSandbox {
  url: string;
  token: string;
  /** Signs what integrations are sent. */
  eventKey: string;
  organization: string;
  file: string;
  reset(): Promise<void>;
  stop(): Promise<void>;
  save(name: string): Promise<void>;
  restore(name: string): Promise<void>;
  requests(): Promise<KeptRequest[]>;
  setFaults(faults: FaultPlan | FaultRule[]): void;
  createToken(wish?: { kind?: TokenWish['kind']; of?: string; expiresIn?: string }): string;
  revokeTokens(wish?: { kind?: TokenWish['kind']; of?: string }): number;
  clock: {
    now(): Date;
    set(to: string | Date): void;
    advance(by: string | number): void;
    freeze(frozen?: boolean): void;
  };
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts one. Throws UsageError, ConfigError, LocalIoError; nothing is left then. */
export async function startSandbox(
  options: SandboxOptions = {},
  env: Record<string, string | undefined> = {},
): Promise<TestSandbox> {
  refuseUnknown(options);
  const { seed = 'demo', now, frozen = false, faults, strict = false, contract, port = 0 } = options;
  const startAt = now === undefined ? undefined : moment(now);
  const plan = planOf(faults ?? []);
  const age = contract === undefined ? undefined : ageNamed(contract, 'contract');
  const folder = makeTemporaryFolder('docs-sandbox-');
  const file = join(folder, 'sandbox.db');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await seedSandbox({ file, seed: seedOf(seed), env, now: () => startAt ?? new Date(), durable: false });
    const served = await serveSandbox({
      file,
      port,
      env,
      strict,
      age,
      startAt,
      frozen,
      faults: plan,
      resettable: true,
      durable: false,
    });
    return handle(served, file, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

const KNOWN: readonly string[] = [
  'seed',
  'now',
  'frozen',
  'faults',
  'strict',
  'contract',
  'port',
] satisfies (keyof SandboxOptions)[];

function refuseUnknown(options: SandboxOptions): void {
  const unknown = Object.keys(options).filter((name) => !KNOWN.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`unknown option "${unknown[0]}": startSandbox takes ${KNOWN.join(', ')}`);
}

const seedOf = (seed: string) => (seed === 'demo' || seed === 'empty' ? seed : resolve(seed));

function handle(served: RunningSandbox, file: string, onStop: () => void): TestSandbox {
  const { sandbox, clock, control } = served;
  const token = adminToken(sandbox.db, clock.now());
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= served.close().then(onStop);
    return stopped;
  };
  const running = () => {
    if (stopped !== undefined)
      throw new UsageError('this sandbox was stopped: start another one with startSandbox');
    return control;
  };
  return {
    url: served.url,
    token,
    eventKey: eventKey(sandbox.db),
    organization: metaStore(sandbox.db).get('organization') ?? '',
    file,
    reset: async () => running().reset(),
    stop,
    save: async (name) => running().save(name),
    restore: async (name) => running().restore(name),
    requests: () => control.requests(),
    setFaults: (faults) => running().setFaults(planOf(faults)),
    createToken({ kind = 'user', of, expiresIn } = {}) {
      const at = clock.now();
      const expiresAt =
        expiresIn === undefined ? null : new Date(at.getTime() + span(expiresIn)).toISOString();
      return newToken(file, { kind, of, expiresAt }, at);
    },
    revokeTokens: ({ kind = 'user', of } = {}) => revokeTokens(file, { kind, of }, clock.now()),
    clock: clockOf(clock),
    [Symbol.asyncDispose]: stop,
  };
}

const clockOf = (clock: Clock): TestSandbox['clock'] => ({
  now: clock.now,
  set: (to) => clock.set(moment(to)),
  advance: (by) => clock.advance(typeof by === 'number' ? by : span(by)),
  freeze: (frozen = true) => clock.freeze(frozen),
});

/** Checked as the file of --faults is. */
const planOf = (given: FaultPlan | FaultRule[]): FaultPlan =>
  readFaults(Array.isArray(given) ? { faults: given } : given, 'faults');

function moment(given: string | Date): Date {
  const found = typeof given === 'string' ? momentOf(given) : given;
  if (found && !Number.isNaN(found.getTime())) return found;
  throw new UsageError(`a time must be like 2026-01-01 or 2026-01-01T12:00:00Z, not "${given}"`);
}

function span(text: string): number {
  const ms = spanMs(text);
  if (ms !== undefined) return ms;
  throw new UsageError(`a time must be like 90s, 12h or 7d, not "${text}"`);
}
