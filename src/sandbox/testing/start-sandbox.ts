// `startSandbox` of docs-admin-cli/sandbox: a platform for one test file, in the process of the tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { type Clock, momentOf, spanMs } from '../control/clock.ts';
import { type FaultPlan, type FaultRule, readFaults } from '../control/faults.ts';
import type { KeptRequest } from '../control/request-log.ts';
import { seedSandbox } from '../control/seed.ts';
import { metaStore } from '../db/meta.ts';
import { adminToken, newToken, revokeTokens, type TokenWish } from '../new-token.ts';
import { type RunningSandbox, serveSandbox } from '../serve.ts';

export interface SandboxOptions {
  seed?: string;
  now?: string | Date;
  frozen?: boolean;
  faults?: FaultPlan | FaultRule[];
  strict?: boolean;
  port?: number;
}

export interface TestSandbox {
  url: string;
  token: string;
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

/** Starts one, and calls `onStop` when it has stopped. Throws UsageError, ConfigError, LocalIoError; nothing is left then. */
export async function startSandbox(
  options: SandboxOptions = {},
  env: Record<string, string | undefined> = {},
  onStop?: () => Promise<void>,
): Promise<TestSandbox> {
  const { seed = 'demo', now, frozen = false, faults, strict = false, port = 0 } = options;
  const startAt = now === undefined ? undefined : moment(now);
  const plan = planOf(faults ?? []);
  const folder = mkdtempSync(join(tmpdir(), 'docs-sandbox-'));
  const file = join(folder, 'sandbox.db');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await seedSandbox({ file, seed: seedOf(seed), env, now: () => startAt ?? new Date(), durable: false });
    const served = await serveSandbox({
      file,
      port,
      env,
      strict,
      startAt,
      frozen,
      faults: plan,
      resettable: true,
      durable: false,
    });
    return handle(served, file, async () => {
      remove();
      await onStop?.();
    });
  } catch (error) {
    remove();
    throw error;
  }
}

const seedOf = (seed: string) => (seed === 'demo' || seed === 'empty' ? seed : resolve(seed));

function handle(served: RunningSandbox, file: string, onStop: () => Promise<void>): TestSandbox {
  const { sandbox, clock, control } = served;
  const token = adminToken(sandbox.db, clock.now());
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= served.close().then(onStop);
    return stopped;
  };
  return {
    url: served.url,
    token,
    organization: metaStore(sandbox.db).get('organization') ?? '',
    file,
    reset: () => control.reset(),
    stop,
    save: (name) => control.save(name),
    restore: (name) => control.restore(name),
    requests: () => control.requests(),
    setFaults: (faults) => control.setFaults(planOf(faults)),
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

function clockOf(clock: Clock): TestSandbox['clock'] {
  return {
    now: clock.now,
    set: (to) => clock.set(moment(to)),
    advance: (by) => clock.advance(typeof by === 'number' ? by : span(by)),
    freeze: (frozen = true) => clock.freeze(frozen),
  };
}

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
