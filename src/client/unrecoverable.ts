// When going on makes no sense: nobody is signed in any more, or nothing is allowed.
import { AuthError, asksForLongWait, CancelledError, ForbiddenError, LocalIoError } from '../errors.ts';

/** As many refusals on different items, and nothing done, are no accident of one item. */
const MOST_REFUSED = 3;

/** What is true of a disk and not of a file on it. */
const DISK_FAULTS = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'];

/** Nobody is signed in any more, somebody interrupted, the disk fails or the platform wants a long pause: nothing after it will go better. */
export const endsAll = (error: unknown): boolean =>
  error instanceof AuthError ||
  error instanceof CancelledError ||
  asksForLongWait(error) ||
  (error instanceof LocalIoError && DISK_FAULTS.includes(String(error.details?.errno)));

/** Says of each result whether to start no more: after a 401, an interruption, or three 403 and nothing else. */
export function giveUp(): (result: { ok: boolean; error?: unknown }) => boolean {
  let good = 0;
  let refused = 0;
  return ({ ok, error }) => {
    if (ok) good += 1;
    if (error instanceof ForbiddenError) refused += 1;
    if (endsAll(error)) return true;
    return good === 0 && refused >= MOST_REFUSED;
  };
}
