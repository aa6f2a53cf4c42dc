// Share links: addresses that open a site for whoever has one.
import { resource } from '../schema.ts';
import * as wire from './site-share-links.generated.ts';

const op = resource('siteShareLinks', { says: { shareLinkId: 'share link: ID or name' } });
export const listShareLinks = op('list', 'List the share links of a site', {
  ...wire.listSiteShareLinks,
  lists: { param: 'shareLinkId', noun: 'share link', names: ['name'] },
  says: { search: 'only share links whose name contains this' },
});
export const createShareLink = op('create', 'Create a share link', {
  ...wire.createSiteShareLink,
  says: { name: 'who or what it is for' },
});
export const updateShareLink = op('update', 'Rename a share link, or turn it on or off', {
  ...wire.updateSiteShareLinkById,
  says: { active: 'whether it opens the site', name: 'new name' },
});
export const deleteShareLink = op('delete', 'Delete a share link', wire.deleteSiteShareLinkById);
