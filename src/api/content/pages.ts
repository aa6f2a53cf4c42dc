// Pages of a space or a change request.

import { ChangeRequestRef, operation, SpaceRef, Type } from '../schema.ts';
import { ChangeRequestPageRef, ContentQuery, Page, PageQuery, PageRef } from './content.ts';

const { Array: ArrayOf, Object: Obj, String: Str } = Type;
const pagePath = Str({ description: 'path of the page, such as guides/install' });
const PageList = Obj({ pages: ArrayOf(Page) });

export const listPages = operation('pages.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/pages',
  summary: 'List the pages in a space',
  lists: {
    param: 'pageId',
    noun: 'page',
    rows: 'pages',
    onChangeRequest: 'listChangeRequestPages',
    names: ['path', 'title', 'slug'],
  },
  params: SpaceRef,
  query: Obj({ ...ContentQuery }),
  result: PageList,
});

export const listChangeRequestPages = operation('pages.listInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
  summary: 'List the pages in a change request',
  params: ChangeRequestRef,
  query: Obj({ ...ContentQuery }),
  result: PageList,
});

export const getPage = operation('pages.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}',
  summary: 'Show a page',
  params: PageRef,
  query: Obj({ ...PageQuery }),
  result: Page,
});

export const getChangeRequestPage = operation('pages.getInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
  summary: 'Show a page in a change request',
  params: ChangeRequestPageRef,
  query: Obj({ ...PageQuery }),
  result: Page,
});

/** The path is one segment, with its slashes percent-encoded (src/api/README.md#space-content). */
export const getPageByPath = operation('pages.getByPath', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/path/{pagePath}',
  summary: 'Show a page by its path',
  params: Obj({ ...SpaceRef.properties, pagePath }),
  query: Obj({ ...PageQuery }),
  result: Page,
});

export const getChangeRequestPageByPath = operation('pages.getByPathInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
  summary: 'Show a page in a change request by its path',
  params: Obj({ ...ChangeRequestRef.properties, pagePath }),
  query: Obj({ ...PageQuery }),
  result: Page,
});
