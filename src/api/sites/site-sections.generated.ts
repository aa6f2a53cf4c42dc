// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';
import { SiteSpace } from './site-spaces.generated.ts';

const { ArrayOf, Bool, Literal, Nullable, Obj, Optional, Paging, RecordOf, Str, Uri, pageOf } = builders;

export const SiteSection = Obj({
  object: Literal('site-section'),
  id: Str(),
  title: Str({ minLength: 2, maxLength: 128 }),
  description: Optional(Str({ minLength: 0, maxLength: 256 })),
  default: Optional(Bool()),
  path: Str({ minLength: 1, maxLength: 100 }),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
  sectionGroup: Optional(Str()),
  siteSpaces: ArrayOf(SiteSpace),
  urls: Obj({ published: Optional(Uri()) }),
  icon: Optional(Str({ maxLength: 50 })),
  localizedTitle: Optional(RecordOf(Str(), Str({ maxLength: 128 }))),
  localizedDescription: Optional(RecordOf(Str(), Str({ maxLength: 256 }))),
  draft: Optional(Bool()),
});
export type SiteSection = Static<typeof SiteSection>;

export const listSiteSections = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
  query: Obj({ ...Paging, shareKey: Optional(Str()) }),
  result: pageOf(SiteSection),
  paging: 'pages',
} as const;

export const addSectionToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
  body: Obj({
    spaceId: Nullable(Str()),
    title: Optional(Nullable(Str({ minLength: 2, maxLength: 128 }))),
    icon: Optional(Nullable(Str({ maxLength: 50 }))),
    draft: Optional(Bool({ default: false })),
    pageId: Optional(Str()),
  }),
  result: SiteSection,
  success: [201],
} as const;

export const updateSiteSectionById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  body: Obj({
    title: Optional(Str({ minLength: 2, maxLength: 128 })),
    path: Optional(Str({ minLength: 1, maxLength: 100 })),
    defaultSiteSpace: Optional(Str()),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
    icon: Optional(Nullable(Str({ maxLength: 50 }))),
    description: Optional(Nullable(Str({ minLength: 0, maxLength: 256 }))),
    localizedTitle: Optional(RecordOf(Str(), Str({ maxLength: 128 }))),
    draft: Optional(Bool()),
    localizedDescription: Optional(RecordOf(Str(), Str({ maxLength: 256 }))),
    siteSectionGroupId: Optional(Nullable(Str())),
  }),
  result: SiteSection,
} as const;

export const deleteSiteSectionById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
} as const;

export const moveSiteSection = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
  body: Obj({
    position: Optional(
      Obj({
        before: Optional(Obj({ type: Literal('site-section'), siteSection: Str() })),
        after: Optional(Obj({ type: Literal('site-section'), siteSection: Str() })),
      }),
    ),
  }),
  result: SiteSection,
  errors: [400, 404],
  deprecated: '',
} as const;
