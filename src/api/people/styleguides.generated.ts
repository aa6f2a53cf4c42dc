// Made by npm run contract from version 0.202.0 of the published contract.
import { Space } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';
import { Site } from '../sites/sites.generated.ts';

const { ArrayOf, Obj, Optional, Str } = builders;

export const listOrganizationStyleguides = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/styleguides',
  result: Obj({ styleguides: ArrayOf(Obj({ space: Space, sites: ArrayOf(Site) })) }),
  only: '0.202.0',
} as const;

export const listStyleguideTemplates = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/styleguide-templates',
  result: Obj({
    templates: ArrayOf(
      Obj({ id: Str(), title: Str(), subtitle: Optional(Str()), emoji: Optional(Str()), markdown: Str() }),
    ),
  }),
  only: '0.202.0',
} as const;
