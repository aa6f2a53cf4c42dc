// docs restore --to-repository: a space of a backup as the files that docs git import reads.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { LocalIoError, seeHelp } from '../../errors.ts';
import { notA, statsAt } from '../../files/io-error.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import type { BackupSpace } from './backup.ts';
import type { RestoreRun } from './restore-flags.ts';

/** Throws UsageError for several spaces, LocalIoError for a folder that holds something. */
export async function writeRepository(run: RestoreRun, spaces: readonly BackupSpace[]): Promise<void> {
  const { io, cwd } = run.context;
  const typed = String(run.flags.toRepository);
  const [backup, second] = spaces;
  if (!backup || second) throw seeHelp(run.path, '--to-repository is for one space: name it with --space');
  const path = resolve(cwd, typed);
  refuseFull(path, typed);
  const what = `of space "${backup.entry.title}" to ${typed}`;
  if (run.flags.dryRun === true) return showUnwritten(run, backup, what);
  const { openExportFolder } = await import('../export/folder.ts');
  const { repositoryFiles } = await import('./repository-files.ts');
  const folder = await openExportFolder(path);
  const written: string[] = [];
  try {
    for await (const { path: file, bytes } of repositoryFiles(backup)) {
      const staged = await folder.stage(file, (write) => write(bytes));
      await staged.place();
      written.push(file);
    }
  } catch (error) {
    // Only an empty folder is written to: the next run finds one.
    for (const file of written) await folder.remove(file).catch(() => {});
    throw error;
  } finally {
    await folder.close({ finished: false });
  }
  sayLeftOut(run, backup);
  done(io, `wrote ${plural(written.length, 'file')} ${what}`, {
    ...{ outcome: 'written', folder: path, files: written.length },
  });
  note(io, 'next: push the folder to a repository that the host can reach, then docs git import');
}

async function showUnwritten(run: RestoreRun, backup: BackupSpace, what: string): Promise<void> {
  const { repositoryFiles } = await import('./repository-files.ts');
  let count = 0;
  for await (const _ of repositoryFiles(backup)) count += 1;
  sayLeftOut(run, backup);
  done(run.context.io, `dry run: ${plural(count, 'file')} ${what} would be written; nothing was sent`, {
    ...{ outcome: 'would be written', files: count },
  });
}

/** What no repository holds. */
export function sayLeftOut(
  { context: { io } }: RestoreRun,
  { comments, reusable, changeRequests }: BackupSpace,
): void {
  if (comments.length > 0)
    note(io, `left out: ${plural(comments.length, 'comment')}, which no repository holds`);
  if (changeRequests.length > 0)
    note(io, `left out: ${plural(changeRequests.length, 'open change request')}, which no repository holds`);
  if (reusable.length > 0) note(io, `left out: reusable content ${reusable.join(', ')}`);
}

/** Throws UsageError for a file, LocalIoError for a folder with more in it than a new repository has. */
function refuseFull(path: string, typed: string): void {
  const found = statsAt(path, { to: 'write', shown: typed, behind: true });
  if (!found) return;
  const hint = 'choose an empty folder, or a new repository';
  if (!found.isDirectory()) throw notA('folder', typed, hint);
  const [other] = readdirSync(path).filter((name) => name !== '.git');
  if (other !== undefined)
    throw new LocalIoError(`"${typed}" is not empty: it contains ${other}`, {
      code: 'FOLDER_NOT_EMPTY',
      hint,
    });
}
