// Groups of sections in the navigation of a site.
import type { Static } from '@sinclair/typebox';
import { resource, Type } from '../schema.ts';
import { Draft, LocalizedTitle } from './localized.ts';
import * as wire from './site-section-groups.generated.ts';
import { Icon } from './site-sections.ts';

const { Object: Obj, String: Str, Optional } = Type;
/** Children are sections and nested groups; `sections` is deprecated and still sent (src/api/README.md#site-structure). */
export const SiteSectionGroup = wire.SiteSectionGroup;
export type SiteSectionGroup = Static<typeof SiteSectionGroup>;

const op = resource('siteSectionGroups', {
  says: {
    siteSectionGroupId: 'section group: ID or title',
    siteSectionId: 'section: ID, title or path',
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
    icon: 'name of an icon',
    parent: 'parent group (default: the top level of the site)',
    sections: 'sections to add',
    title: 'title of the group',
  },
});
export const updateSiteSectionGroup = op('update', 'Update the settings of a section group', {
  ...wire.updateSiteSectionGroupById,
  body: Obj({
    title: Optional(Str({ minLength: 1, maxLength: 100, description: 'new title' })),
    localizedTitle: Optional(LocalizedTitle()),
    icon: Optional(Icon()),
    draft: Draft(),
  }),
  success: [200],
  keeps: ['draft'],
});
export const deleteSiteSectionGroup = op('delete', 'Delete a section group', {
  ...wire.deleteSiteSectionGroupById,
});
export const addToSiteSectionGroup = op('add', 'Add a section to a section group', {
  ...wire.addSectionToGroup,
  says: { sectionId: 'section to add' },
});
export const removeFromSiteSectionGroup = op('remove', 'Remove a section from a section group', {
  ...wire.removeSectionFromGroup,
});
