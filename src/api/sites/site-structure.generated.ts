// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.generated.ts';
import { ByWord, Language, builders } from '../schema.ts';
import { SiteCustomizationSettings } from './customization.generated.ts';
import { Site } from './sites.generated.ts';

const {
  ArrayOf,
  Bool,
  Enum,
  Literal,
  Nullable,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Recursive,
  Str,
  Union,
  Uri,
  pageOf,
} = builders;

export const SiteSpace = Obj({
  object: Literal('site-space'),
  id: Str(),
  path: Str({ minLength: 1, maxLength: 100 }),
  section: Optional(Str()),
  space: Space,
  title: Str(),
  default: Optional(Bool()),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
  hasAdvancedCustomizationFeature: Optional(Bool()),
  urls: Obj({ published: Optional(Uri()) }),
  localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
  pageId: Optional(Nullable(Str())),
  draft: Optional(Bool()),
  hidden: Optional(Bool()),
});
export type SiteSpace = Static<typeof SiteSpace>;

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
  localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
  localizedDescription: Optional(ByWord(Language, Str({ maxLength: 256 }))),
  draft: Optional(Bool()),
});
export type SiteSection = Static<typeof SiteSection>;

export const SiteExternalLink = Obj({
  object: Literal('site-external-link'),
  id: Str(),
  title: Str({ minLength: 2, maxLength: 128 }),
  localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
  description: Optional(Str({ minLength: 0, maxLength: 256 })),
  localizedDescription: Optional(ByWord(Language, Str({ maxLength: 256 }))),
  icon: Optional(Str({ maxLength: 50 })),
  url: Uri({ maxLength: 2048 }),
  sectionGroup: Optional(Str()),
  draft: Bool(),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
});
export type SiteExternalLink = Static<typeof SiteExternalLink>;

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
      localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
      draft: Optional(Bool()),
    }),
  { $id: 'SiteSectionGroup' },
);
export type SiteSectionGroup = Static<typeof SiteSectionGroup>;

export const SiteStructure = Union([
  Obj({
    type: Literal('sections'),
    structure: ArrayOf(Union([SiteSection, SiteSectionGroup, SiteExternalLink])),
  }),
  Obj({ type: Literal('siteSpaces'), structure: ArrayOf(SiteSpace) }),
]);
export type SiteStructure = Static<typeof SiteStructure>;

export const PublishedContentSite = Obj({
  object: Literal('published-content-site'),
  site: Site,
  structure: SiteStructure,
  customizations: Obj({
    site: SiteCustomizationSettings,
    siteSpaces: RecordOf(Str(), SiteCustomizationSettings),
  }),
  scripts: ArrayOf(
    Obj({ script: Uri({ maxLength: 2048 }), contentSecurityPolicy: Optional(Str()), cookies: Bool() }),
  ),
});
export type PublishedContentSite = Static<typeof PublishedContentSite>;

export const sortSiteStructure = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
  body: Obj({
    item: Obj({
      type: Enum(['site-space', 'site-section', 'site-section-group', 'site-external-link']),
      id: Str(),
    }),
    position: Obj({
      before: Optional(
        Obj({
          type: Enum(['site-space', 'site-section', 'site-section-group', 'site-external-link']),
          id: Str(),
        }),
      ),
      after: Optional(
        Obj({
          type: Enum(['site-space', 'site-section', 'site-section-group', 'site-external-link']),
          id: Str(),
        }),
      ),
    }),
  }),
  result: Union([SiteSpace, SiteSection, SiteSectionGroup, SiteExternalLink]),
  success: [200, 204],
  errors: [400, 404],
} as const;

export const getPublishedContentSite = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/published',
  query: Obj({ shareKey: Optional(Str()) }),
  result: PublishedContentSite,
  errors: [404],
} as const;

