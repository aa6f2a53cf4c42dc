// Sections of a site.
import type { Static } from '@sinclair/typebox';
import { Nullable, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';
import { Draft, LocalizedDescription, LocalizedTitle } from './localized.ts';
import { Condition, Home, SiteSpace } from './site-spaces.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

export const SiteSection = Obj({
  object: Literal('site-section'),
  id: Str(),
  title: Str({ minLength: 2, maxLength: 128 }),
  localizedTitle: Optional(LocalizedTitle()),
  description: Optional(Str({ maxLength: 256 })),
  localizedDescription: Optional(LocalizedDescription()),
  default: Optional(Bool()),
  draft: Optional(Bool()),
  path: Str({ minLength: 1, maxLength: 100 }),
  condition: Optional(Str({ maxLength: 1024 })),
  sectionGroup: Optional(Str()),
  icon: Optional(Str({ maxLength: 50 })),
  siteSpaces: ArrayOf(SiteSpace),
  urls: Obj({ published: Optional(Str()) }),
});
export type SiteSection = Static<typeof SiteSection>;

export const SiteSectionRef = Obj({
  ...SiteRef.properties,
  siteSectionId: Str({ description: 'section: ID, title or path' }),
});

export const Icon = () => Nullable(Str({ maxLength: 50 }), { description: 'name of an icon' });

const Pointer = Obj({ type: Literal('site-section'), siteSection: Str() });

export const listSiteSections = operation('siteSections.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
  summary: 'List the sections of a site',
  lists: { param: 'siteSectionId', noun: 'section', names: ['title', 'path'] },
  params: SiteRef,
  query: Obj({ ...Paging, shareKey: Optional(Str({ description: 'share key of a share-link site' })) }),
  result: pageOf(SiteSection),
  paging: 'pages',
});

export const createSiteSection = operation('siteSections.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
  summary: 'Add a section to a site',
  params: SiteRef,
  body: Obj({
    spaceId: Str({ description: 'first space of the section' }),
    title: Optional(Nullable(Str({ minLength: 2, maxLength: 128 }), { description: 'title of the section' })),
    icon: Optional(Icon()),
    draft: Draft(),
    pageId: Optional(Home()),
  }),
  result: SiteSection,
  success: [201],
  keeps: ['draft'],
});

export const updateSiteSection = operation('siteSections.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  summary: 'Update the settings of a section',
  params: SiteSectionRef,
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
  result: SiteSection,
  keeps: ['draft'],
});

export const deleteSiteSection = operation('siteSections.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  summary: 'Delete a section',
  params: SiteSectionRef,
});

export const moveSiteSection = operation('siteSections.move', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
  summary: 'Move a section within its level',
  params: SiteSectionRef,
  body: Obj({ position: Optional(Obj({ before: Optional(Pointer), after: Optional(Pointer) })) }),
  result: SiteSection,
  errors: [400, 404],
  deprecated: 'siteStructure.sort',
});
