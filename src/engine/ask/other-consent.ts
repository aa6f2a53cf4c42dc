// --confirm that is not the number of what would be done.
import { UsageError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import { lineWithConsent } from '../model/typed-again.ts';

/** UsageError `CONFIRM_MISMATCH` (exit 3); the hint has the right number in place of what was typed. */
export const otherConsent = (
  { context, flags }: Run,
  amount: string,
  what = 'what it would do',
): UsageError =>
  new UsageError(`--confirm "${flags.confirm}" is not "${amount}", ${what}`, {
    code: 'CONFIRM_MISMATCH',
    exit: 3,
    hint: lineWithConsent(context.argv, amount),
    details: { confirm: amount },
  });
