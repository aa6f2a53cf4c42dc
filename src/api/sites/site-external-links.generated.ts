// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Bool, Literal, Nullable, Obj, Optional, RecordOf, Str, Uri } = builders;

export const SiteExternalLink = Obj({
  object: Literal('site-external-link'),
  id: Str(),
  title: Str({ minLength: 2, maxLength: 128 }),
  localizedTitle: Optional(RecordOf(Str(), Str({ maxLength: 128 }))),
  description: Optional(Str({ minLength: 0, maxLength: 256 })),
  localizedDescription: Optional(RecordOf(Str(), Str({ maxLength: 256 }))),
  icon: Optional(Str({ maxLength: 50 })),
  url: Uri({ maxLength: 2048 }),
  sectionGroup: Optional(Str()),
  draft: Bool(),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
});
export type SiteExternalLink = Static<typeof SiteExternalLink>;

export const addExternalLinkToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/external-links',
  body: Obj({
    title: Str({ minLength: 2, maxLength: 128 }),
    localizedTitle: Optional(RecordOf(Str(), Str({ maxLength: 128 }))),
    description: Optional(Nullable(Str({ minLength: 0, maxLength: 256 }))),
    localizedDescription: Optional(Nullable(RecordOf(Str(), Str({ maxLength: 256 })))),
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
    localizedTitle: Optional(Nullable(RecordOf(Str(), Str({ maxLength: 128 })))),
    description: Optional(Nullable(Str({ minLength: 0, maxLength: 256 }))),
    localizedDescription: Optional(Nullable(RecordOf(Str(), Str({ maxLength: 256 })))),
    icon: Optional(Nullable(Str({ maxLength: 50 }))),
    url: Optional(Uri({ maxLength: 2048 })),
    parent: Optional(Nullable(Str())),
    draft: Optional(Bool()),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
  }),
  result: SiteExternalLink,
  errors: [400, 404],
  only: '0.202.0',
} as const;

export const deleteSiteExternalLinkById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
  errors: [404],
  only: '0.202.0',
} as const;
