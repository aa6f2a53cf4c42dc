// The template of a site, its styleguide, and runs of the agent that apply it.
import { resource } from '../schema.ts';
import * as wire from './site-styleguide.generated.ts';

const op = resource('siteStyleguide', { newer: 'styleguides of sites' });
export const applySiteTemplate = op('template', 'Fill a site from its template', {
  ...wire.applyTemplateToSite,
  newer: 'templates of sites',
});
export const createSiteStyleguide = op('create', 'Create the styleguide of a site', {
  ...wire.createSiteStyleguideById,
  says: { template: 'styleguide template to begin with' },
});
export const runSiteStyleguide = op('run', 'Apply the styleguide of a site to spaces, in change requests', {
  ...wire.createSiteStyleguideRun,
  says: { spaces: 'spaces to apply it to' },
});
export const listSiteStyleguideRuns = op('runs', 'List the styleguide runs of a site', {
  ...wire.listSiteStyleguideRuns,
});
