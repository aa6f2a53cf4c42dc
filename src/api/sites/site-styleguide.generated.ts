// Made by npm run contract from version 0.202.0 of the published contract.
import { Space } from '../content/spaces.generated.ts';
import { User } from '../people/users.generated.ts';
import { ChangeRequest } from '../review/change-requests.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Literal, Obj, Optional, Paging, Str, pageOf } = builders;

export const applyTemplateToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/template',
  only: '0.202.0',
} as const;

export const createSiteStyleguideById = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide',
  body: Obj({ template: Optional(Str()) }),
  result: Space,
  errors: [404],
  only: '0.202.0',
} as const;

export const createSiteStyleguideRun = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
  body: Obj({ spaces: ArrayOf(Str(), { minItems: 1, maxItems: 3 }) }),
  result: Obj({
    run: Obj({
      object: Literal('styleguide-run'),
      id: Str(),
      site: Str(),
      styleguide: Str(),
      spaces: ArrayOf(Str()),
      createdAt: DateTime(),
      createdBy: User,
    }),
    changeRequests: ArrayOf(ChangeRequest),
  }),
  success: [201],
  errors: [404],
  only: '0.202.0',
} as const;

export const listSiteStyleguideRuns = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({
      object: Literal('styleguide-run'),
      id: Str(),
      site: Str(),
      styleguide: Str(),
      spaces: ArrayOf(Str()),
      createdAt: DateTime(),
      createdBy: User,
    }),
  ),
  paging: 'pages',
  only: '0.202.0',
} as const;
