// The exit codes of `docs`, in words.
import { EXIT } from '../../errors.ts';

export const EXIT_CODES: readonly { readonly code: number; readonly meaning: string }[] = [
  { code: EXIT.ok, meaning: 'success, even if a list is empty' },
  { code: EXIT.failed, meaning: 'failure of the platform, network or disk, or a bug' },
  { code: EXIT.usage, meaning: 'usage error: unknown command, invalid flag or body, exceeded limit' },
  { code: EXIT.declined, meaning: 'declined, or a confirmation is required and there is no terminal' },
  { code: EXIT.auth, meaning: 'not signed in, token refused or permission missing' },
  { code: EXIT.notFound, meaning: 'not found, ambiguous, or not offered by the host' },
  {
    code: EXIT.findings,
    meaning: 'findings or differences, with --exit-code; a plan that no longer fits',
  },
  { code: EXIT.partial, meaning: 'some items failed, or a merge or sync ended in conflicts' },
  {
    code: EXIT.retryLater,
    meaning: 'rate limited or timed out before anything changed: safe to retry',
  },
  { code: 129, meaning: 'ended by SIGHUP' },
  { code: 130, meaning: 'ended by SIGINT (Ctrl-C)' },
  { code: 143, meaning: 'ended by SIGTERM' },
];
