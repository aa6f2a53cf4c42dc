// Pages of a space or a change request (specification, document 1, Space content and Change request content).

import { ChangeRequestRef, operation, SpaceRef, Type } from '../schema.ts';
import { ChangeRequestPageRef, ContentQuery, Page, PageQuery, PageRef } from './content.ts';

const { Array: ArrayOf, Object: Obj, String: Str } = Type;
const pagePath = Str({ description: 'path of the page, as guides/install' });
const PageList = Obj({ pages: ArrayOf(Page) });

export const listPages = operation('pages.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/pages',
  summary: 'List the pages in a space',
  params: SpaceRef,
  query: Obj({ ...ContentQuery }),
  result: PageList,
  source: 'document 1, Space content',
});

export const listChangeRequestPages = operation('pages.listInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
  summary: 'List the pages in a change request',
  params: ChangeRequestRef,
  query: Obj({ ...ContentQuery }),
  result: PageList,
  source: 'document 1, Change request content',
});

export const getPage = operation('pages.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}',
  summary: 'Show a page',
  params: PageRef,
  query: Obj({ ...PageQuery }),
  result: Page,
  source: 'document 1, Space content',
});

export const getChangeRequestPage = operation('pages.getInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
  summary: 'Show a page in a change request',
  params: ChangeRequestPageRef,
  query: Obj({ ...PageQuery }),
  result: Page,
  source: 'document 1, Change request content',
});

/** The path stands in one segment, its slashes percent-encoded (open points, section 5). */
export const getPageByPath = operation('pages.getByPath', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/path/{pagePath}',
  summary: 'Show a page by its path',
  params: Obj({ ...SpaceRef.properties, pagePath }),
  query: Obj({ ...PageQuery }),
  result: Page,
  source: 'further operations, row 64',
});

export const getChangeRequestPageByPath = operation('pages.getByPathInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
  summary: 'Show a page in a change request by its path',
  params: Obj({ ...ChangeRequestRef.properties, pagePath }),
  query: Obj({ ...PageQuery }),
  result: Page,
  source: 'further operations, row 64',
});
