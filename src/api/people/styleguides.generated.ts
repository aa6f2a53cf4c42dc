// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';
import { Site } from '../sites/sites.generated.ts';

const { ArrayOf, Obj, Optional, Str } = builders;

export const OrganizationStyleguide = Obj({ space: Space, sites: ArrayOf(Site) });
export type OrganizationStyleguide = Static<typeof OrganizationStyleguide>;

export const StyleguideTemplate = Obj({
  id: Str(),
  title: Str(),
  subtitle: Optional(Str()),
  emoji: Optional(Str()),
  markdown: Str(),
});
export type StyleguideTemplate = Static<typeof StyleguideTemplate>;

export const listOrganizationStyleguides = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/styleguides',
  result: Obj({ styleguides: ArrayOf(OrganizationStyleguide) }),
  only: '0.202.0',
} as const;

export const listStyleguideTemplates = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/styleguide-templates',
  result: Obj({ templates: ArrayOf(StyleguideTemplate) }),
  only: '0.202.0',
} as const;
