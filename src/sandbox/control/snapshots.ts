// Named copies of a sandbox beside its file: saved and brought back whole, also while it is served.
import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, ioError } from '../../files/io-error.ts';
import { isAbandoned, namesIn, passingName, removeQuietly } from '../../files/lock.ts';
import { makeFolder } from '../../files/writer.ts';
import { copyDatabase, sealCopy } from '../db/copies.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { checkFile } from '../db/file-format.ts';
import { keepTokens, tokensIn } from '../db/people/tokens.ts';
import { badRequest, conflict, WireError } from '../wire-error.ts';

export interface Snapshot {
  name: string;
  createdAt: string;
  sizeBytes: number;
}

const ENDING = '.db';
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** What a served sandbox is reset to. */
export const START = 'start';

export const snapshotsFolder = (file: string) => `${file}.snapshots`;

function pathOf(file: string, name: string): string {
  if (!NAME.test(name))
    throw badRequest(`"${name}" is not a valid snapshot name: use letters, digits, dots, - and _`);
  return join(snapshotsFolder(file), name + ENDING);
}

/** By name. */
export function listSnapshots(file: string): Snapshot[] {
  const folder = snapshotsFolder(file);
  return namesIn(folder)
    .filter((name) => name.endsWith(ENDING) && NAME.test(name.slice(0, -ENDING.length)))
    .flatMap((name) => {
      const there = statSync(join(folder, name), { throwIfNoEntry: false });
      if (!there?.isFile()) return [];
      return [
        { name: name.slice(0, -ENDING.length), createdAt: there.mtime.toISOString(), sizeBytes: there.size },
      ];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Saves the sandbox as it is now. 409 for a name that is taken; WireError 400, ConfigError, LocalIoError. */
export async function saveSnapshot(
  file: string,
  name: string,
  { replace = false, durable = true }: { replace?: boolean; durable?: boolean } = {},
): Promise<Snapshot> {
  const path = pathOf(file, name);
  if (!replace && existsSync(path)) throw conflict(`snapshot "${name}" already exists`, 'add --replace');
  checkFile(file);
  const folder = snapshotsFolder(file);
  const copy = passingName(path, 'tmp');
  try {
    makeFolder(folder);
    for (const left of namesIn(folder)) if (isAbandoned(folder, left)) removeQuietly(join(folder, left));
    closeSync(openSync(copy, 'wx', 0o600));
    await copyDatabase(file, copy, { durable });
    sealCopy(copy, { durable });
    renameSync(copy, path);
  } catch (error) {
    throw errnoOf(error) === undefined ? error : ioError('write', path, error);
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) removeQuietly(copy + suffix);
  }
  const { mtime, size } = statSync(path);
  return { name, createdAt: mtime.toISOString(), sizeBytes: size };
}

/**
 * Brings a snapshot back, in one transaction. Tokens made since then stay valid, or whoever runs the tests could not go on.
 * `served`: the connection of the server that does it. 404 for an unknown name; ConfigError for one of another version.
 */
export async function restoreSnapshot(file: string, name: string, served?: Database): Promise<Snapshot> {
  const path = pathOf(file, name);
  const found = listSnapshots(file).find((one) => one.name === name);
  if (!found) throw unknown(file, name);
  checkFile(path);
  const before = within(file, served, tokensIn);
  await copyDatabase(path, file);
  within(file, served, (db) => keepTokens(db, before));
  return found;
}

/** By the connection of a server where there is one: each other one keeps its file open until garbage is collected. */
function within<T>(file: string, served: Database | undefined, work: (db: Database) => T): T {
  if (served) return work(served);
  const db = openDatabase(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function unknown(file: string, name: string): WireError {
  const names = listSnapshots(file).map((one) => one.name);
  return new WireError(
    404,
    `there is no snapshot "${name}"${names.length > 0 ? `, only ${names.join(', ')}` : ''}`,
    names.length > 0 ? 'docs sandbox snapshot list' : 'docs sandbox snapshot save clean',
  );
}
