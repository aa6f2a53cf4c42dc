// The part of the door that tests use: seeds, states, clock, faults, requests. All behind it loads lazily.
import type { Age } from '../ages/age.ts';
import type { KeptRequest } from './control.ts';
import type { FaultPlan } from './faults.ts';
import type { SeedOptions } from './seed.ts';
import type { Snapshot } from './snapshots.ts';

/** Makes a new sandbox of what tests begin with. Throws UsageError, ConfigError, LocalIoError. */
export async function seedSandbox(options: SeedOptions): Promise<void> {
  const { seedSandbox } = await import('./seed.ts');
  return seedSandbox(options);
}

/** The file that a server serves, asked with a token of its administrator. Throws LocalIoError where none answers. */
export async function servedFile(url: string, token: string): Promise<string> {
  const { askServer } = await import('./ask-server.ts');
  return String((await askServer({ url, key: token }, { method: 'GET', path: 'file' })).file);
}

/** The time of a sandbox: that of its server, where one runs. */
export async function sandboxTime(file: string, now: Date): Promise<Date> {
  const { askServer, serverOf } = await import('./ask-server.ts');
  const server = serverOf(file);
  if (!server) return now;
  const clock = await askServer(server, { method: 'GET', path: 'clock' });
  return new Date(String(clock.now));
}

/** Faults as a file says them. Throws UsageError with the place of what is wrong. */
export async function readFaults(value: unknown, name: string): Promise<FaultPlan> {
  const { readFaults } = await import('./faults.ts');
  return readFaults(value, name);
}

/** What a host of a version offers. Throws UsageError for one that is not told apart from others. */
export async function ageNamed(version: string, option: string, hint?: string): Promise<Age> {
  const { ageNamed } = await import('../ages/age.ts');
  return ageNamed(version, option, hint);
}

/** A moment as people write one; undefined for any other text. */
export async function momentOf(text: string): Promise<Date | undefined> {
  const { momentOf } = await import('./clock.ts');
  return momentOf(text);
}

type Named = { file: string; name: string };

/** Does it by the server of the file, where one runs: then no request is in the middle of it. */
async function byServer(
  { file, name }: Named,
  path: 'snapshot' | 'restore',
  itself: () => Promise<Snapshot>,
  more: object = {},
): Promise<void> {
  const { askServer, serverOf } = await import('./ask-server.ts');
  const { asDocsError } = await import('../serving.ts');
  const server = serverOf(file);
  try {
    if (!server) await itself();
    else await askServer(server, { method: 'POST', path, body: { name, ...more } });
  } catch (error) {
    throw asDocsError(error);
  }
}

/** Saves a sandbox under a name. Throws ValidationError, ConflictError, ConfigError, LocalIoError. */
export async function saveSnapshot(file: string, name: string, options: { replace: boolean }): Promise<void> {
  const { saveSnapshot } = await import('./snapshots.ts');
  await byServer({ file, name }, 'snapshot', () => saveSnapshot(file, name, options), options);
}

/** Brings a saved state back. Throws NotFoundError, ConfigError, LocalIoError. */
export async function restoreSnapshot(file: string, name: string): Promise<void> {
  const { restoreSnapshot } = await import('./snapshots.ts');
  await byServer({ file, name }, 'restore', () => restoreSnapshot(file, name));
}

export async function listSnapshots(file: string): Promise<Snapshot[]> {
  const { listSnapshots } = await import('./snapshots.ts');
  return listSnapshots(file);
}

/** What came in at the server of a file after a number; undefined where none serves it (any more). */
export async function requestsOf(
  file: string,
  { after, waitMs, signal }: { after: number; waitMs: number; signal: AbortSignal },
): Promise<KeptRequest[] | undefined> {
  const { askServer, serverOf } = await import('./ask-server.ts');
  const server = serverOf(file);
  if (!server) return undefined;
  try {
    const path = `requests?after=${after}&wait=${waitMs}`;
    const { requests } = await askServer(server, { method: 'GET', path, signal });
    // The server is of this very version, or says that it has no such call.
    return requests as KeptRequest[];
  } catch (error) {
    if (signal.aborted) return [];
    if (serverOf(file) === undefined) return undefined;
    throw error;
  }
}
