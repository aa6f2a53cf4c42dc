// The structure of a site as a whole, and what its visitors get.
import type { Static } from '@sinclair/typebox';
import { Enum, operation, SiteRef, Type, Uri } from '../schema.ts';
import { SiteCustomization } from './site-customization.ts';
import { SiteExternalLink } from './site-external-links.ts';
import { SiteSectionGroup } from './site-section-groups.ts';
import { SiteSection } from './site-sections.ts';
import { SiteSpace } from './site-spaces.ts';
import { Site } from './sites.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Union,
  Boolean: Bool,
  Record: RecordOf,
} = Type;

const ShareKey = Obj({ shareKey: Optional(Str({ description: 'share key of a share-link site' })) });

/** A site without sections has its site spaces at the root (src/api/README.md#sites). */
export const SiteStructure = Union([
  Obj({
    type: Literal('sections'),
    structure: ArrayOf(Union([SiteSection, SiteSectionGroup, SiteExternalLink])),
  }),
  Obj({ type: Literal('siteSpaces'), structure: ArrayOf(SiteSpace) }),
]);
export type SiteStructure = Static<typeof SiteStructure>;

export const PublishedSite = Obj({
  object: Literal('published-content-site'),
  site: Site,
  structure: SiteStructure,
  customizations: Obj({
    site: SiteCustomization,
    siteSpaces: RecordOf(Str(), SiteCustomization),
  }),
  scripts: ArrayOf(Obj({ script: Uri(), contentSecurityPolicy: Str(), cookies: Bool() })),
});
export type PublishedSite = Static<typeof PublishedSite>;

export const SITE_ITEM_TYPES = ['site-space', 'site-section', 'site-section-group'] as const;
export const SiteItem = Obj({ type: Enum(SITE_ITEM_TYPES), id: Str() });
export type SiteItem = Static<typeof SiteItem>;

export const getPublishedSite = operation('siteStructure.published', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/published',
  summary: 'Show what visitors of a published site see',
  params: SiteRef,
  query: ShareKey,
  result: PublishedSite,
  errors: [404],
});

export const getSiteStructure = operation('siteStructure.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/structure',
  summary: 'Show the structure of a site as a tree',
  params: SiteRef,
  query: ShareKey,
  result: SiteStructure,
});

export const sortSiteStructure = operation('siteStructure.sort', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
  summary: 'Move a section, section group or space within a site',
  params: SiteRef,
  body: Obj({
    item: SiteItem,
    position: Obj({ before: Optional(SiteItem), after: Optional(SiteItem) }),
  }),
  result: Union([SiteSection, SiteSectionGroup, SiteSpace]),
  errors: [400, 404],
});
