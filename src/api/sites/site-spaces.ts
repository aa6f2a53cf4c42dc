// Spaces shown on a site.
import { builders, resource, withFields } from '../schema.ts';
import * as wire from './site-spaces.generated.ts';

const op = resource('siteSpaces', {
  says: { pageId: '--home: page of the space to open with' },
});
export const listSiteSpaces = op('list', 'List the spaces on a site', {
  ...wire.listSiteSpaces,
  lists: { param: 'siteSpaceId', noun: 'site space', names: ['title', 'path'] },
  says: { default: 'only site spaces that are (or are not) defaults' },
});
export const addSiteSpace = op('add', 'Add a space to a site', {
  ...wire.addSpaceToSite,
  body: withFields(wire.addSpaceToSite.body, { spaceId: builders.Str() }),
  says: {
    spaceId: 'space to add',
    sectionId: 'section to add it to (default: the default section)',
    title: 'title on the site',
  },
  keeps: ['draft'],
});
export const updateSiteSpace = op('update', 'Update the settings of a space on a site', {
  ...wire.updateSiteSpaceById,
  says: { path: 'path on the site', spaceId: 'space to show', hidden: 'leave it out of the navigation' },
  keeps: ['draft', 'hidden'],
});
export const removeSiteSpace = op('remove', 'Remove a space from a site', wire.deleteSiteSpaceById);
export const duplicateSiteSpace = op('duplicate', 'Duplicate a space on a site, next to it', {
  ...wire.duplicateSiteSpace,
  keeps: ['draft'],
  newer: 'the duplication of spaces on sites',
});
export const moveSiteSpace = op('move', 'Move a site space within its section', {
  ...wire.moveSiteSpace,
  deprecated: 'siteStructure.sort',
});
