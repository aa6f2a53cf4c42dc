// Git imports and exports: accepted at once, done in the background, their outcome kept with the space.
import { setTimeout as delay } from 'node:timers/promises';
import type { GitOperation } from '../../../api/content/spaces.ts';
import { DocsError } from '../../../errors.ts';
import { ownerId } from '../../../files/process-owner.ts';
import { branchOf, readRepositoryUrl } from '../../content/git/git-url.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { type GitOperationRow, gitStore } from '../../db/integrations/git-operations.ts';
import { metaStore } from '../../db/meta.ts';
import { whenFree } from '../../lock.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { conflict, WireError } from '../../wire-error.ts';
import { redactCredentials, repositoryName, withoutCredentials } from './git-address.ts';
import type { GitFields } from './git-source.ts';
import { closeIfLost, GIT_LIMIT_MS } from './git-state.ts';

/** Talks to the repository, and returns what prepares the writing when that went well. */
export type GitWork = (sandbox: Sandbox, signal: AbortSignal) => Promise<Prepare>;

/**
 * Works out what is to be written on top of what the space holds now. What it returns writes it, in one transaction, or
 * returns false where the space has moved on meanwhile: then it is worked out anew.
 */
export type Prepare = () => Promise<() => boolean>;

/**
 * Notes that an import or export begins and lets it go on in the background. Throws ValidationError for an address or
 * branch git cannot have, 403 without the right to synchronise, 404, and 409 for an event older than the last one.
 */
export function startGit(
  call: Call,
  { direction, fields, work }: { direction: GitOperation['direction']; fields: GitFields; work: GitWork },
): void {
  readRepositoryUrl(fields.url);
  branchOf(fields.ref);
  const operation = call.db.transaction(() => accept(call, direction, fields));
  // What cannot be written down now is found out later: the operation's process will be gone.
  call.background.add(run(call, operation, { fields, work }).catch(() => undefined));
}

function accept(call: Call, direction: GitOperation['direction'], fields: GitFields): GitOperationRow {
  const { db } = call;
  const space = spaceStore(db).live(fields.spaceId);
  call.access.requireSpace(space, 'triggerGitSync');
  // Whoever runs the server may name a folder of this machine; a member who only asks it may not.
  if (call.origin !== 'sandbox:' && !/^https?:/i.test(fields.url))
    call.access.requireOrganization(space.organization, 'admin');
  if (direction === 'export' && metaStore(db).get('clone') !== undefined)
    throw conflict(`space "${space.title}" is a copy: nothing is written to its repository`);
  const last = gitStore(db).setup(space.id)?.lastTimestamp ?? '';
  const timestamp = new Date(fields.timestamp ?? call.now()).toISOString();
  const isLate = timestamp < last;
  // Without a time of its own it is about what is there now, whatever other clocks say.
  if (isLate && fields.timestamp !== undefined && !fields.force) {
    throw conflict(
      `the ${direction} is of ${timestamp}, older than the last git operation of space "${space.title}" (${last}); force overrides`,
    );
  }
  gitStore(db).setUp(space.id, { lastTimestamp: isLate ? last : timestamp });
  return gitStore(db).start({
    space: space.id,
    direction,
    startedAt: call.now().toISOString(),
    owner: ownerId(),
  });
}

async function run(
  sandbox: Sandbox,
  operation: GitOperationRow,
  { fields, work }: { fields: GitFields; work: GitWork },
): Promise<void> {
  const { db } = sandbox;
  const late = AbortSignal.timeout(GIT_LIMIT_MS);
  const { signal: stopped } = sandbox.background;
  const signal = AbortSignal.any([late, stopped]);
  try {
    await myTurn(sandbox, operation, signal);
    const prepare = await work(sandbox, signal);
    for (let isDone = false; !isDone; ) {
      const write = await prepare();
      await whenFree(db);
      isDone = db.transaction(() => {
        const endedAt = sandbox.now().toISOString();
        // Somebody has given it up for lost: what it brings is no longer wanted.
        if (gitStore(db).operation(operation.id)?.state !== 'running') return true;
        if (!write()) return false;
        gitStore(db).finish(operation.id, { state: 'success', endedAt });
        gitStore(db).setUp(operation.space, { ...repositoryOf(fields), updatedAt: endedAt });
        return true;
      });
    }
  } catch (error) {
    const state = late.aborted ? 'timeout' : 'failure';
    const why = stopped.aborted ? new WireError(500, STOPPED) : error;
    const endedAt = sandbox.now().toISOString();
    gitStore(db).finish(operation.id, { state, endedAt, error: reasonOf(why, fields.url, state) });
  }
}

/** What a space goes with once it went well: a repository that could not be read is not its repository. */
function repositoryOf({ gitInfo, url: given }: GitFields) {
  const url = withoutCredentials(gitInfo?.url ?? given);
  return {
    url,
    repoName: repositoryName(url),
    ...(gitInfo?.provider && { installationProvider: gitInfo.provider }),
  };
}

const STOPPED = 'the command that began it was interrupted or ran out of time';

const POLL_MS = 50;

/** The operations of a space go one after another, in every process that has the sandbox open. */
async function myTurn(sandbox: Sandbox, operation: GitOperationRow, signal: AbortSignal): Promise<void> {
  const isAhead = (row: GitOperationRow) => closeIfLost(sandbox, row).state === 'running';
  while (gitStore(sandbox.db).runningBefore(operation).some(isAhead)) {
    await delay(POLL_MS, undefined, { signal });
  }
}

function reasonOf(error: unknown, url: string, state: 'timeout' | 'failure'): string {
  if (state === 'timeout') return `it took longer than ${GIT_LIMIT_MS / 60_000} minutes`;
  const expected = error instanceof DocsError || error instanceof WireError;
  const reason = expected ? error.message : `unexpected error: ${String(error)}`;
  return redactCredentials(reason, url);
}
