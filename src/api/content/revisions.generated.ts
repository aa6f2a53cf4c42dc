// Made by npm run contract from version 0.202.0 of the published contract.
import { RevisionFile } from './content-shapes.generated.ts';
import { Page, Revision } from './content-shapes.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Obj, Optional, Paging, Union, pageOf } = builders;

export const getRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Revision,
  token: 'any',
} as const;

export const listPagesInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/pages',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Obj({ pages: ArrayOf(Page) }),
} as const;

export const listFilesInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files',
  query: Obj({
    ...Paging,
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: pageOf(RevisionFile),
  paging: 'pages',
} as const;

export const getPageInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
  token: 'any',
} as const;

export const getPageInRevisionByPath = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
} as const;

export const getFileInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: RevisionFile,
} as const;
