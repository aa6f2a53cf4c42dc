// Revisions by id, also those that are no longer current.

import { Paging, pageOf, resource, Type } from '../schema.ts';
import { ContentQuery, File, Page, PageQuery, Revision } from './content.ts';

const { Array: ArrayOf, Object: Obj } = Type;
const op = resource('revisions', { says: { pagePath: 'path of the page, such as guides/install' } });
export const getRevision = op('get', 'Show a revision', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}',
  query: Obj({ ...ContentQuery }),
  result: Revision,
  token: 'any',
});
export const listRevisionPages = op('pages', 'List the pages in a revision', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/pages',
  query: Obj({ ...ContentQuery }),
  result: Obj({ pages: ArrayOf(Page) }),
});
export const listRevisionFiles = op('files', 'List the files in a revision', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files',
  query: Obj({ ...Paging, ...ContentQuery }),
  result: pageOf(File),
  paging: 'pages',
});
export const getRevisionPage = op('page', 'Show a page in a revision', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
  query: Obj({ ...PageQuery }),
  result: Page,
  token: 'any',
});
export const getRevisionPageByPath = op('pageByPath', 'Show a page in a revision by its path', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
  query: Obj({ ...PageQuery }),
  result: Page,
});
export const getRevisionFile = op('file', 'Show a file in a revision and its download URL', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
  query: Obj({ ...ContentQuery }),
  result: File,
});
