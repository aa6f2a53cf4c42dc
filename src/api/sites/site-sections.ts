// Sections of a site.
import type { Static } from '@sinclair/typebox';
import { Nullable, resource, Type } from '../schema.ts';
import { Draft, LocalizedDescription, LocalizedTitle } from './localized.ts';
import * as wire from './site-sections.generated.ts';
import { Condition, Home } from './site-spaces.ts';

const { Object: Obj, String: Str, Optional } = Type;
export const SiteSection = wire.SiteSection;
export type SiteSection = Static<typeof SiteSection>;

export const Icon = () => Nullable(Str({ maxLength: 50 }), { description: 'name of an icon' });

const op = resource('siteSections', { says: { siteSectionId: 'section: ID, title or path' } });
export const listSiteSections = op('list', 'List the sections of a site', {
  ...wire.listSiteSections,
  lists: { param: 'siteSectionId', noun: 'section', names: ['title', 'path'] },
});
export const createSiteSection = op('create', 'Add a section to a site', {
  ...wire.addSectionToSite,
  body: Obj({
    spaceId: Str({ description: 'first space of the section' }),
    title: Optional(Nullable(Str({ minLength: 2, maxLength: 128 }), { description: 'title of the section' })),
    icon: Optional(Icon()),
    draft: Draft(),
    pageId: Optional(Home()),
  }),
  keeps: ['draft'],
});
export const updateSiteSection = op('update', 'Update the settings of a section', {
  ...wire.updateSiteSectionById,
  body: Obj({
    title: Optional(Str({ minLength: 2, maxLength: 128, description: 'new title' })),
    localizedTitle: Optional(LocalizedTitle()),
    path: Optional(Str({ minLength: 1, maxLength: 100, description: 'path on the site' })),
    defaultSiteSpace: Optional(Str({ description: 'site space to show first' })),
    condition: Optional(Condition()),
    icon: Optional(Icon()),
    description: Optional(Nullable(Str({ maxLength: 256 }), { description: 'short description' })),
    localizedDescription: Optional(LocalizedDescription()),
    draft: Draft(),
    siteSectionGroupId: Optional(Nullable(Str(), { description: 'section group to move it into' })),
  }),
  success: [200],
  keeps: ['draft'],
});
export const deleteSiteSection = op('delete', 'Delete a section', {
  ...wire.deleteSiteSectionById,
});
export const moveSiteSection = op('move', 'Move a section within its level', {
  ...wire.moveSiteSection,
  deprecated: 'siteStructure.sort',
});
