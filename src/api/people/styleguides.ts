// Style guides of an organization.
import { resource } from '../schema.ts';
import * as wire from './styleguides.generated.ts';

const op = resource('styleguides', { newer: 'style guides' });
export const listStyleguides = op('list', 'List the style guides of an organization', {
  ...wire.listOrganizationStyleguides,
});
export const listStyleguideTemplates = op('templates', 'List the templates for style guides', {
  ...wire.listStyleguideTemplates,
});
