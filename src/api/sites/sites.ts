// Docs sites: spaces made public under one address.
import type { Static } from '@sinclair/typebox';
import { DEFAULT_LEVEL, DefaultLevel } from '../roles.ts';
import {
  Count,
  DateTime,
  described,
  Enum,
  Flags,
  Nullable,
  OrganizationRef,
  operation,
  Paging,
  pageOf,
  SiteRef,
  Type,
} from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union, Boolean: Bool } = Type;

export const SITE_TYPES = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const;
export const SiteType = Enum(SITE_TYPES);
export const SiteVisibility = Enum(['public', 'unlisted', 'share-link', 'visitor-auth']);
export const HOSTNAME = '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$';
/** The documents print it JSON-escaped: a doubled backslash there stands for one (src/api/README.md#sites). */
export const PROXY = '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$';

const Themed = Obj({ light: Str(), dark: Str() });
export const SiteIcon = Nullable(
  Union([Obj({ icon: Themed }), Obj({ emoji: Str() }), Obj({}, { additionalProperties: false })]),
);
const AdsTopic = Enum(['webdev', 'crypto']);
const Ads = Union([
  Obj({ status: Literal('pending'), submittable: Bool() }),
  Obj({ status: Literal('in-review'), topic: AdsTopic }),
  Obj({ status: Literal('rejected'), reason: Optional(Str()) }),
  Obj({ status: Enum(['live', 'disabled']), topic: AdsTopic, zoneId: Str() }),
]);

export const SITE_PERMISSIONS = [
  ...(['view', 'access', 'edit', 'create', 'admin', 'installIntegration'] as const),
  ...(['viewAdaptiveSchema', 'editAdaptiveSchema'] as const),
] as const;

export const Site = Obj({
  object: Literal('site'),
  id: Str(),
  type: SiteType,
  appliedType: Optional(SiteType),
  title: Str(),
  icon: Optional(SiteIcon),
  hostname: Optional(Str({ pattern: HOSTNAME, maxLength: 512 })),
  basename: Optional(Str()),
  proxy: Optional(Obj({ origin: Str(), target: Str() })),
  visibility: SiteVisibility,
  defaultLevel: Optional(DefaultLevel),
  permissions: Optional(Flags(SITE_PERMISSIONS)),
  published: Bool(),
  siteSpaces: Count(),
  createdAt: DateTime(),
  adaptiveContent: Optional(Obj({ enabled: Bool() })),
  ads: Optional(Ads),
  agentsContext: Optional(Enum(['excluded', 'included'])),
  styleguide: Optional(Obj({ kind: Literal('space'), space: Str() })),
  features: ArrayOf(Obj({ id: Str(), plan: SiteType, frozen: Bool(), customizations: ArrayOf(Str()) })),
  urls: Obj({ location: Str(), app: Str(), published: Optional(Str()), preview: Optional(Str()) }),
});
export type Site = Static<typeof Site>;

/** Publishing may answer that the plan must be paid first (src/api/README.md#sites). */
export const Checkout = Obj({ type: Literal('checkout'), sessionId: Str() });

export const listSites = operation('sites.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites',
  summary: 'List the sites in an organization',
  lists: { param: 'siteId', noun: 'site', names: ['title', 'basename', 'hostname'] },
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    space: Optional(Str({ description: 'only sites that show this space' })),
    title: Optional(Str({ description: 'only sites whose title contains this' })),
    published: Optional(Bool({ description: 'only sites that are (or are not) published' })),
    type: Optional(ArrayOf(SiteType, { description: 'only sites of these types' })),
  }),
  result: pageOf(Site),
  paging: 'pages',
});

export const createSite = operation('sites.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites',
  summary: 'Create a site',
  params: OrganizationRef,
  body: Obj({
    type: Optional(described(SiteType, 'plan of the site')),
    title: Optional(Str({ minLength: 2, maxLength: 128, description: 'title of the site' })),
    visibility: Optional(described(SiteVisibility, 'who can see the site')),
    spaces: Optional(ArrayOf(Str(), { description: 'spaces to add' })),
  }),
  result: Site,
  success: [201],
});

export const getSite = operation('sites.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}',
  summary: 'Show a site',
  params: SiteRef,
  result: Site,
  errors: [404],
  token: 'any',
});

export const updateSite = operation('sites.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}',
  summary: 'Update the settings of a site',
  params: SiteRef,
  body: Obj({
    title: Optional(Str({ minLength: 2, maxLength: 128, description: 'new title' })),
    visibility: Optional(described(SiteVisibility, 'who can see the site')),
    basename: Optional(Str({ minLength: 1, maxLength: 100, description: 'base name in the site URL' })),
    adaptiveContent: Optional(Obj({ enabled: Bool({ description: 'adapt content to the visitor' }) })),
    agentsContext: Optional(Enum(['excluded', 'included'], { description: 'let AI agents read the site' })),
    defaultLevel: Optional(described(DefaultLevel, DEFAULT_LEVEL)),
    styleguide: Optional(Nullable(Str({ description: 'style guide: space or ID' }))),
    defaultSiteSpace: Optional(Str({ description: 'site space to show first' })),
    defaultSiteSection: Optional(Str({ description: 'section to show first' })),
    proxy: Optional(
      Nullable(
        Str({ pattern: PROXY, maxLength: 512, description: 'domain and path to serve the site under' }),
      ),
    ),
  }),
  result: Site,
});

export const deleteSite = operation('sites.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}',
  summary: 'Delete a site',
  params: SiteRef,
});

export const publishSite = operation('sites.publish', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publish',
  summary: 'Publish a site',
  params: SiteRef,
  result: Union([Site, Checkout]),
});

export const unpublishSite = operation('sites.unpublish', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/unpublish',
  summary: 'Unpublish a site',
  params: SiteRef,
  result: Site,
});
