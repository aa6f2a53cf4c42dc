// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';
import { SiteExternalLink } from './site-external-links.generated.ts';
import { SiteSection } from './site-sections.generated.ts';

const { ArrayOf, Bool, Literal, Nullable, Obj, Optional, Paging, RecordOf, Recursive, Str, Union, pageOf } =
  builders;

export const SiteSectionGroup = Recursive(
  (This) =>
    Obj({
      object: Literal('site-section-group'),
      id: Str(),
      title: Str({ minLength: 1, maxLength: 100 }),
      sections: ArrayOf(SiteSection),
      sectionGroup: Optional(Str()),
      children: ArrayOf(Union([SiteSection, This, SiteExternalLink])),
      icon: Optional(Str({ maxLength: 50 })),
      localizedTitle: Optional(RecordOf(Str(), Str({ maxLength: 128 }))),
      draft: Optional(Bool()),
    }),
  { $id: 'SiteSectionGroup' },
);
export type SiteSectionGroup = Static<typeof SiteSectionGroup>;

export const listSiteSectionGroups = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  query: Obj({ ...Paging }),
  result: pageOf(SiteSectionGroup),
  paging: 'pages',
} as const;

export const addSectionGroupToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  body: Obj({
    title: Str({ minLength: 1, maxLength: 100 }),
    icon: Optional(Nullable(Str({ maxLength: 50 }))),
    sections: Optional(ArrayOf(Str())),
    parent: Optional(Str()),
    draft: Optional(Bool()),
  }),
  result: SiteSectionGroup,
  success: [201],
} as const;

export const updateSiteSectionGroupById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  body: Obj({
    title: Optional(Str({ minLength: 1, maxLength: 100 })),
    icon: Optional(Nullable(Str({ maxLength: 50 }))),
    localizedTitle: Optional(RecordOf(Str(), Str({ maxLength: 128 }))),
    draft: Optional(Bool()),
  }),
  result: SiteSectionGroup,
} as const;

export const deleteSiteSectionGroupById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
} as const;

export const addSectionToGroup = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
  body: Obj({ sectionId: Str() }),
  result: SiteSectionGroup,
  success: [201],
  only: '0.146.0',
} as const;

export const removeSectionFromGroup = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
  only: '0.146.0',
} as const;
