// Addresses of repositories, before they are sent: what ends a line or a word would reach git as something else.

import { shownAddress } from '../../config/base-url.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';

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
