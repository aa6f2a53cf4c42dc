// Which repository a space is synced with, and how its imports and exports went.

import type { GitSyncState as GitSync } from '../../../api/content/spaces.generated.ts';
import type { GitOperation } from '../../../api/content/spaces.ts';
import type { Hash } from '../../content/model.ts';
import { newId } from '../../ids.ts';
import { type Database, perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const gitTables = `
CREATE TABLE git_setups (
  space TEXT PRIMARY KEY,
  repoName TEXT,
  installationProvider TEXT,
  integration TEXT,
  url TEXT,
  updatedAt TEXT,
  lastTimestamp TEXT,
  lastOperation TEXT,
  syncedWith TEXT,
  syncedTree TEXT,
  settings TEXT,
  redirects TEXT
) STRICT;
CREATE TABLE git_operations (
  id TEXT PRIMARY KEY,
  space TEXT NOT NULL,
  direction TEXT NOT NULL,
  state TEXT NOT NULL,
  startedAt TEXT NOT NULL,
  endedAt TEXT,
  error TEXT,
  owner TEXT NOT NULL
) STRICT;
CREATE INDEX git_operations_running ON git_operations (space) WHERE state = 'running'`;

export interface GitSetupRow {
  space: string;
  repoName: string | null;
  installationProvider: GitSync['installationProvider'] | null;
  integration: string | null;
  /** Without credentials. */
  url: string | null;
  /** When the last operation succeeded. */
  updatedAt: string | null;
  /** Time of the event behind the last operation: an older one is refused. */
  lastTimestamp: string | null;
  lastOperation: string | null;
  /** Repository, branch and directory of `syncedTree`, in one text. */
  syncedWith: string | null;
  /** The tree that space and repository had in common last. */
  syncedTree: Hash | null;
  /** The .gitbook.yaml it came with, or was written to. */
  settings: string | null;
  /** JSON: paths in the repository, by the old path of a page in the space. */
  redirects: string | null;
}

/** Only what is named changes. */
export type GitSetupChanges = {
  [K in Exclude<keyof GitSetupRow, 'space'>]?: NonNullable<GitSetupRow[K]> | null;
};

export interface GitOperationRow {
  id: string;
  space: string;
  direction: GitOperation['direction'];
  state: GitOperation['state'];
  startedAt: string;
  endedAt: string | null;
  error: string | null;
  /** The process at work: see owner.ts. */
  owner: string;
}

export interface GitOutcome {
  state: Exclude<GitOperation['state'], 'running'>;
  endedAt: string;
  error?: string | undefined;
}

export interface GitStore {
  /** undefined before any set-up. */
  setup(spaceId: string): GitSetupRow | undefined;
  setUp(spaceId: string, changes: GitSetupChanges): void;
  /** False when there was no set-up. */
  remove(spaceId: string): boolean;
  operation(id: string): GitOperationRow | undefined;
  /** Keeps a running operation and makes it the last one of its space. */
  start(operation: Pick<GitOperationRow, 'space' | 'direction' | 'startedAt' | 'owner'>): GitOperationRow;
  /** Running operations of a space that began before another one, oldest first. */
  runningBefore(operation: GitOperationRow): GitOperationRow[];
  /** False when the operation was no longer running: its outcome stays as it is. */
  finish(id: string, outcome: GitOutcome): boolean;
  removeOfSpace(spaceId: string): void;
}

export const gitStore = perDatabase(
  (db): GitStore => ({
    setup: (spaceId) => db.get<GitSetupRow>('SELECT * FROM git_setups WHERE space = ?', spaceId),
    setUp: (spaceId, changes) => setUp(db, spaceId, changes),
    remove: (spaceId) => db.run('DELETE FROM git_setups WHERE space = ?', spaceId).changes > 0,
    operation: (id) => db.get<GitOperationRow>('SELECT * FROM git_operations WHERE id = ?', id),
    start(operation) {
      const row: GitOperationRow = {
        ...operation,
        id: newId(),
        state: 'running',
        endedAt: null,
        error: null,
      };
      insertRow(db, 'git_operations', row);
      setUp(db, row.space, { lastOperation: row.id });
      return row;
    },
    runningBefore: ({ id, space }) =>
      db.all<GitOperationRow>(
        `SELECT * FROM git_operations WHERE state = 'running' AND space = ?
           AND rowid < (SELECT rowid FROM git_operations WHERE id = ?) ORDER BY rowid`,
        space,
        id,
      ),
    finish: (id, { state, endedAt, error }) =>
      db.run(
        `UPDATE git_operations SET state = ?, endedAt = ?, error = ? WHERE id = ? AND state = 'running'`,
        state,
        endedAt,
        error ?? null,
        id,
      ).changes > 0,
    removeOfSpace(spaceId) {
      db.run('DELETE FROM git_operations WHERE space = ?', spaceId);
      db.run('DELETE FROM git_setups WHERE space = ?', spaceId);
    },
  }),
);

function setUp(db: Database, space: string, changes: GitSetupChanges): void {
  const columns: Record<string, string | null> = { ...changes, space };
  const names = Object.keys(columns);
  const sets = names.map((name) => `${name} = excluded.${name}`);
  db.run(
    `INSERT INTO git_setups (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT (space) DO UPDATE SET ${sets.join(', ')}`,
    ...Object.values(columns),
  );
}
