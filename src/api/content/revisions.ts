// Revisions by id, also those that are no longer current.

import { operation, Paging, pageOf, SpaceRef, Type } from '../schema.ts';
import { ContentQuery, File, Page, PageQuery, Revision } from './content.ts';

const { Array: ArrayOf, Object: Obj, String: Str } = Type;
const RevisionRef = Obj({ ...SpaceRef.properties, revisionId: Str({ description: 'revision' }) });

export const getRevision = operation('revisions.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}',
  summary: 'Show a revision',
  params: RevisionRef,
  query: Obj({ ...ContentQuery }),
  result: Revision,
  token: 'any',
});

export const listRevisionPages = operation('revisions.pages', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/pages',
  summary: 'List the pages in a revision',
  params: RevisionRef,
  query: Obj({ ...ContentQuery }),
  result: Obj({ pages: ArrayOf(Page) }),
});

export const listRevisionFiles = operation('revisions.files', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files',
  summary: 'List the files in a revision',
  params: RevisionRef,
  query: Obj({ ...Paging, ...ContentQuery }),
  result: pageOf(File),
  paging: 'pages',
});

export const getRevisionPage = operation('revisions.page', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
  summary: 'Show a page in a revision',
  params: Obj({ ...RevisionRef.properties, pageId: Str({ description: 'page' }) }),
  query: Obj({ ...PageQuery }),
  result: Page,
  token: 'any',
});

export const getRevisionPageByPath = operation('revisions.pageByPath', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
  summary: 'Show a page in a revision by its path',
  params: Obj({
    ...RevisionRef.properties,
    pagePath: Str({ description: 'path of the page, such as guides/install' }),
  }),
  query: Obj({ ...PageQuery }),
  result: Page,
});

export const getRevisionFile = operation('revisions.file', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
  summary: 'Show a file in a revision and its download URL',
  params: Obj({ ...RevisionRef.properties, fileId: Str({ description: 'file' }) }),
  query: Obj({ ...ContentQuery }),
  result: File,
});
