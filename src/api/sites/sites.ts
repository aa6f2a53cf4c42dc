// Docs sites: spaces made public under one address.
import { resource } from '../schema.ts';
import * as wire from './sites.generated.ts';

const op = resource('sites', { says: { visibility: 'who can see the site' } });
export const listSites = op('list', 'List the sites in an organization', {
  ...wire.listSites,
  lists: { param: 'siteId', noun: 'site', names: ['title', 'basename', 'hostname'] },
  says: {
    published: 'only sites that are (or are not) published',
    space: 'only sites that show this space',
    title: 'only sites whose title contains this',
    type: 'only sites of these types',
  },
});
export const createSite = op('create', 'Create a site', {
  ...wire.createSite,
  says: { spaces: 'spaces to add', title: 'title of the site', type: 'plan of the site' },
});
export const getSite = op('get', 'Show a site', wire.getSiteById);
export const updateSite = op('update', 'Update the settings of a site', {
  ...wire.updateSiteById,
  says: {
    title: 'new title',
    basename: 'base name in the site URL',
    'adaptiveContent.enabled': 'adapt content to the visitor',
    agentsContext: 'let AI agents read the site',
    styleguide: 'style guide: space or ID',
    defaultSiteSpace: 'site space to show first',
    defaultSiteSection: 'section to show first',
    proxy: 'domain and path to serve the site under',
  },
  keeps: ['agentsContext'],
});
export const deleteSite = op('delete', 'Delete a site', wire.deleteSiteById);
export const publishSite = op('publish', 'Publish a site', wire.publishSite);
export const unpublishSite = op('unpublish', 'Unpublish a site', wire.unpublishSite);
