// The template of a site, its styleguide, and runs of the agent that apply it.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.ts';
import { User } from '../people/users.ts';
import { ChangeRequest } from '../review/change-requests.ts';
import { DateTime, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal } = Type;

export const SiteStyleguideRun = Obj({
  object: Literal('styleguide-run'),
  id: Str(),
  site: Str(),
  styleguide: Str(),
  spaces: ArrayOf(Str()),
  createdAt: DateTime(),
  createdBy: User,
});
export type SiteStyleguideRun = Static<typeof SiteStyleguideRun>;

export const applySiteTemplate = operation('siteStyleguide.template', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/template',
  summary: 'Fill a site from its template',
  params: SiteRef,
  newer: 'templates of sites',
});

export const createSiteStyleguide = operation('siteStyleguide.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide',
  summary: 'Create the styleguide of a site',
  params: SiteRef,
  body: Obj({ template: Optional(Str({ description: 'styleguide template to begin with' })) }),
  result: Space,
  errors: [404],
  newer: 'styleguides of sites',
});

export const runSiteStyleguide = operation('siteStyleguide.run', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
  summary: 'Apply the styleguide of a site to spaces, in change requests',
  params: SiteRef,
  body: Obj({
    spaces: ArrayOf(Str(), { minItems: 1, maxItems: 3, description: 'spaces to apply it to' }),
  }),
  result: Obj({ run: SiteStyleguideRun, changeRequests: ArrayOf(ChangeRequest) }),
  success: [201],
  errors: [404],
  newer: 'styleguides of sites',
});

export const listSiteStyleguideRuns = operation('siteStyleguide.runs', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
  summary: 'List the styleguide runs of a site',
  params: SiteRef,
  query: Obj({ ...Paging }),
  result: pageOf(SiteStyleguideRun),
  paging: 'pages',
  newer: 'styleguides of sites',
});
