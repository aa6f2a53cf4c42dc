// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Literal, Nullable, Obj, Optional, Paging, Str, Union, Uri, pageOf } =
  builders;

export const SiteRedirectDestination = Union([
  Obj({ kind: Literal('site-section'), siteSectionId: Str() }),
  Obj({ kind: Literal('site-space'), siteSpaceId: Str() }),
  Obj({ kind: Literal('site-page'), siteSpaceId: Str(), pageId: Str() }),
  Obj({ kind: Literal('external'), url: Uri({ maxLength: 2048 }) }),
]);
export type SiteRedirectDestination = Static<typeof SiteRedirectDestination>;

export const SiteRedirect = Obj({
  object: Literal('site-redirect'),
  id: Str(),
  source: Str({
    maxLength: 512,
    pattern:
      '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
  }),
  destination: SiteRedirectDestination,
  draft: Optional(Bool()),
  captureWildcard: Optional(Bool()),
  permanent: Optional(Bool()),
  createdAt: Optional(DateTime()),
  updatedAt: Optional(DateTime()),
});
export type SiteRedirect = Static<typeof SiteRedirect>;

export const SiteRedirectInputDestination = Union([
  SiteRedirectDestination,
  Obj({ kind: Literal('path'), spaceId: Str(), path: Str() }),
]);
export type SiteRedirectInputDestination = Static<typeof SiteRedirectInputDestination>;

export const bulkUpsertSiteRedirects = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
  body: Obj({
    redirects: ArrayOf(
      Union([
        Obj({
          source: Str({
            maxLength: 512,
            pattern:
              '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
          }),
          intent: Literal('publish'),
        }),
        Obj({
          source: Str({
            maxLength: 512,
            pattern:
              '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
          }),
          intent: Optional(Enum(['live', 'draft'], { default: 'live' })),
          captureWildcard: Optional(Bool({ default: false })),
          permanent: Optional(Bool()),
          destination: Nullable(SiteRedirectInputDestination),
        }),
      ]),
      { minItems: 1, maxItems: 500 },
    ),
  }),
  result: Obj({
    results: ArrayOf(
      Union([
        Obj({
          status: Literal('created'),
          source: Str({
            maxLength: 512,
            pattern:
              '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
          }),
          draft: Bool(),
          id: Str(),
        }),
        Obj({
          status: Literal('updated'),
          source: Str({
            maxLength: 512,
            pattern:
              '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
          }),
          draft: Bool(),
          id: Str(),
        }),
        Obj({
          status: Literal('deleted'),
          source: Str({
            maxLength: 512,
            pattern:
              '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
          }),
          draft: Bool(),
        }),
        Obj({
          status: Literal('published'),
          source: Str({
            maxLength: 512,
            pattern:
              '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
          }),
          draft: Bool(),
          id: Str(),
        }),
        Obj({
          status: Literal('error'),
          source: Str({
            maxLength: 512,
            pattern:
              '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
          }),
          draft: Bool(),
          error: Str(),
        }),
      ]),
    ),
  }),
  only: '0.202.0',
} as const;

export const listSiteRedirects = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
  query: Obj({
    ...Paging,
    search: Optional(Str()),
    draft: Optional(Bool({ default: false })),
    orderBy: Optional(Enum(['createdAt', 'updatedAt', 'source'], { default: 'createdAt' })),
  }),
  result: pageOf(SiteRedirect),
  paging: 'pages',
} as const;

export const createSiteRedirect = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
  body: Obj({
    source: Str({
      maxLength: 512,
      pattern:
        '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
    }),
    destination: SiteRedirectInputDestination,
    captureWildcard: Optional(Bool({ default: false })),
    draft: Optional(Bool({ default: false })),
    permanent: Optional(Bool({ default: false })),
  }),
  result: SiteRedirect,
  success: [201],
} as const;

export const updateSiteRedirectById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
  body: Obj({
    source: Optional(
      Str({
        maxLength: 512,
        pattern:
          '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
      }),
    ),
    destination: Optional(SiteRedirectDestination),
    captureWildcard: Optional(Bool()),
    draft: Optional(Bool()),
    permanent: Optional(Bool()),
  }),
  result: SiteRedirect,
} as const;

export const deleteSiteRedirectById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
} as const;

export const getSiteRedirectBySource = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirect',
  query: Obj({
    shareKey: Optional(Str()),
    source: Str({
      maxLength: 512,
      pattern:
        '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
    }),
  }),
  result: Obj({ redirect: SiteRedirect, target: Str() }),
  errors: [404],
} as const;
