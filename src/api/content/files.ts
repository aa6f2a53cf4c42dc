// Files of a space or a change request.

import { ChangeRequestRef, operation, Paging, pageOf, SpaceRef, Type } from '../schema.ts';
import { ContentQuery, File } from './content.ts';
import { Backlinks } from './locations.ts';

const { Object: Obj, String: Str } = Type;
const FileRef = Obj({ ...SpaceRef.properties, fileId: Str({ description: 'file' }) });
const ChangeRequestFileRef = Obj({ ...ChangeRequestRef.properties, fileId: Str({ description: 'file' }) });

export const listFiles = operation('files.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files',
  summary: 'List the files in a space',
  lists: { param: 'fileId', noun: 'file', onChangeRequest: 'listChangeRequestFiles', names: ['name'] },
  params: SpaceRef,
  query: Obj({ ...Paging, ...ContentQuery }),
  result: pageOf(File),
  paging: 'pages',
});

export const listChangeRequestFiles = operation('files.listInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
  summary: 'List the files in a change request',
  params: ChangeRequestRef,
  query: Obj({ ...Paging, ...ContentQuery }),
  result: pageOf(File),
  paging: 'pages',
});

export const getFile = operation('files.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files/{fileId}',
  summary: 'Show a file and its download URL',
  params: FileRef,
  query: Obj({ ...ContentQuery }),
  result: File,
});

export const getChangeRequestFile = operation('files.getInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
  summary: 'Show a file in a change request and its download URL',
  params: ChangeRequestFileRef,
  query: Obj({ ...ContentQuery }),
  result: File,
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
