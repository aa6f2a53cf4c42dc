// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';

const { Bool, Num, Obj, Optional, Paging, Str, pageOf } = builders;

export const RevisionFile = Obj({
  id: Str(),
  name: Str(),
  contentType: Str(),
  downloadURL: Str(),
  size: Num(),
  dimensions: Optional(Obj({ width: Num(), height: Num() })),
  git: Optional(Obj({ oid: Str(), path: Str() })),
});

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
