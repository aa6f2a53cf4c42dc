// docs storage: URLs to upload files to, before something refers to them.
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createStorageUpload } from '../../api/sites/fonts.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { contentTypeOf } from '../../files/content-type.ts';
import { ioError, notA } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';

export default group(
  'storage',
  'Get URLs to upload files to, for fonts and imports',
  [
    command('upload', createStorageUpload, {
      args: ['file'],
      columns: ['key', 'url'],
      idField: 'key',
      prepare: describeFile,
      done: 'made an upload URL for',
      success: async (run) => `made an upload URL for ${run.args.file}`,
      after: async ({ context, args }, { url }) => {
        if (url) note(context.io, `upload it with: ${shell`curl -T ${args.file ?? ''} ${url}`}`);
      },
      // Nothing lists the URLs, and one that nobody uploads to does nothing.
      check: 'again',
      examples: ['docs storage upload serif.woff2 --kind customization_font'],
      notes: 'Prints the key that docs fonts create and imports refer to, and the URL that takes the file.',
    }),
  ],
  [['Get a key and a URL for a font file', 'upload']],
);

/** Name, type and size as the file has them. Throws LocalIoError. */
async function describeFile(run: Run): Promise<void> {
  const { file } = run.input;
  if (typeof file !== 'string') return;
  const found = await stat(resolve(run.context.cwd, file)).catch((error: unknown) => {
    throw ioError('read', file, error);
  });
  if (!found.isFile()) throw notA('file', file, 'name a file');
  run.input = { ...run.input, file: { name: basename(file), type: contentTypeOf(file), size: found.size } };
}
