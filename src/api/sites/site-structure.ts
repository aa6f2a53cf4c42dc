// The structure of a site as a whole, and what its visitors get (src/api/README.md#sites).
import type { Static } from '@sinclair/typebox';
import { builders, resource, withFields } from '../schema.ts';
import { SiteCustomization } from './site-customization.ts';
import * as wire from './site-structure.generated.ts';
import { PublishedContentSite } from './site-structure.generated.ts';

const { Obj, Str } = builders;
export const PublishedSite = withFields(PublishedContentSite, {
  customizations: Obj({ site: SiteCustomization, siteSpaces: builders.RecordOf(Str(), SiteCustomization) }),
});
export type PublishedSite = Static<typeof PublishedSite>;

export type SiteItem = Static<typeof wire.sortSiteStructure.body>['item'];
export const SITE_ITEM_TYPES = [
  'site-space',
  'site-section',
  'site-section-group',
  'site-external-link',
] as const satisfies readonly SiteItem['type'][];

const op = resource('siteStructure');
export const getPublishedSite = op('published', 'Show what visitors of a published site see', {
  ...wire.getPublishedContentSite,
  result: PublishedSite,
});
export const getSiteStructure = op('get', 'Show the structure of a site as a tree', wire.getSiteStructure);
export const sortSiteStructure = op(
  'sort',
  'Move a section, group, space or external link within a site',
  wire.sortSiteStructure,
);
