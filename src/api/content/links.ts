// Links of a space or a page, and what links to a page.

import { Paging, resource, Type } from '../schema.ts';
import { Backlinks, LinkPage, LinkQuery } from './locations.ts';

const { Object: Obj } = Type;
const op = resource('links');

export const listSpaceLinks = op('listOfSpace', 'List the links in a space', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/links',
  query: Obj({ ...LinkQuery }),
  result: LinkPage,
  paging: 'pages',
  errors: [404],
});
export const listPageLinks = op('listOfPage', 'List the links on a page', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}/links',
  query: Obj({ ...LinkQuery }),
  result: LinkPage,
  paging: 'pages',
});
/** Has no status filter (src/api/README.md#change-requests). */
export const listChangeRequestPageLinks = op(
  'listOfPageInChangeRequest',
  'List the links on a page in a change request',
  {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
    query: Obj({ ...Paging }),
    result: LinkPage,
    paging: 'pages',
  },
);
/** Has no twin on the main content of the space. */
export const listChangeRequestPageBacklinks = op(
  'backlinksOfPageInChangeRequest',
  'List the links to a page in a change request',
  {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
    query: Obj({ ...Paging }),
    result: Backlinks,
    paging: 'pages',
  },
);
