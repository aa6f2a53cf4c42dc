// Pages of a space or a change request.

import { resource, Type } from '../schema.ts';
import { ContentQuery, Page, PageQuery } from './content.ts';

const { Array: ArrayOf, Object: Obj } = Type;
const PageList = Obj({ pages: ArrayOf(Page) });

const op = resource('pages', { says: { pagePath: 'path of the page, such as guides/install' } });
export const listPages = op('list', 'List the pages in a space', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/pages',
  lists: {
    param: 'pageId',
    noun: 'page',
    rows: 'pages',
    onChangeRequest: 'listChangeRequestPages',
    names: ['path', 'title', 'slug'],
  },
  query: Obj({ ...ContentQuery }),
  result: PageList,
});
export const listChangeRequestPages = op('listInChangeRequest', 'List the pages in a change request', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
  query: Obj({ ...ContentQuery }),
  result: PageList,
});
export const getPage = op('get', 'Show a page', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}',
  query: Obj({ ...PageQuery }),
  result: Page,
});
export const getChangeRequestPage = op('getInChangeRequest', 'Show a page in a change request', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
  query: Obj({ ...PageQuery }),
  result: Page,
});
/** The path is one segment, with its slashes percent-encoded (src/api/README.md#space-content). */
export const getPageByPath = op('getByPath', 'Show a page by its path', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/path/{pagePath}',
  query: Obj({ ...PageQuery }),
  result: Page,
});
export const getChangeRequestPageByPath = op(
  'getByPathInChangeRequest',
  'Show a page in a change request by its path',
  {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
    query: Obj({ ...PageQuery }),
    result: Page,
  },
);
