// How a space's git synchronisation stands. Read with every space: imports stores only.

import type { GitSyncState as GitSync, Space } from '../../../api/content/spaces.generated.ts';
import type { GitOperation } from '../../../api/content/spaces.ts';
import { isAlive } from '../../../files/process-owner.ts';
import {
  finishOperation,
  type GitOperationRow,
  type GitSetupRow,
  gitOperations,
  gitSetups,
} from '../../db/integrations/git.ts';
import type { Sandbox } from '../../sandbox.ts';

/** An import or export may take this long. */
export const GIT_LIMIT_MS = 10 * 60_000;
/** A process that is alive and over its limit has this long to say so itself. */
const GRACE_MS = 60_000;

/** The five fields and how the last operation went; undefined before any set-up. */
export function gitSyncOf(sandbox: Sandbox, spaceId: string): Space['gitSync'] {
  const setup = gitSetups(sandbox.db).find({ space: spaceId });
  if (!setup) return undefined;
  const operation = lastOperation(sandbox, setup);
  return { ...gitInfo(setup), ...(operation && { operation }) };
}

/** The five fields of a set-up; absent ones are left out. */
export function gitInfo({
  space,
  repoName,
  installationProvider,
  integration,
  url,
  updatedAt,
}: GitSetupRow): GitSync {
  return {
    ...(repoName !== null && { repoName }),
    ...(installationProvider && { installationProvider }),
    ...(integration !== null && { integration }),
    ...(url !== null && { url }),
    ...(updatedAt !== null && { updatedAt }),
    // One set-up a space, which is its own installation.
    ...{ installationId: space, installationStatus: 'active' },
  };
}

function lastOperation(sandbox: Sandbox, { lastOperation: id }: GitSetupRow): GitOperation | undefined {
  const row = id === null ? undefined : gitOperations(sandbox.db).find({ id });
  if (!row) return undefined;
  const { state, direction, startedAt, endedAt, error } =
    row.state === 'running' ? closeIfLost(sandbox, row) : row;
  return {
    state,
    direction,
    startedAt,
    ...(endedAt !== null && { endedAt }),
    ...(error !== null && { error }),
  };
}

/** Marks an operation whose process is gone as failed, and one far over its limit as timed out. */
export function closeIfLost(sandbox: Sandbox, row: GitOperationRow): GitOperationRow {
  const outcome = lostOutcome(sandbox, row);
  if (!outcome) return row;
  finishOperation(sandbox.db, row.id, { ...outcome, endedAt: sandbox.now().toISOString() });
  return gitOperations(sandbox.db).find({ id: row.id }) ?? row;
}

function lostOutcome(sandbox: Sandbox, { owner, startedAt, direction }: GitOperationRow) {
  // One in another container cannot be asked: the time limit below ends it.
  if (!isAlive(owner, 0)) {
    return {
      state: 'failure',
      error: `the process that ran the ${direction} ended before it was done`,
    } as const;
  }
  const tookMs = sandbox.now().getTime() - Date.parse(startedAt);
  if (tookMs <= GIT_LIMIT_MS + GRACE_MS) return undefined;
  return {
    state: 'timeout',
    error: `the ${direction} took longer than ${GIT_LIMIT_MS / 60_000} minutes`,
  } as const;
}
