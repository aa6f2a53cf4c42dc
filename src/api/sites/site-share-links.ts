// Share links: addresses that open a site for whoever has one.
import type { Static } from '@sinclair/typebox';
import { DateTime, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

/** Its address holds the key: it is as secret as a password. */
export const ShareLink = Obj({
  object: Literal('share-link'),
  id: Str(),
  createdAt: DateTime(),
  name: Optional(Str({ minLength: 0, maxLength: 50 })),
  active: Optional(Bool()),
  urls: Obj({ published: Optional(Str({ format: 'uri', maxLength: 2048 })) }),
});
export type ShareLink = Static<typeof ShareLink>;

const ShareLinkRef = Obj({
  ...SiteRef.properties,
  shareLinkId: Str({ description: 'share link: ID or name' }),
});

export const listShareLinks = operation('siteShareLinks.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  summary: 'List the share links of a site',
  lists: { param: 'shareLinkId', noun: 'share link', names: ['name'] },
  params: SiteRef,
  query: Obj({
    ...Paging,
    search: Optional(Str({ description: 'only share links whose name contains this' })),
  }),
  result: pageOf(ShareLink),
  paging: 'pages',
});

export const createShareLink = operation('siteShareLinks.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  summary: 'Create a share link',
  params: SiteRef,
  body: Obj({ name: Str({ minLength: 0, maxLength: 50, description: 'who or what it is for' }) }),
  result: ShareLink,
  success: [201],
});

export const updateShareLink = operation('siteShareLinks.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  summary: 'Rename a share link, or turn it on or off',
  params: ShareLinkRef,
  body: Obj({
    active: Optional(Bool({ description: 'whether it opens the site' })),
    name: Optional(Str({ minLength: 0, maxLength: 50, description: 'new name' })),
  }),
  result: ShareLink,
});

export const deleteShareLink = operation('siteShareLinks.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  summary: 'Delete a share link',
  params: ShareLinkRef,
});
