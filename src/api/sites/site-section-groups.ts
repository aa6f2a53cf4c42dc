// Groups of sections in the navigation of a site.
import { resource } from '../schema.ts';
import * as wire from './site-section-groups.generated.ts';

const op = resource('siteSectionGroups', {
  says: {
    siteSectionGroupId: 'section group: ID or title',
  },
});
export const listSiteSectionGroups = op('list', 'List the section groups of a site', {
  ...wire.listSiteSectionGroups,
  lists: { param: 'siteSectionGroupId', noun: 'section group', names: ['title'] },
});
export const createSiteSectionGroup = op('create', 'Create a section group', {
  ...wire.addSectionGroupToSite,
  keeps: ['draft'],
  says: {
    parent: 'parent group (default: the top level of the site)',
    sections: 'sections to add',
    title: 'title of the group',
  },
});
export const updateSiteSectionGroup = op('update', 'Update the settings of a section group', {
  ...wire.updateSiteSectionGroupById,
  says: { title: 'new title' },
  keeps: ['draft'],
});
export const deleteSiteSectionGroup = op('delete', 'Delete a section group', wire.deleteSiteSectionGroupById);
export const addToSiteSectionGroup = op('add', 'Add a section to a section group', {
  ...wire.addSectionToGroup,
  says: { sectionId: 'section to add' },
});
export const removeFromSiteSectionGroup = op('remove', 'Remove a section from a section group', {
  ...wire.removeSectionFromGroup,
});
