// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';

const { Bool, Literal, Nullable, Obj, Optional, Paging, RecordOf, Str, Uri, pageOf } = builders;

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
  localizedTitle: Optional(RecordOf(Str(), Str({ maxLength: 128 }))),
  pageId: Optional(Nullable(Str())),
  draft: Optional(Bool()),
  hidden: Optional(Bool()),
});
export type SiteSpace = Static<typeof SiteSpace>;

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
  success: [201],
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
} as const;

export const deleteSiteSpaceById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
} as const;

export const duplicateSiteSpace = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate',
  body: Obj({ draft: Optional(Bool({ default: false })) }),
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
  result: SiteSpace,
  errors: [400, 404],
  deprecated: '',
} as const;
