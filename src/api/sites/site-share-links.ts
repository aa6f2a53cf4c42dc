// Share links: addresses that open a site for whoever has one.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef, Type } from '../schema.ts';
import * as wire from './site-share-links.generated.ts';

const { Object: Obj, String: Str } = Type;

/** Its address holds the key: it is as secret as a password. */
export const ShareLink = wire.ShareLink;
export type ShareLink = Static<typeof ShareLink>;

const ShareLinkRef = Obj({
  ...SiteRef.properties,
  shareLinkId: Str({ description: 'share link: ID or name' }),
});

export const listShareLinks = operation('siteShareLinks.list', {
  ...wire.listSiteShareLinks,
  summary: 'List the share links of a site',
  lists: { param: 'shareLinkId', noun: 'share link', names: ['name'] },
  params: SiteRef,
  says: { search: 'only share links whose name contains this' },
});

export const createShareLink = operation('siteShareLinks.create', {
  ...wire.createSiteShareLink,
  summary: 'Create a share link',
  params: SiteRef,
  says: { name: 'who or what it is for' },
});

export const updateShareLink = operation('siteShareLinks.update', {
  ...wire.updateSiteShareLinkById,
  summary: 'Rename a share link, or turn it on or off',
  params: ShareLinkRef,
  says: { active: 'whether it opens the site', name: 'new name' },
});

export const deleteShareLink = operation('siteShareLinks.delete', {
  ...wire.deleteSiteShareLinkById,
  summary: 'Delete a share link',
  params: ShareLinkRef,
});
