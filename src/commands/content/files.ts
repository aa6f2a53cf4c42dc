// docs files: files of a space or a change request.
import * as api from '../../api/content/files.ts';
import { command, group } from '../../engine/model/command.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { seeHelp } from '../../errors.ts';
import { listOrDownload } from '../../jobs/download/file-download.ts';
import { filesUnused } from '../../jobs/files-unused/files-unused.ts';
import { presentPlace } from '../../jobs/links/link-places.ts';

const ROW = ['id', 'name', 'contentType', 'size', 'git.path'] as const;

const DOWNLOAD = [
  flag('--download <folder>', 'download the files to this folder', { group: 'Output:' }),
  flag('--force', 'also if the folder is not empty; existing files stay', {
    reach: 'machine',
    group: 'Output:',
  }),
  flag('--overwrite', 'replace existing files that differ', { reach: 'machine', group: 'Output:' }),
] as const satisfies readonly Option[];

const USES = flag('--uses', 'count what uses each file; reads every page', {
  reach: 'platform',
  group: 'Output:',
});

async function sendList(run: Parameters<typeof listOrDownload>[0]): Promise<void> {
  const { uses, download, cr } = run.flags as { uses?: boolean; download?: string; cr?: string };
  if (uses !== true) return listOrDownload(run);
  const other = download === undefined ? cr && '--cr' : '--download';
  if (other) throw seeHelp(run.path, `--uses and ${other} cannot be used together`);
  return (await import('../../jobs/files-unused/run-unused.ts')).listWithUses(run);
}

export default group(
  'files',
  'List and download files',
  [
    command('list', api.listFiles, {
      cr: api.listChangeRequestFiles,
      columns: ROW,
      options: [USES, ...DOWNLOAD],
      uses: filesUnused.uses ?? [],
      send: sendList,
      examples: [
        ['List the files', 'docs files list --space Guides'],
        ['See how many pages and settings use each', 'docs files list --uses --space Guides'],
        ['Download them into a folder', 'docs files list --space Guides --download ./files'],
      ],
      notes:
        'Downloaded files whose names clash or are not allowed on some systems are renamed, the same way on every system.',
    }),
    command('get', api.getFile, {
      cr: api.getChangeRequestFile,
      args: ['fileId'],
      columns: [...ROW, 'dimensions.width', 'dimensions.height', 'downloadURL'],
      examples: ['docs files get sample-label.png --space Guides'],
    }),
    command('backlinks', api.listFileBacklinks, {
      none: 'nothing links to file {}',
      idField: 'page.id',
      cr: api.listChangeRequestFileBacklinks,
      args: ['fileId'],
      columns: ['kind', 'page'],
      present: presentPlace,
      examples: ['docs files backlinks sample-label.png --space Guides'],
    }),
    filesUnused,
  ],
  [
    ['Download all files of a space', 'docs files list --space Guides --download ./files'],
    ['See where a file is used', 'backlinks'],
    ['List the files that nothing uses', 'unused'],
  ],
);