export const getSiteStructure = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/structure',
  query: Obj({ shareKey: Optional(Str()) }),
  result: SiteStructure,
  errors: [404],
} as const;

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
  lacks: ['template', 'siteSectionGroupId'],
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
    localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
    draft: Optional(Bool()),
    localizedDescription: Optional(ByWord(Language, Str({ maxLength: 256 }))),
    siteSectionGroupId: Optional(Nullable(Str())),
  }),
  result: SiteSection,
  success: [200, 204],
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
  bodyOptional: true,
  result: SiteSection,
  errors: [400, 404],
  deprecated: '',
} as const;

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
    localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
    draft: Optional(Bool()),
    parentSectionGroupId: Optional(Nullable(Str())),
  }),
  result: SiteSectionGroup,
  success: [200, 204],
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

export const listSiteSpaces = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  query: Obj({ ...Paging, shareKey: Optional(Str()), default: Optional(Bool()) }),
  result: pageOf(SiteSpace),
  paging: 'pages',
} as const;

export const addSpaceToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  body: Obj({
    spaceId: Nullable(Str()),
    sectionId: Optional(Str()),
    draft: Optional(Bool({ default: false })),
    pageId: Optional(Nullable(Str())),
    title: Optional(Str({ minLength: 2, maxLength: 128 })),
  }),
  result: SiteSpace,
  success: [201, 204],
  lacks: ['template'],
} as const;

export const updateSiteSpaceById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  body: Obj({
    path: Optional(Str({ minLength: 1, maxLength: 100 })),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
    spaceId: Optional(Str()),
    pageId: Optional(Nullable(Str())),
    hidden: Optional(Bool()),
    draft: Optional(Bool()),
  }),
  result: SiteSpace,
  success: [200, 204],
} as const;

export const deleteSiteSpaceById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
} as const;

export const duplicateSiteSpace = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate',
  body: Obj({ draft: Optional(Bool({ default: false })) }),
  bodyOptional: true,
  result: SiteSpace,
  success: [201],
  only: '0.202.0',
} as const;

export const moveSiteSpace = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
  body: Obj({
    position: Optional(
      Obj({
        before: Optional(Obj({ type: Literal('site-space'), siteSpace: Str() })),
        after: Optional(Obj({ type: Literal('site-space'), siteSpace: Str() })),
      }),
    ),
  }),
  bodyOptional: true,
  result: SiteSpace,
  errors: [400, 404],
  deprecated: '',
} as const;

export const addExternalLinkToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/external-links',
  body: Obj({
    title: Str({ minLength: 2, maxLength: 128 }),
    localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
    description: Optional(Nullable(Str({ minLength: 0, maxLength: 256 }))),
    localizedDescription: Optional(Nullable(ByWord(Language, Str({ maxLength: 256 })))),
    icon: Optional(Nullable(Str({ maxLength: 50 }))),
    url: Uri({ maxLength: 2048 }),
    parent: Optional(Str()),
    draft: Optional(Bool()),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
  }),
  result: SiteExternalLink,
  success: [201],
  errors: [400],
  only: '0.202.0',
} as const;

export const updateSiteExternalLinkById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
  body: Obj({
    title: Optional(Str({ minLength: 2, maxLength: 128 })),
    localizedTitle: Optional(Nullable(ByWord(Language, Str({ maxLength: 128 })))),
    description: Optional(Nullable(Str({ minLength: 0, maxLength: 256 }))),
    localizedDescription: Optional(Nullable(ByWord(Language, Str({ maxLength: 256 })))),
    icon: Optional(Nullable(Str({ maxLength: 50 }))),
    url: Optional(Uri({ maxLength: 2048 })),
    parent: Optional(Nullable(Str())),
    draft: Optional(Bool()),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
  }),
  result: SiteExternalLink,
  success: [200, 204],
  errors: [400, 404],
  only: '0.202.0',
} as const;

export const deleteSiteExternalLinkById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
  errors: [404],
  only: '0.202.0',
} as const;
