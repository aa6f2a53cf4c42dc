// docs files: files of a space or a change request.
import {
  getChangeRequestFile,
  getFile,
  listChangeRequestFileBacklinks,
  listChangeRequestFiles,
  listFileBacklinks,
  listFiles,
} from '../api/files.ts';
import { command, group, type Option } from '../engine/model/command.ts';
import { listOrDownload } from './file-download.ts';
import { presentPlace } from './links/locations.ts';

const ROW = ['id', 'name', 'contentType', 'size', 'git.path'] as const;

const DOWNLOAD: Option[] = [
  {
    flags: '--download <folder>',
    description: 'write the files into this folder, under safe names',
    group: 'Output:',
  },
  { flags: '--force', description: 'also when the folder holds something', group: 'Output:' },
];

export default group('Read and download files', [
  command('list', listFiles, {
    cr: listChangeRequestFiles,
    columns: ROW,
    options: DOWNLOAD,
    send: listOrDownload,
    examples: ['docs files list --space Guides', 'docs files list --space Guides --download ./files'],
    notes:
      'Files whose names would meet on some system, or that no system takes, are renamed the same way everywhere.',
  }),
  command('get', getFile, {
    cr: getChangeRequestFile,
    args: ['fileId'],
    columns: [...ROW, 'dimensions.width', 'dimensions.height', 'downloadURL'],
    examples: ['docs files get sample-label.png --space Guides'],
  }),
  command('backlinks', listFileBacklinks, {
    none: 'nothing links to file {}',
    idField: 'page.id',
    cr: listChangeRequestFileBacklinks,
    args: ['fileId'],
    columns: ['kind', 'page'],
    present: presentPlace,
    examples: ['docs files backlinks sample-label.png --space Guides'],
  }),
]);
