// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';
import { SiteCustomizationSettings } from './customization.generated.ts';
import { SiteExternalLink } from './site-external-links.generated.ts';
import { SiteSectionGroup } from './site-section-groups.generated.ts';
import { SiteSection } from './site-sections.generated.ts';
import { SiteSpace } from './site-spaces.generated.ts';
import { Site } from './sites.generated.ts';

const { ArrayOf, Bool, Enum, Literal, Obj, Optional, RecordOf, Str, Union, Uri } = builders;

export const SiteStructure = Union([
  Obj({
    type: Literal('sections'),
    structure: ArrayOf(Union([SiteSection, SiteSectionGroup, SiteExternalLink])),
  }),
  Obj({ type: Literal('siteSpaces'), structure: ArrayOf(SiteSpace) }),
]);
export type SiteStructure = Static<typeof SiteStructure>;

export const PublishedContentSite = Obj({
  object: Literal('published-content-site'),
  site: Site,
  structure: SiteStructure,
  customizations: Obj({
    site: SiteCustomizationSettings,
    siteSpaces: RecordOf(Str(), SiteCustomizationSettings),
  }),
  scripts: ArrayOf(
    Obj({ script: Uri({ maxLength: 2048 }), contentSecurityPolicy: Optional(Str()), cookies: Bool() }),
  ),
});
export type PublishedContentSite = Static<typeof PublishedContentSite>;

export const sortSiteStructure = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
  body: Obj({
    item: Obj({
      type: Enum(['site-space', 'site-section', 'site-section-group', 'site-external-link']),
      id: Str(),
    }),
    position: Obj({
      before: Optional(
        Obj({
          type: Enum(['site-space', 'site-section', 'site-section-group', 'site-external-link']),
          id: Str(),
        }),
      ),
      after: Optional(
        Obj({
          type: Enum(['site-space', 'site-section', 'site-section-group', 'site-external-link']),
          id: Str(),
        }),
      ),
    }),
  }),
  result: Union([SiteSpace, SiteSection, SiteSectionGroup, SiteExternalLink]),
  errors: [400, 404],
} as const;

export const getPublishedContentSite = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/published',
  query: Obj({ shareKey: Optional(Str()) }),
  result: PublishedContentSite,
  errors: [404],
} as const;

export const getSiteStructure = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/structure',
  query: Obj({ shareKey: Optional(Str()) }),
  result: SiteStructure,
  errors: [404],
} as const;
