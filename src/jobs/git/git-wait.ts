// --wait of docs git import and export: follows the operation the platform works on.

import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { shownAddress } from '../../config/base-url.ts';
import type { Run } from '../../engine/run/run.ts';
import { parseDuration } from '../../engine/run/time-flags.ts';
import { sleep, type WaitFlags } from '../../engine/run/wait.ts';
import { DocsError, TimeoutError, UsageError } from '../../errors.ts';
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

// Addresses of repositories, before they are sent: what ends a line or a word would reach git as something else.

/** Decoded by whoever fetches, an encoded line end is one, too; an encoded space is an ordinary part of a path. */
const UNSAFE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029]|%0[0ad]/i;

/**
 * The addresses that a git command is given, by flag or --data, are checked, and a short --ref becomes a whole one.
 * Throws UsageError for an address that is unsafe.
 */
export async function checkGitAddresses(run: Run): Promise<void> {
  if (typeof run.input.ref === 'string') run.input = { ...run.input, ref: fullRef(run, run.input.ref) };
  const { input } = run;
  const { url, repoTreeURL, repoCommitURL, gitInfo } = input;
  refuseUnsafe('--url', url);
  refuseUnsafe('--repo-tree-url', repoTreeURL);
  refuseUnsafe('--repo-commit-url', repoCommitURL);
  if (typeof gitInfo === 'object' && gitInfo !== null && 'url' in gitInfo)
    refuseUnsafe('--git-info-url', gitInfo.url);
}

/** A branch by its short name is understood, and what it is understood as is said. */
export function fullRef({ context, warned }: Run, ref: string): string {
  // Of another kind (refs/tags/v1), or nothing that could be a branch: for the check of the input to refuse.
  if (ref.startsWith('refs/') || !/^[^\s~^:?*[\\\u0000-\u001f-][^\s~^:?*[\\\u0000-\u001f]*$/.test(ref))
    return ref;
  const full = `refs/heads/${ref}`;
  if (!warned.has(full)) note(context.io, `--ref ${ref} is read as ${full}`);
  warned.add(full);
  return full;
}

/** Throws UsageError for an address with a space, a line end or another control character, user and password masked. */
export function refuseUnsafe(flag: string, address: unknown): void {
  const found = typeof address === 'string' ? UNSAFE.exec(address)?.[0] : undefined;
  if (found === undefined) return;
  const what =
    found === ' ' ? 'a space' : /[%\r\n\0]/.test(found) ? 'a line end or NUL' : 'a control character';
  throw new UsageError(`${flag} contains ${what}: ${JSON.stringify(shownAddress(String(address)))}`, {
    code: 'BAD_URL',
    hint:
      found === ' '
        ? 'write a space in a URL as %20'
        : 'enter the URL on one line, without control characters',
  });
}
