// A new sandbox from what tests begin with: the demo, nothing, a file, a dump, a plan, or folders of Markdown.
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { operations } from '../../api/index.ts';
import { splitInput } from '../../api/operation.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import { errnoOf, ioError } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';
import { accessOf } from '../access.ts';
import { dispatch, openSandbox } from '../app.ts';
import { copyDatabase, loadDump } from '../db/copies.ts';
import { metaStore, openDatabase } from '../db/database.ts';
import { type InitResult, initSandbox } from '../init.ts';
import type { Call, Sandbox } from '../sandbox.ts';

export interface SeedOptions {
  /** Where the sandbox is made; nothing may be there. */
  file: string;
  /** `demo`, `empty`, or a path. */
  seed: string;
  env: Record<string, string | undefined>;
  now: () => Date;
  /** False for one that lasts no longer than this process. */
  durable?: boolean;
}

const MOST_TEXT = 256 * 1024 * 1024;

/** Makes it, whole or not at all. Throws UsageError for a seed that cannot be read, ConfigError, LocalIoError. */
export async function seedSandbox(options: SeedOptions): Promise<void> {
  const { file, seed } = options;
  if (existsSync(file))
    throw new ConfigError(`a sandbox already exists at ${file}: --seed makes a new one`, {
      code: 'SANDBOX_EXISTS',
      hint: shell`docs sandbox serve --file ${file}`,
    });
  if (seed === 'demo' || seed === 'empty') {
    await initSandbox({ ...options, demo: seed === 'demo' });
    return;
  }
  try {
    await fill(options);
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
    throw error;
  }
}

async function fill(options: SeedOptions): Promise<void> {
  const { file, seed } = options;
  const kind = kindOf(seed);
  if (kind === 'sandbox') return copySandbox(seed, file);
  if (kind === 'folder')
    return within(options, await initSandbox({ ...options, demo: false }), async (call, made) => {
      const { seedFolders } = await import('./seed-folder.ts');
      await seedFolders(call, made.organizationId, seed);
    });
  const text = readFileSync(seed, 'utf8');
  if (!/^\s*\{/.test(text)) {
    const { TABLES } = await import('../db/schema.ts');
    closeSync(openSync(file, 'wx', 0o600));
    return loadDump(file, text, TABLES, seed);
  }
  const plan = seedPlanOf(text, seed);
  if (!plan)
    throw new UsageError(`${seed} is neither a plan nor a dump`, { hint: 'use a plan made with --plan-out' });
  const { organizationId } = await demoIds();
  // What a plan for the demo names is there.
  const made = await initSandbox({ ...options, demo: plan.organization?.id === organizationId });
  await within(options, made, (call) =>
    seedPlan(call, plan, { token: made.adminToken, organizationId: made.organizationId, name: seed }),
  );
}

async function demoIds(): Promise<{ organizationId: string }> {
  const { ORGANIZATION } = await import('../demo/people.ts');
  return { organizationId: ORGANIZATION };
}

async function copySandbox(from: string, to: string): Promise<void> {
  openDatabase(from).close();
  closeSync(openSync(to, 'wx', 0o600));
  await copyDatabase(from, to);
}

function kindOf(seed: string): 'folder' | 'sandbox' | 'text' {
  try {
    const stats = statSync(seed);
    if (stats.isDirectory()) return 'folder';
    if (stats.size > MOST_TEXT && !isSqlite(seed)) throw new UsageError(`${seed} is too large for a seed`);
    return isSqlite(seed) ? 'sandbox' : 'text';
  } catch (error) {
    throw errnoOf(error) === undefined ? error : ioError('read', seed, error);
  }
}

const SQLITE = 'SQLite format 3\0';

function isSqlite(path: string): boolean {
  const start = Buffer.alloc(SQLITE.length);
  const handle = openSync(path, 'r');
  try {
    return start.toString('latin1', 0, readSync(handle, start, 0, start.length, 0)) === SQLITE;
  } finally {
    closeSync(handle);
  }
}

/** Works as the administrator of a sandbox that was just made. */
async function within(
  { file, env, now }: SeedOptions,
  made: InitResult,
  work: (call: Call & Sandbox, made: InitResult) => Promise<void>,
): Promise<void> {
  const sandbox = openSandbox({ file, env, now });
  try {
    const userId = metaStore(sandbox.db).get('admin') ?? '';
    await work({ ...sandbox, caller: { kind: 'user', userId }, access: accessOf(sandbox.db, userId) }, made);
    await sandbox.background.settle();
  } finally {
    sandbox.db.close();
  }
}

interface SeedPlan {
  organization: { id: string } | null;
  rows: { operation: string; input: Record<string, unknown> }[];
}

/** The plan in a text; undefined for JSON of another kind. Throws UsageError for what is not JSON. */
function seedPlanOf(text: string, name: string): SeedPlan | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON`, { hint: 'use a plan made with --plan-out' });
  }
  if (!isRecord(value) || value.version !== 1 || !Array.isArray(value.rows)) return undefined;
  const rows = value.rows.filter(
    (row): row is SeedPlan['rows'][number] =>
      isRecord(row) && typeof row.operation === 'string' && isRecord(row.input),
  );
  const { organization } = value;
  const id = isRecord(organization) && typeof organization.id === 'string' ? organization.id : undefined;
  return { organization: id === undefined ? null : { id }, rows };
}

/** A value that is nothing but a reference to what an earlier row made. */
const REFERENCE = /^\{row (\d+)\}\.id$/;

/** Sends its rows. What it says of its own organization is done in the sandbox's. Throws UsageError with the row that fails. */
async function seedPlan(
  sandbox: Sandbox,
  { organization, rows }: SeedPlan,
  { token, organizationId, name }: { token: string; organizationId: string; name: string },
): Promise<void> {
  const made = new Map<number, string>();
  const filledIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filledIn);
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one)]));
    if (typeof value !== 'string') return value;
    if (value === organization?.id) return organizationId;
    const row = REFERENCE.exec(value)?.[1];
    return row === undefined ? value : (made.get(Number(row)) ?? value);
  };
  for (const [at, { operation: id, input }] of rows.entries()) {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw new UsageError(`${name}: row ${at + 1} has an unknown operation "${id}"`);
    // Made of a record, so it is one.
    const request = splitInput(operation, filledIn(input) as Record<string, unknown>);
    const { status, body } = await dispatch(sandbox, operation, {
      ...request,
      headers: { authorization: `Bearer ${token}` },
    });
    if (status >= 300)
      throw new UsageError(`${name}: row ${at + 1} (${id}) is refused: ${messageIn(body) ?? status}`);
    if (isRecord(body) && typeof body.id === 'string') made.set(at + 1, body.id);
  }
}

const messageIn = (body: unknown): unknown =>
  isRecord(body) && isRecord(body.error) ? body.error.message : undefined;
