// Style guides of an organization.
import { OrganizationRef, operation } from '../schema.ts';
import * as wire from './styleguides.generated.ts';

const newer = 'style guides';

export const OrganizationStyleguide = wire.OrganizationStyleguide;

export const StyleguideTemplate = wire.StyleguideTemplate;

export const listStyleguides = operation('styleguides.list', {
  ...wire.listOrganizationStyleguides,
  summary: 'List the style guides of an organization',
  params: OrganizationRef,
  newer,
});

export const listStyleguideTemplates = operation('styleguides.templates', {
  ...wire.listStyleguideTemplates,
  summary: 'List the templates for style guides',
  params: OrganizationRef,
  newer,
});
