// Making a sandbox: empty or with the demo. It is built beside its place and put there whole.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError, isError, LocalIoError, UsageError } from '../errors.ts';
import { statsAt, wordsOfErrno } from '../files/io-error.ts';
import { ageMsOf, isAlive, ownerId } from '../files/lock.ts';
import { shell } from '../files/shell-word.ts';
import { makeFolder, syncFile, syncFolder } from '../files/writer.ts';
import { makeBackground } from './background.ts';
import { createDatabase, metaStore, openDatabase } from './db/database.ts';
import { addMember, organizations, users } from './db/people/organizations.ts';
import { createToken, type KeptTokens, keepTokens, tokensIn } from './db/people/tokens.ts';
import type { Size } from './demo/large.ts';
import { inspectSandbox, refuseOtherLogs, removeLogs } from './remove.ts';
import type { Sandbox } from './sandbox.ts';
import { newId } from './urls.ts';

export interface InitOptions {
  file: string;
  /** Fill it with the demo organization. */
  demo: boolean;
  /** Added to either. */
  size?: Partial<Size> | undefined;
  /** Fills it instead. */
  fill?: (sandbox: Sandbox) => Filled;
  env: Record<string, string | undefined>;
  now?: () => Date;
  /** False for one that lasts no longer than this process: the disk is not waited for. */
  durable?: boolean;
  /** Takes the place of the sandbox that is there, in one step; tokens of its administrator stay valid. */
  replace?: boolean;
}

/** The organization that a sandbox begins with, and who administers it. */
export type Filled = Pick<InitResult, 'organizationId' | 'organization' | 'adminId' | 'admin'>;

export interface InitResult {
  file: string;
  organizationId: string;
  organization: string;
  adminId: string;
  /** Display name of the first administrator. */
  admin: string;
  /** Token of the first administrator. It is told once. */
  adminToken: string;
}

/** Makes a sandbox file, readable by its owner only. Throws UsageError when there is one, LocalIoError when the disk refuses. */
export async function initSandbox(options: InitOptions): Promise<InitResult> {
  const file = resolve(options.file);
  const building = newName(file);
  try {
    if (!options.replace) refuseTaken(file);
    makeFolder(dirname(file));
    sweep(file);
    closeSync(openSync(building, 'wx', 0o600));
    const result = await build(building, options);
    if (options.replace) takeOver(file, building, result.adminId);
    publish(building, file, options);
    return { ...result, file };
  } catch (error) {
    throw explain(error, file);
  } finally {
    discard(building);
  }
}

function discard(building: string): void {
  try {
    // Its name is ours alone, and so is everything beside it.
    for (const suffix of ['', '-wal', '-shm', '-journal', '-whole'])
      rmSync(`${building}${suffix}`, { force: true });
  } catch {
    // What could not be made need not be removed; the error that matters is on its way.
  }
}

/** A name that `sweep` knows, should this process be killed. */
const newName = (file: string) => `${file}.new-${ownerId()}-${randomBytes(4).toString('hex')}`;

async function build(
  file: string,
  { demo, size, fill = fillEmpty, env, now = () => new Date() }: InitOptions,
) {
  const { TABLES } = await import('./db/schema.ts');
  const db = createDatabase(file, TABLES);
  try {
    // It is synced once, when it is whole.
    const background = makeBackground();
    const sandbox: Sandbox = { db, file, env, now, origin: 'sandbox:', background };
    const made = demo ? await (await import('./demo/demo.ts')).fillDemo(sandbox) : fill(sandbox);
    await background.settle();
    const meta = metaStore(db);
    meta.set('createdAt', now().toISOString());
    meta.set('downloadSecret', randomBytes(32).toString('base64url'));
    meta.set('organization', made.organizationId);
    meta.set('admin', made.adminId);
    if (size) await (await import('./demo/large.ts')).fillLarge(sandbox, size);
    const adminToken = createToken(db, { kind: 'user', subject: made.adminId, now: now().toISOString() });
    return { ...made, adminToken };
  } finally {
    db.close();
  }
}

