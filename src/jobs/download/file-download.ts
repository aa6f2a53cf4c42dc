// docs files list --download, docs cr pdf --save: what is downloaded is written safely.
import { resolve } from 'node:path';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { ResultOf } from '../../api/operation.ts';
import type { getChangeRequestPdf } from '../../api/review/change-requests.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import type { Run } from '../../engine/run/run.ts';
import { sendAndShow } from '../../engine/run/send.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { listedItems } from '../../engine/select/selected-list.ts';
import { DocsError, messageOf, PartialError, seeHelp } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { formatBytes, plural } from '../../output/format.ts';
import { done, note, warn } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';

type DownloadRun = Run<Flags<'--download <folder>' | '--force' | '--overwrite'>>;

export async function listOrDownload(run: DownloadRun): Promise<void> {
  const { download } = run.flags;
  if (typeof download === 'string') return downloadAll(run, download);
  for (const flag of ['force', 'overwrite'] as const) {
    if (run.flags[flag] === true) throw seeHelp(run.path, `--${flag} needs --download`);
  }
  return sendAndShow(run);
}

async function downloadAll(run: DownloadRun, folder: string): Promise<void> {
  const { context, flags } = run;
  const { openFolder } = await import('../../files/safe-write.ts');
  const { downloadFiles } = await import('./download-files.ts');
  const target = resolve(context.cwd, folder);
  const files = await listedItems<File>(run);
  const overwrite = flags.overwrite === true;
  const place = await openFolder(target, { force: flags.force === true || overwrite });
  const bar = startBar(context.io, 'downloading files', files.length);
  const { written, failed } = await downloadFiles(await run.client(), {
    files,
    folder: place.path,
    replace: overwrite || 'same',
    onDone: (ok) => bar.step(ok),
  }).finally(async () => {
    bar.stop();
    await place.close();
  });
  await printRows(run, written, viewOf(run, ['id', 'name', 'path', 'size']));
  for (const { file, error } of failed) {
    warn(context.io, `${file.name} (${file.id}): ${messageOf(error)}`);
  }
  const size = formatBytes(written.reduce((sum, file) => sum + file.size, 0));
  if (failed.length > 0) {
    throw new PartialError(`${failed.length} of ${plural(files.length, 'file')} could not be downloaded`, {
      hint: failed.some(({ error }) => isThere(error))
        ? 'download to another folder, or add --overwrite to replace files that exist'
        : shell`${run.path.split(' ')} --download ${folder} --force`,
    });
  }
  note(context.io, `${plural(written.length, 'file')}, ${size}, in ${folder}`);
}

const isThere = (error: unknown): boolean => error instanceof DocsError && error.code === 'FILE_EXISTS';

/** Without --save the URL is shown, and anybody who has it can read the file. */
export async function showOrSavePdf(
  run: Run<Flags<'--save <file>' | '--overwrite' | '--force'>>,
): Promise<void> {
  const { context, flags } = run;
  const { save } = flags;
  if (typeof save !== 'string') return sendAndShow(run);
  const { writeWhole } = await import('../../files/safe-write.ts');
  const client = await run.client();
  // Safe: the one operation of this command.
  const { url } = (await withReferences(run, (input) => client.call(run.operation, input))) as ResultOf<
    typeof getChangeRequestPdf
  >;
  let bytes = 0;
  const expected = { name: save, contentType: 'application/pdf' };
  await writeWhole(
    resolve(context.cwd, save),
    async (write, restart) => {
      ({ bytes } = await client.download(url, write, { restart, expected }));
    },
    { replace: flags.overwrite === true || flags.force === true },
  );
  done(context.io, `saved ${save} (${formatBytes(bytes)})`, { outcome: 'saved', file: save, bytes });
}
