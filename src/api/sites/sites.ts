// Docs sites: spaces made public under one address.
import type { Static } from '@sinclair/typebox';
import { DEFAULT_LEVEL, DefaultLevel } from '../roles.ts';
import { described, Enum, Nullable, resource, Type } from '../schema.ts';
import * as wire from './sites.generated.ts';

const { Object: Obj, String: Str, Optional, Literal, Union, Boolean: Bool } = Type;
export const SITE_TYPES = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const;
export const SiteType = wire.SiteType;
export const SiteVisibility = wire.SiteVisibility;
export const HOSTNAME = '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$';
/** The documents print it JSON-escaped: a doubled backslash there stands for one (src/api/README.md#sites). */
export const PROXY = '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$';

const Themed = Obj({ light: Str(), dark: Str() });
export const SiteIcon = Nullable(
  Union([Obj({ icon: Themed }), Obj({ emoji: Str() }), Obj({}, { additionalProperties: false })]),
);

export const SITE_PERMISSIONS = [
  ...(['view', 'access', 'edit', 'create', 'admin', 'installIntegration'] as const),
  ...(['viewAdaptiveSchema', 'editAdaptiveSchema'] as const),
] as const;

export const Site = wire.Site;
export type Site = Static<typeof Site>;

/** Publishing may answer that the plan must be paid first (src/api/README.md#sites). */
export const Checkout = Obj({ type: Literal('checkout'), sessionId: Str() });

const op = resource('sites');

export const listSites = op('list', 'List the sites in an organization', {
  ...wire.listSites,
  lists: { param: 'siteId', noun: 'site', names: ['title', 'basename', 'hostname'] },
  says: {
    published: 'only sites that are (or are not) published',
    space: 'only sites that show this space',
    title: 'only sites whose title contains this',
    type: 'only sites of these types',
  },
});
export const createSite = op('create', 'Create a site', {
  ...wire.createSite,
  says: {
    spaces: 'spaces to add',
    title: 'title of the site',
    type: 'plan of the site',
    visibility: 'who can see the site',
  },
});
export const getSite = op('get', 'Show a site', {
  ...wire.getSiteById,
  token: 'any',
});
export const updateSite = op('update', 'Update the settings of a site', {
  ...wire.updateSiteById,
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
});
export const deleteSite = op('delete', 'Delete a site', {
  ...wire.deleteSiteById,
});
export const publishSite = op('publish', 'Publish a site', {
  ...wire.publishSite,
});
export const unpublishSite = op('unpublish', 'Unpublish a site', {
  ...wire.unpublishSite,
});
