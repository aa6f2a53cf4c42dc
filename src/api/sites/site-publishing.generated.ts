// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Bool, Enum, Literal, Nullable, Obj, Optional, Str, Uri } = builders;

export const SitePublishingAuth = Obj({
  backend: Enum(['custom', 'integration']),
  object: Literal('publishing-auth'),
  privateKey: Str(),
  fallbackURL: Optional(Uri()),
  integration: Optional(Str()),
  logoutURL: Optional(Uri()),
});
export type SitePublishingAuth = Static<typeof SitePublishingAuth>;

export const getSitePublishingAuthById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
  result: SitePublishingAuth,
  errors: [400],
} as const;

export const updateSitePublishingAuthById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
  body: Obj({
    backend: Enum(['custom', 'integration']),
    fallbackURL: Optional(Nullable(Uri())),
    logoutURL: Optional(Nullable(Uri())),
  }),
  result: SitePublishingAuth,
  errors: [400],
} as const;

export const regenerateSitePublishingAuthById = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate',
  result: SitePublishingAuth,
  errors: [400],
} as const;

export const getSitePublishingPreviewById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview',
  query: Obj({
    siteSpace: Optional(Str()),
    claims: Optional(Str()),
    draft: Optional(Bool({ default: true })),
    target: Optional(Str()),
  }),
  result: Obj({ url: Uri({ maxLength: 2048 }) }),
  errors: [400],
} as const;
