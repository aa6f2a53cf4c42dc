// Links to other places in the navigation of a site.
import { resource } from '../schema.ts';
import * as wire from './site-external-links.generated.ts';

const op = resource('siteExternalLinks', {
  newer: 'external links on sites',
  says: {
    siteExternalLinkId: 'external link: ID or title',
    description: 'line below the title',
    url: 'where the link leads',
  },
});
export const createExternalLink = op('create', 'Add an external link to the navigation of a site', {
  ...wire.addExternalLinkToSite,
  says: { title: 'title of the link', parent: 'section group (default: the top level of the site)' },
});
export const updateExternalLink = op('update', 'Update an external link of a site', {
  ...wire.updateSiteExternalLinkById,
  says: { title: 'new title', parent: 'section group; if cleared, the top level of the site' },
});
export const deleteExternalLink = op('delete', 'Delete an external link of a site', {
  ...wire.deleteSiteExternalLinkById,
});
