// Addresses of repositories, before they are sent: what ends a line or a word would reach git as something else.
import { shownAddress } from '../../config/base-url.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';

/** Decoded by whoever fetches, an encoded line end is one, too; an encoded space is an ordinary part of a path. */
const UNSAFE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029]|%0[0ad]/i;

/** The addresses that a git command is given, by flag or --data. Throws UsageError for one that is unsafe. */
export async function checkGitAddresses({ input }: Run): Promise<void> {
  const { url, repoTreeURL, repoCommitURL, gitInfo } = input;
  refuseUnsafe('--url', url);
  refuseUnsafe('--repo-tree-url', repoTreeURL);
  refuseUnsafe('--repo-commit-url', repoCommitURL);
  if (typeof gitInfo === 'object' && gitInfo !== null && 'url' in gitInfo)
    refuseUnsafe('--git-info-url', gitInfo.url);
}

/** Throws UsageError for an address with a space, a line end or another control character, user and password masked. */
export function refuseUnsafe(flag: string, address: unknown): void {
  const found = typeof address === 'string' ? UNSAFE.exec(address)?.[0] : undefined;
  if (found === undefined) return;
  const what =
    found === ' ' ? 'a space' : /[%\r\n\0]/.test(found) ? 'a line end or NUL' : 'a control character';
  throw new UsageError(`${flag} holds ${what}: ${JSON.stringify(shownAddress(String(address)))}`, {
    code: 'BAD_URL',
    hint:
      found === ' '
        ? 'write a space in an address as %20'
        : 'give the address on one line, without control characters',
  });
}
