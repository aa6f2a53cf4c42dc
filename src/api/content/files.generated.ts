// Made by npm run contract from version 0.202.0 of the published contract.
import { RevisionFile } from './content-shapes.generated.ts';
import { ContentLocation } from './links.generated.ts';
import { builders } from '../schema.ts';

const { Bool, Obj, Optional, Paging, pageOf } = builders;

export const listFiles = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files',
  query: Obj({
    ...Paging,
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: pageOf(RevisionFile),
  paging: 'pages',
} as const;

export const listFilesInChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
  query: Obj({
    ...Paging,
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: pageOf(RevisionFile),
  paging: 'pages',
} as const;

export const getFileById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files/{fileId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: RevisionFile,
} as const;

export const getFileInChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: RevisionFile,
} as const;

export const listSpaceFileBacklinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
  query: Obj({ ...Paging }),
  result: pageOf(ContentLocation),
  paging: 'pages',
  only: '0.146.0',
} as const;

export const listChangeRequestFileBacklinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
  query: Obj({ ...Paging }),
  result: pageOf(ContentLocation),
  paging: 'pages',
  only: '0.146.0',
} as const;
