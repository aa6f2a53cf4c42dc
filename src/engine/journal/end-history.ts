// A sandbox that is replaced takes with it what was changed in it: docs undo must not change the new one instead.
import { join } from 'node:path';
import { appendToJournal } from '../../config/journal.ts';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import type { Gone } from '../../domain/journal/journal-entries.ts';
import { DocsError, messageOf } from '../../errors.ts';
import { namesIn } from '../../files/lock.ts';
import { warn } from '../../output/note.ts';
import { forgetProgressAt } from '../many/many-progress.ts';
import { historyFolder } from './record-change.ts';

/** To be called once the sandboxes are replaced. Nothing is written where there is no history, and plans begin anew. */
export async function endHistoryOf({ io, paths, now }: Context, all: Iterable<string>): Promise<void> {
  const hosts = new Set(all);
  try {
    // What was done in the old one is not done in the new one.
    for (const name of ['plans', 'many']) forgetProgressAt(join(requirePath(paths(), 'data'), name), hosts);
    const folder = historyFolder(paths());
    if (namesIn(folder).length === 0) return;
    for (const host of hosts) {
      const record: Gone = { v: 1, kind: 'gone', host, at: now().toISOString() };
      await appendToJournal(folder, { ...record }, { durable: true });
    }
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    warn(io, `the history may still offer changes of the old sandbox: ${messageOf(error)}`);
  }
}
