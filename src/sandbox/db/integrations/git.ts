// Connections of spaces and sites to repositories, and how their imports and exports went.
import type { GitSyncState as GitSync } from '../../../api/content/spaces.generated.ts';
import type { GitOperation } from '../../../api/content/spaces.ts';
import type { GitSyncInstallation } from '../../../api/integrations/git.generated.ts';
import { newId } from '../../urls.ts';
import type { Database } from '../database.ts';
import { integer, integerOrNull, json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const gitSetups = table('git_setups', {
  space: key(),
  repoName: textOrNull(),
  installationProvider: textOrNull<NonNullable<GitSync['installationProvider']>>(),
  integration: textOrNull(),
  /** Without credentials. */
  url: textOrNull(),
  /** When the last operation succeeded. */
  updatedAt: textOrNull(),
  /** Time of the event behind the last operation: an older one is refused. */
  lastTimestamp: textOrNull(),
  lastOperation: textOrNull(),
  /** Repository, branch and directory of `syncedTree`, in one text. */
  syncedWith: textOrNull(),
  /** The tree that space and repository had in common last. */
  syncedTree: textOrNull(),
  /** The .gitbook.yaml it came with, or was written to. */
  settings: textOrNull(),
  /** JSON: paths in the repository, by the old path of a page in the space. */
  redirects: textOrNull(),
});
export type GitSetupRow = RowOf<typeof gitSetups>;

export const gitOperations = table(
  'git_operations',
  {
    id: key(),
    space: text(),
    direction: text<GitOperation['direction']>(),
    state: text<GitOperation['state']>(),
    startedAt: text(),
    endedAt: textOrNull(),
    error: textOrNull(),
    /** The process at work: see owner.ts. */
    owner: text(),
  },
  { indexes: ["CREATE INDEX git_operations_running ON git_operations (space) WHERE state = 'running'"] },
);
export type GitOperationRow = RowOf<typeof gitOperations>;

/** Only what is named changes. */
export const setUp = (db: Database, space: string, changes: Partial<GitSetupRow>): void =>
  gitSetups(db).put({ space, ...changes });

/** Keeps a running operation and makes it the last one of its space. */
export function startOperation(
  db: Database,
  given: Pick<GitOperationRow, 'space' | 'direction' | 'startedAt' | 'owner'>,
): GitOperationRow {
  const row: GitOperationRow = { ...given, id: newId(), state: 'running', endedAt: null, error: null };
  gitOperations(db).insert(row);
  setUp(db, row.space, { lastOperation: row.id });
  return row;
}

/** False when the operation was no longer running: its outcome stays as it is. */
export const finishOperation = (
  db: Database,
  id: string,
  outcome: Partial<Pick<GitOperationRow, 'state' | 'endedAt' | 'error'>>,
): boolean => gitOperations(db).update({ id, state: 'running' }, outcome);

export const gitInstallations = table(
  'gitInstallations',
  {
    id: key(),
    organization: partOf('organizations'),
    /** That of the site, for a space of it. */
    parent: textOrNull('REFERENCES gitInstallations(id) ON DELETE CASCADE'),
    provider: text<GitSyncInstallation['provider']>(),
    targetKind: text<'space' | 'site'>(),
    /** Id of the space or site. */
    target: text(),
    /** Whether an access token was given; the token itself is not kept. */
    hasToken: integer<0 | 1>(),
    repository: integerOrNull(),
    /** `refs/heads/<branch>` */
    branch: textOrNull(),
    /** The other settings. */
    settings: json<Pick<GitSyncInstallation, 'projectDirectory' | 'priority'>>(),
    createdBy: text(),
    createdAt: text(),
    updatedAt: text(),
  },
  { rest: ['UNIQUE (targetKind, target)'] },
);
export type GitInstallationRow = RowOf<typeof gitInstallations>;
