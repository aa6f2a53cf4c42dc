// Files of a space or a change request.
import { Paging, resource, Type } from '../schema.ts';
import * as wire from './files.generated.ts';
import { Backlinks } from './locations.ts';

const { Object: Obj } = Type;
const op = resource('files');

export const listFiles = op('list', 'List the files in a space', {
  ...wire.listFiles,
  lists: { param: 'fileId', noun: 'file', onChangeRequest: 'listChangeRequestFiles', names: ['name'] },
});
export const listChangeRequestFiles = op('listInChangeRequest', 'List the files in a change request', {
  ...wire.listFilesInChangeRequestById,
});
export const getFile = op('get', 'Show a file and its download URL', wire.getFileById);
export const getChangeRequestFile = op(
  'getInChangeRequest',
  'Show a file in a change request and its download URL',
  wire.getFileInChangeRequestById,
);
export const listFileBacklinks = op('backlinks', 'List the links to a file', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
  query: Obj({ ...Paging }),
  result: Backlinks,
  paging: 'pages',
});
export const listChangeRequestFileBacklinks = op(
  'backlinksInChangeRequest',
  'List the links to a file in a change request',
  {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
    query: Obj({ ...Paging }),
    result: Backlinks,
    paging: 'pages',
  },
);
