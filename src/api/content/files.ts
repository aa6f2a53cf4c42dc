// Files of a space or a change request.
import { resource } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './files.generated.ts';

const op = resource('files');
export const listFiles = op('list', 'List the files in a space', {
  ...wire.listFiles,
  lists: { param: 'fileId', noun: 'file', onChangeRequest: 'listChangeRequestFiles', names: ['name'] },
});
export const listChangeRequestFiles = twin(op, listFiles, wire.listFilesInChangeRequestById);
export const getFile = op('get', 'Show a file and its download URL', wire.getFileById);
export const getChangeRequestFile = twin(op, getFile, wire.getFileInChangeRequestById);
export const listFileBacklinks = op('backlinks', 'List the links to a file', wire.listSpaceFileBacklinks);
export const listChangeRequestFileBacklinks = twin(
  op,
  listFileBacklinks,
  wire.listChangeRequestFileBacklinks,
);
