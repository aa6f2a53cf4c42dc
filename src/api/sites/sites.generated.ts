// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { GitSyncState } from '../content/spaces.generated.ts';
import { DefaultLevel } from '../roles.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  Str,
  Union,
  Uri,
  pageOf,
} = builders;

export const SiteType = Enum(['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium']);
export type SiteType = Static<typeof SiteType>;

export const SiteVisibility = Enum(['public', 'unlisted', 'share-link', 'visitor-auth']);
export type SiteVisibility = Static<typeof SiteVisibility>;

export const Site = Obj({
  object: Literal('site'),
  id: Str(),
  type: SiteType,
  title: Str({ minLength: 2, maxLength: 128 }),
  icon: Optional(
    Nullable(
      Union([
        Obj({ icon: Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) }) }),
        Obj({ emoji: Str({ maxLength: 50 }) }),
        Obj({}, { additionalProperties: false }),
      ]),
    ),
  ),
  hostname: Optional(
    Str({
      maxLength: 512,
      pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
    }),
  ),
  basename: Optional(Str({ minLength: 1, maxLength: 100 })),
  proxy: Optional(
    Obj({
      origin: Str({ maxLength: 512, pattern: '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$' }),
      target: Str(),
    }),
  ),
  visibility: SiteVisibility,
  published: Bool(),
  siteSpaces: Num(),
  createdAt: DateTime(),
  adaptiveContent: Optional(Obj({ enabled: Bool() })),
  ads: Optional(
    Union([
      Obj({ status: Literal('pending'), submittable: Bool() }),
      Obj({ status: Literal('in-review'), topic: Enum(['webdev', 'crypto']) }),
      Obj({ status: Literal('rejected'), reason: Optional(Str()) }),
      Obj({ status: Enum(['live', 'disabled']), topic: Enum(['webdev', 'crypto']), zoneId: Str() }),
    ]),
  ),
  agentsContext: Optional(Enum(['excluded', 'included'])),
  features: ArrayOf(
    Obj({
      id: Enum([
        'sites-adaptive-content',
        'sites-advanced-customization',
        'sites-advanced-insights',
        'sites-ads',
        'sites-ai-search',
        'sites-ai-assistant',
        'sites-ai-insights',
        'sites-fix-broken-links',
        'sites-connections',
        'sites-content-gaps',
        'sites-channels',
        'sites-embed',
        'sites-api-playground',
        'sites-basic-customization',
        'sites-broken-links',
        'sites-custom-domain',
        'sites-custom-fonts',
        'sites-custom-subdirectory',
        'sites-full-text-search',
        'sites-multivariant-site',
        'sites-no-custom-domain',
        'sites-page-feedback',
        'sites-page-traffic-insights',
        'sites-pdf-export',
        'sites-preview-deployments',
        'sites-public-visibility',
        'sites-redirects',
        'sites-search-insights',
        'sites-sections',
        'sites-seo',
        'sites-share-links',
        'sites-unlisted-visibility',
        'sites-user-contribution',
        'sites-visitor-authentication',
        'sites-visitors',
      ]),
      plan: SiteType,
      frozen: Bool(),
      customizations: Optional(
        ArrayOf(
          Enum([
            'header-logo',
            'header-primary-link',
            'theme-preset',
            'premium-fonts',
            'custom-icons',
            'footer-logo',
            'footer-links',
            'footer-copyright',
            'semantic-colors',
          ]),
        ),
      ),
    }),
  ),
  urls: Obj({
    location: Uri(),
    app: Uri(),
    published: Optional(Uri()),
    preview: Optional(Uri()),
    login: Optional(Uri()),
    logout: Optional(Uri()),
  }),
  appliedType: Optional(SiteType),
  defaultLevel: Optional(DefaultLevel),
  permissions: Optional(
    Obj({
      view: Bool(),
      access: Bool(),
      edit: Bool(),
      create: Bool(),
      admin: Bool(),
      installIntegration: Bool(),
      viewAdaptiveSchema: Bool(),
      editAdaptiveSchema: Bool(),
    }),
  ),
  gitSync: Optional(GitSyncState),
  lastScanAt: Optional(DateTime()),
  styleguide: Optional(Obj({ kind: Literal('space'), space: Str() })),
});
export type Site = Static<typeof Site>;

export const listSites = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites',
  query: Obj({
    ...Paging,
    space: Optional(Str()),
    title: Optional(Str()),
    published: Optional(Bool()),
    type: Optional(ArrayOf(SiteType)),
  }),
  result: pageOf(Site),
  paging: 'pages',
} as const;

export const createSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites',
  body: Obj({
    type: Optional(SiteType),
    title: Optional(Str({ minLength: 2, maxLength: 128 })),
    visibility: Optional(SiteVisibility),
    spaces: Optional(ArrayOf(Str())),
  }),
  bodyOptional: true,
  result: Site,
  success: [201],
} as const;

export const getSiteById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}',
  result: Site,
  errors: [404],
  token: 'any',
} as const;

export const updateSiteById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}',
  body: Obj({
    title: Optional(Str({ minLength: 2, maxLength: 128 })),
    visibility: Optional(SiteVisibility),
    basename: Optional(Str({ minLength: 1, maxLength: 100 })),
    adaptiveContent: Optional(Obj({ enabled: Bool() })),
    agentsContext: Optional(Enum(['excluded', 'included'])),
    defaultSiteSpace: Optional(Str()),
    defaultSiteSection: Optional(Str()),
    proxy: Optional(
      Nullable(Str({ maxLength: 512, pattern: '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$' })),
    ),
    defaultLevel: Optional(DefaultLevel),
    styleguide: Optional(Nullable(Str())),
  }),
  result: Site,
} as const;

export const deleteSiteById = { method: 'DELETE', path: '/v1/orgs/{organizationId}/sites/{siteId}' } as const;

export const publishSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publish',
  result: Union([Site, Obj({ type: Literal('checkout'), sessionId: Str() })]),
} as const;

export const unpublishSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/unpublish',
  result: Site,
} as const;
