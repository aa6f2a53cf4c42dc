// The structure of a site as a whole, and what its visitors get.
import type { Static } from '@sinclair/typebox';
import { Enum, resource, Type, Uri } from '../schema.ts';
import { SiteCustomization } from './site-customization.ts';
import { SiteSectionGroup } from './site-section-groups.ts';
import { SiteSection } from './site-sections.ts';
import { SiteSpace } from './site-spaces.ts';
import * as wire from './site-structure.generated.ts';
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

/** A site without sections has its site spaces at the root (src/api/README.md#sites). */
export const SiteStructure = wire.SiteStructure;
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

const op = resource('siteStructure');

export const getPublishedSite = op('published', 'Show what visitors of a published site see', {
  ...wire.getPublishedContentSite,
  result: PublishedSite,
});
export const getSiteStructure = op('get', 'Show the structure of a site as a tree', {
  ...wire.getSiteStructure,
});
export const sortSiteStructure = op('sort', 'Move a section, section group or space within a site', {
  ...wire.sortSiteStructure,
  body: Obj({
    item: SiteItem,
    position: Obj({ before: Optional(SiteItem), after: Optional(SiteItem) }),
  }),
  result: Union([SiteSection, SiteSectionGroup, SiteSpace]),
  success: [200],
});
