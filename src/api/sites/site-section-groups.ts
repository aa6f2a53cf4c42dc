// Groups of sections in the navigation of a site.
import type { Static } from '@sinclair/typebox';
import { operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';
import { Draft, LocalizedTitle } from './localized.ts';
import { SiteExternalLink } from './site-external-links.ts';
import { Icon, SiteSection } from './site-sections.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union, Recursive, Boolean: Bool } = Type;

/** Children are sections and nested groups; `sections` is deprecated and still sent (src/api/README.md#site-structure). */
export const SiteSectionGroup = Recursive(
  (This) =>
    Obj({
      object: Literal('site-section-group'),
      id: Str(),
      title: Str({ minLength: 1, maxLength: 100 }),
      localizedTitle: Optional(LocalizedTitle()),
      draft: Optional(Bool()),
      sectionGroup: Optional(Str()),
      icon: Optional(Str({ maxLength: 50 })),
      children: ArrayOf(Union([SiteSection, SiteExternalLink, This])),
      sections: ArrayOf(SiteSection),
    }),
  { $id: 'SiteSectionGroup' },
);
export type SiteSectionGroup = Static<typeof SiteSectionGroup>;

export const SiteSectionGroupRef = Obj({
  ...SiteRef.properties,
  siteSectionGroupId: Str({ description: 'section group: ID or title' }),
});

export const listSiteSectionGroups = operation('siteSectionGroups.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  summary: 'List the section groups of a site',
  lists: { param: 'siteSectionGroupId', noun: 'section group', names: ['title'] },
  params: SiteRef,
  query: Obj({ ...Paging }),
  result: pageOf(SiteSectionGroup),
  paging: 'pages',
});

export const createSiteSectionGroup = operation('siteSectionGroups.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  summary: 'Create a section group',
  params: SiteRef,
  body: Obj({
    title: Str({ minLength: 1, maxLength: 100, description: 'title of the group' }),
    icon: Optional(Icon()),
    sections: Optional(ArrayOf(Str(), { description: 'sections to add' })),
    parent: Optional(Str({ description: 'parent group (default: the top level of the site)' })),
    draft: Draft(),
  }),
  result: SiteSectionGroup,
  success: [201],
  keeps: ['draft'],
});

export const updateSiteSectionGroup = operation('siteSectionGroups.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  summary: 'Update the settings of a section group',
  params: SiteSectionGroupRef,
  body: Obj({
    title: Optional(Str({ minLength: 1, maxLength: 100, description: 'new title' })),
    localizedTitle: Optional(LocalizedTitle()),
    icon: Optional(Icon()),
    draft: Draft(),
  }),
  result: SiteSectionGroup,
  keeps: ['draft'],
});

export const deleteSiteSectionGroup = operation('siteSectionGroups.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  summary: 'Delete a section group',
  params: SiteSectionGroupRef,
});

export const addToSiteSectionGroup = operation('siteSectionGroups.add', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
  summary: 'Add a section to a section group',
  params: SiteSectionGroupRef,
  body: Obj({ sectionId: Str({ description: 'section to add' }) }),
  result: SiteSectionGroup,
  success: [201],
});

export const removeFromSiteSectionGroup = operation('siteSectionGroups.remove', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
  summary: 'Remove a section from a section group',
  params: Obj({
    ...SiteSectionGroupRef.properties,
    siteSectionId: Str({ description: 'section: ID, title or path' }),
  }),
});