/** Takes away what a killed `init` left. */
function sweep(file: string): void {
  const pattern = /^(?<database>.*\.new-(?<owner>\d+-\d+-\w*)-[0-9a-f]{8})(-wal|-shm|-journal|-whole)?$/;
  for (const name of readdirSync(dirname(file))) {
    const { database, owner } = pattern.exec(name)?.groups ?? {};
    if (
      database?.startsWith(`${basename(file)}.new-`) &&
      owner &&
      !isAlive(owner, ageMsOf(join(dirname(file), name)))
    ) {
      discard(join(dirname(file), database));
    }
  }
}

/** One organization with one administrator. */
export function fillEmpty({ db, now }: Sandbox): Filled {
  const at = now().toISOString();
  const organizationId = newId();
  const adminId = newId();
  const organization = 'My organization';
  const admin = 'Sandbox admin';
  db.transaction(() => {
    const email = 'admin@sandbox.example';
    users(db).insert({ id: adminId, displayName: admin, email, photoURL: null, createdAt: at });
    organizations(db).insert({
      id: organizationId,
      title: organization,
      hostname: 'my-organization',
      defaultRole: 'read',
      createdAt: at,
      settings: {
        type: 'business',
        plan: 'pro_2024',
        emailDomains: [],
        inviteLinks: false,
        mergeRules: { type: 'none' },
        trial: { status: 'notapplicable', count: 0 },
      },
    });
    addMember(db, { organization: organizationId, user: adminId, role: 'admin', at });
  });
  return { organizationId, organization, adminId, admin };
}

/**
 * Puts a finished file in its place; the place is taken at once or not at all. The file goes there as a copy: SQLite
 * may hold the built one until this process ends, and shares its locks and log with every name the file has, so a
 * process that opens the sandbox after making it would lock nothing.
 */
function publish(building: string, file: string, { durable = true, replace = false }: InitOptions): void {
  const finished = `${building}-whole`;
  copyFileSync(building, finished, constants.COPYFILE_EXCL);
  if (durable) syncFile(finished);
  // A log left beside an older file would be replayed into the new one.
  // A link that leads nowhere takes the place as well.
  if (replace || !lstatSync(file, { throwIfNoEntry: false })) {
    refuseOtherLogs(file);
    removeLogs(file);
  }
  if (replace) renameSync(finished, file);
  else claim(finished, file);
  if (durable) syncFolder(dirname(file));
}

/**
 * What opened the old sandbox opens the new one: whoever is stopped between the two steps of a reset, the file and the
 * profile, has both still. A sandbox that cannot be read has nothing to hand over.
 */
function takeOver(file: string, building: string, adminId: string): void {
  const kept = oldTokens(file);
  const db = openDatabase(building, { durable: false });
  try {
    if (kept) keepTokens(db, kept.tokens, (user) => (user === kept.admin ? adminId : user));
  } finally {
    db.close();
  }
}

function oldTokens(file: string): { tokens: KeptTokens; admin: string | undefined } | undefined {
  try {
    const db = openDatabase(file);
    try {
      return { tokens: tokensIn(db), admin: metaStore(db).get('admin') };
    } finally {
      // The last to close it writes its log into the file.
      db.close();
    }
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** Fails when the place is taken, even at this very moment. */
function claim(finished: string, file: string): void {
  try {
    linkSync(finished, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || lstatSync(file, { throwIfNoEntry: false })) throw error;
    // A file system without hard links.
    renameSync(finished, file);
  }
}

/** Throws UsageError for a sandbox, and for anything else that is there. */
function refuseTaken(file: string): void {
  const there = statsAt(file, { to: 'write' });
  if (!there) return;
  // A full disk leaves a file without content, which is nobody's.
  if (there.isFile() && there.size === 0) {
    rmSync(file);
    return;
  }
  inspectSandbox(file, { servedToo: true });
  throw exists(file);
}

const exists = (file: string) =>
  new UsageError(`a sandbox already exists at ${file}`, {
    code: 'SANDBOX_EXISTS',
    hint: shell`docs sandbox status --file ${file}`,
  });

function explain(error: unknown, file: string): unknown {
  const code = error instanceof LocalIoError ? error.details?.errno : codeOf(error);
  if (code === 'EEXIST' && existsSync(file)) return exists(file);
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  const { what, hint } = wordsOfErrno(code, file);
  return new LocalIoError(`cannot create a sandbox at ${file}: ${what}`, { hint, cause: error });
}

const codeOf = (error: unknown) => (isError(error) && 'code' in error ? error.code : undefined);
