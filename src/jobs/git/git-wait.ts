// --wait of docs git import and export: follows the operation the platform works on.

import { getSpace, type Space } from '../../api/content/spaces.ts';
import { parseDuration } from '../../engine/run/age.ts';
import type { Run } from '../../engine/run/run.ts';
import { sleep } from '../../engine/run/sleep.ts';
import type { WaitFlags } from '../../engine/run/wait.ts';
import { DocsError, TimeoutError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { done, note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';

/** Polls the space until the operation has ended. Throws DocsError GIT_FAILED (exit 1) with the platform's reason. */
export async function watchGit(run: Run<WaitFlags, Space>, direction: 'import' | 'export'): Promise<void> {
  if (run.flags.wait !== true) return;
  const { io } = run.context;
  const deadline = Date.now() + parseDuration(String(run.flags.waitTimeout ?? '10m'), '--wait-timeout');
  const before = run.target;
  // Both commands read their space before they send.
  if (!before) return;
  const progress = startProgress(io, `waiting for the git ${direction}`);
  try {
    for (let delayMs = 250; ; delayMs = Math.min(delayMs * 1.5, 5000)) {
      const space = await (await run.client()).call(getSpace, { spaceId: before.id });
      const ended = await outcome(run, before, space, direction);
      if (ended) return;
      if (Date.now() + delayMs > deadline) throw stillRunning(run, before.id, direction);
      await sleep(delayMs, run.context);
    }
  } finally {
    progress.stop();
  }
}

async function outcome(
  run: Run,
  before: Space,
  { id, title, gitSync, revision }: Space,
  direction: string,
): Promise<boolean> {
  const { io } = run.context;
  const operation = gitSync?.operation;
  if (operation?.direction === direction) {
    if (operation.state === 'running') return false;
    if (operation.state === 'success') {
      done(io, `finished the git ${direction} of space "${title}" (${id})`);
      return true;
    }
    await (await import('../../engine/journal/record-change.ts')).markFailed(run);
    throw new DocsError(
      `the git ${direction} of space "${title}" (${id}) failed: ${operation.error ?? operation.state}`,
      { code: 'GIT_FAILED', exit: 1 },
      { hint: shell`docs git status --space ${id}`, outcome: 'rejected' },
    );
  }
  // This host does not tell the operation: only its traces can be seen, and a failure leaves none.
  const moved = gitSync?.updatedAt !== before.gitSync?.updatedAt || revision !== before.revision;
  if (moved)
    done(io, `finished the git ${direction} of space "${title}" (${id}): its revision is ${revision}`);
  return moved;
}

function stillRunning(run: Run<WaitFlags>, spaceId: string, direction: string): TimeoutError {
  note(
    run.context.io,
    'this host does not report the result of git operations, so it would not show a failure either',
  );
  return new TimeoutError(`the git ${direction} did not finish within ${run.flags.waitTimeout ?? '10m'}`, {
    code: 'WAIT_TIMEOUT',
    outcome: 'unknown',
    hint: shell`docs spaces get ${spaceId} --fields gitSync,revision`,
  });
}
