// Style guides of an organization.
import { Space } from '../content/spaces.ts';
import { OrganizationRef, operation, Type } from '../schema.ts';
import { Site } from '../sites/sites.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional } = Type;

const newer = 'style guides';

export const OrganizationStyleguide = Obj({ space: Space, sites: ArrayOf(Site) });

export const StyleguideTemplate = Obj({
  id: Str(),
  title: Str(),
  subtitle: Optional(Str()),
  emoji: Optional(Str()),
  markdown: Str(),
});

export const listStyleguides = operation('styleguides.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/styleguides',
  summary: 'List the style guides of an organization',
  params: OrganizationRef,
  result: Obj({ styleguides: ArrayOf(OrganizationStyleguide) }),
  newer,
});

export const listStyleguideTemplates = operation('styleguides.templates', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/styleguide-templates',
  summary: 'List the templates for style guides',
  params: OrganizationRef,
  result: Obj({ templates: ArrayOf(StyleguideTemplate) }),
  newer,
});
