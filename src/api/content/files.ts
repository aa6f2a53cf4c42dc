// Files of a space or a change request.
import { ChangeRequestRef, operation, Paging, SpaceRef, Type } from '../schema.ts';
import * as wire from './files.generated.ts';
import { Backlinks } from './locations.ts';

const { Object: Obj, String: Str } = Type;
const FileRef = Obj({ ...SpaceRef.properties, fileId: Str({ description: 'file' }) });
const ChangeRequestFileRef = Obj({ ...ChangeRequestRef.properties, fileId: Str({ description: 'file' }) });

export const listFiles = operation('files.list', {
  ...wire.listFiles,
  summary: 'List the files in a space',
  lists: { param: 'fileId', noun: 'file', onChangeRequest: 'listChangeRequestFiles', names: ['name'] },
  params: SpaceRef,
  says: { metadata: 'include git metadata that can change', computed: 'include computed content' },
});

export const listChangeRequestFiles = operation('files.listInChangeRequest', {
  ...wire.listFilesInChangeRequestById,
  summary: 'List the files in a change request',
  params: ChangeRequestRef,
  says: { metadata: 'include git metadata that can change', computed: 'include computed content' },
});

export const getFile = operation('files.get', {
  ...wire.getFileById,
  summary: 'Show a file and its download URL',
  params: FileRef,
  says: { metadata: 'include git metadata that can change', computed: 'include computed content' },
});

export const getChangeRequestFile = operation('files.getInChangeRequest', {
  ...wire.getFileInChangeRequestById,
  summary: 'Show a file in a change request and its download URL',
  params: ChangeRequestFileRef,
  says: { metadata: 'include git metadata that can change', computed: 'include computed content' },
});

export const listFileBacklinks = operation('files.backlinks', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
  summary: 'List the links to a file',
  params: FileRef,
  query: Obj({ ...Paging }),
  result: Backlinks,
  paging: 'pages',
});

export const listChangeRequestFileBacklinks = operation('files.backlinksInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
  summary: 'List the links to a file in a change request',
  params: ChangeRequestFileRef,
  query: Obj({ ...Paging }),
  result: Backlinks,
  paging: 'pages',
});
