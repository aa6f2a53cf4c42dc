// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Bool, DateTime, Literal, Obj, Optional, Paging, Str, Uri, pageOf } = builders;

export const ShareLink = Obj({
  object: Literal('share-link'),
  id: Str(),
  createdAt: DateTime(),
  name: Optional(Str({ minLength: 0, maxLength: 50 })),
  active: Optional(Bool()),
  urls: Obj({ published: Optional(Uri()) }),
});
export type ShareLink = Static<typeof ShareLink>;

export const listSiteShareLinks = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  query: Obj({ ...Paging, search: Optional(Str()) }),
  result: pageOf(ShareLink),
  paging: 'pages',
} as const;

export const createSiteShareLink = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  body: Obj({ name: Str({ minLength: 0, maxLength: 50 }) }),
  result: ShareLink,
  success: [201],
} as const;

export const updateSiteShareLinkById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  body: Obj({ active: Optional(Bool()), name: Optional(Str({ minLength: 0, maxLength: 50 })) }),
  result: ShareLink,
} as const;

export const deleteSiteShareLinkById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
} as const;
