// Sections of a site.
import { builders, resource, withFields } from '../schema.ts';
import * as wire from './site-sections.generated.ts';

const op = resource('siteSections', {
  says: {
    pageId: '--home: page of the space to open with',
  },
});
export const listSiteSections = op('list', 'List the sections of a site', {
  ...wire.listSiteSections,
  lists: { param: 'siteSectionId', noun: 'section', names: ['title', 'path'] },
});
export const createSiteSection = op('create', 'Add a section to a site', {
  ...wire.addSectionToSite,
  body: withFields(wire.addSectionToSite.body, { spaceId: builders.Str() }),
  says: { spaceId: 'first space of the section', title: 'title of the section' },
  keeps: ['draft'],
});
export const updateSiteSection = op('update', 'Update the settings of a section', {
  ...wire.updateSiteSectionById,
  says: {
    title: 'new title',
    path: 'path on the site',
    defaultSiteSpace: 'site space to show first',
    description: 'short description',
    siteSectionGroupId: 'section group to move it into',
  },
  keeps: ['draft'],
});
export const deleteSiteSection = op('delete', 'Delete a section', wire.deleteSiteSectionById);
export const moveSiteSection = op('move', 'Move a section within its level', {
  ...wire.moveSiteSection,
  deprecated: 'siteStructure.sort',
});
