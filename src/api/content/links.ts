// Links of a space or a page, and what links to a page.

import { operation, Paging, SpaceRef, Type } from '../schema.ts';
import { ChangeRequestPageRef, PageRef } from './content.ts';
import { Backlinks, LinkPage, LinkQuery } from './locations.ts';

const { Object: Obj } = Type;

export const listSpaceLinks = operation('links.listOfSpace', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/links',
  summary: 'List the links in a space',
  params: SpaceRef,
  query: Obj({ ...LinkQuery }),
  result: LinkPage,
  paging: 'pages',
  errors: [404],
});

export const listPageLinks = operation('links.listOfPage', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}/links',
  summary: 'List the links on a page',
  params: PageRef,
  query: Obj({ ...LinkQuery }),
  result: LinkPage,
  paging: 'pages',
});

/** Has no status filter (src/api/README.md#change-requests). */
export const listChangeRequestPageLinks = operation('links.listOfPageInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
  summary: 'List the links on a page in a change request',
  params: ChangeRequestPageRef,
  query: Obj({ ...Paging }),
  result: LinkPage,
  paging: 'pages',
});

/** Has no twin on the main content of the space. */
export const listChangeRequestPageBacklinks = operation('links.backlinksOfPageInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
  summary: 'List the links to a page in a change request',
  params: ChangeRequestPageRef,
  query: Obj({ ...Paging }),
  result: Backlinks,
  paging: 'pages',
});
