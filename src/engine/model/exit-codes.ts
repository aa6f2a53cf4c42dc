// The exit codes of `docs`, in words.
import { EXIT } from '../../errors.ts';

export const EXIT_CODES: readonly { readonly code: number; readonly meaning: string }[] = [
  { code: EXIT.ok, meaning: 'done, also when a list is empty' },
  { code: EXIT.failed, meaning: 'the platform, the network or the disk failed; or a bug' },
  { code: EXIT.usage, meaning: 'the call was wrong: unknown command, bad flag or body, a limit broken' },
  { code: EXIT.declined, meaning: 'declined, or a confirmation is needed and nobody can answer' },
  { code: EXIT.auth, meaning: 'not signed in, token refused, or permission missing' },
  { code: EXIT.notFound, meaning: 'not found, or ambiguous' },
  {
    code: EXIT.findings,
    meaning: 'findings or differences, where the command was asked to tell by exit code',
  },
  { code: EXIT.partial, meaning: 'some of many items failed; or a merge or sync ended in conflicts' },
  {
    code: EXIT.retryLater,
    meaning: 'rate limited or timed out, and nothing was changed: safe to run again',
  },
  { code: 129, meaning: 'ended by SIGHUP' },
  { code: 130, meaning: 'ended by SIGINT (Ctrl-C)' },
  { code: 143, meaning: 'ended by SIGTERM' },
];
