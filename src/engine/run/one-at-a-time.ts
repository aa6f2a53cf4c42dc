// Work on one thing at a time from this machine. The API offers no lock: from another one it may be changed meanwhile.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LocalIoError, messageOf } from '../../errors.ts';
import { withLock } from '../../files/lock.ts';
import { ensureFolder } from '../../files/writer.ts';
import { warn } from '../../output/note.ts';
import type { Run } from '../model/command-type.ts';

/**
 * Runs `work` while no other process here does the work of this key. Throws ConfigError `LOCKED` when one goes on for
 * longer than 10 s. What was read before the wait is forgotten, so that `work` sees what the other one made. A home that cannot be written is said, and the work goes on.
 */
export async function aloneWith<T>(run: Run, key: readonly string[], work: () => Promise<T>): Promise<T> {
  const folder = lockFolder(run);
  if (folder === undefined) return work();
  const text = JSON.stringify([run.config().baseUrl.value, ...key]);
  const path = join(folder, createHash('sha256').update(text).digest('hex').slice(0, 24));
  let isAlone = false;
  try {
    return await withLock(path, () => {
      isAlone = true;
      run.forgetReads();
      return work();
    });
  } catch (error) {
    if (isAlone || !(error instanceof LocalIoError)) throw error;
    sayNotAlone(run, error);
    return work();
  }
}

function lockFolder({ context }: Run): string | undefined {
  const { data } = context.paths();
  if (data === undefined) return undefined;
  const folder = join(data, 'locks');
  try {
    ensureFolder(folder, true);
    return folder;
  } catch (error) {
    sayNotAlone({ context }, error);
    return undefined;
  }
}

const sayNotAlone = ({ context }: Pick<Run, 'context'>, error: unknown): void =>
  warn(context.io, `concurrent runs of this command are not prevented: ${messageOf(error)}`);
