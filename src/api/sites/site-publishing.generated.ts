// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Bool, DateTime, Enum, Literal, Nullable, Obj, Optional, Paging, Str, Union, Uri, pageOf } = builders;

export const CustomHostname = Obj({
  object: Literal('custom-hostname'),
  hostname: Str({
    maxLength: 512,
    pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
  }),
  target: Union([
    Obj({ type: Literal('organization'), organization: Str() }),
    Obj({ type: Literal('site'), site: Str() }),
  ]),
  isActive: Bool(),
  status: Optional(
    Enum([
      'dns_passed',
      'dns_wrong_cname',
      'dns_no_cname',
      'dns_cloudflare_proxied',
      'dns_wrong_caa',
      'live',
      'ssl_unknown',
      'ssl_pending',
      'ssl_failed',
      'ssl_retry_expired',
      'invalid_domain',
      'internal_error',
    ]),
  ),
  urls: Obj({ location: Uri() }),
});
export type CustomHostname = Static<typeof CustomHostname>;

export const ShareLink = Obj({
  object: Literal('share-link'),
  id: Str(),
  createdAt: DateTime(),
  name: Optional(Str({ minLength: 0, maxLength: 50 })),
  active: Optional(Bool()),
  urls: Obj({ published: Optional(Uri()) }),
});
export type ShareLink = Static<typeof ShareLink>;

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

export const getCustomHostname = {
  method: 'GET',
  path: '/v1/custom-hostnames/{hostname}',
  result: CustomHostname,
} as const;

export const dnsRevalidateCustomHostname = {
  method: 'PATCH',
  path: '/v1/custom-hostnames/{hostname}',
  success: [204],
  errors: [400, 409],
} as const;

export const removeCustomHostname = { method: 'DELETE', path: '/v1/custom-hostnames/{hostname}' } as const;

export const getSubdomain = {
  method: 'GET',
  path: '/v1/subdomains/{subdomain}',
  result: Obj({
    object: Literal('subdomain'),
    subdomain: Str({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$' }),
    target: Obj({ type: Literal('organization'), organization: Str() }),
    isActive: Bool(),
  }),
} as const;

export const listSiteShareLinks = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  query: Obj({ ...Paging, search: Optional(Str()) }),
  result: pageOf(ShareLink),
  paging: 'pages',
} as const;

export const createSiteShareLink = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  body: Obj({ name: Str({ minLength: 0, maxLength: 50 }) }),
  result: ShareLink,
  success: [201],
} as const;

export const updateSiteShareLinkById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  body: Obj(
    { active: Optional(Bool()), name: Optional(Str({ minLength: 0, maxLength: 50 })) },
    { minProperties: 1 },
  ),
  result: ShareLink,
} as const;

export const deleteSiteShareLinkById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
} as const;
