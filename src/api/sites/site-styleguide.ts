// The template of a site, its styleguide, and runs of the agent that apply it.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef } from '../schema.ts';
import * as wire from './site-styleguide.generated.ts';

export const SiteStyleguideRun = wire.SiteStyleguideRun;
export type SiteStyleguideRun = Static<typeof SiteStyleguideRun>;

export const applySiteTemplate = operation('siteStyleguide.template', {
  ...wire.applyTemplateToSite,
  summary: 'Fill a site from its template',
  params: SiteRef,
  newer: 'templates of sites',
});

export const createSiteStyleguide = operation('siteStyleguide.create', {
  ...wire.createSiteStyleguideById,
  summary: 'Create the styleguide of a site',
  params: SiteRef,
  errors: [404],
  newer: 'styleguides of sites',
  says: { template: 'styleguide template to begin with' },
});

export const runSiteStyleguide = operation('siteStyleguide.run', {
  ...wire.createSiteStyleguideRun,
  summary: 'Apply the styleguide of a site to spaces, in change requests',
  params: SiteRef,
  errors: [404],
  newer: 'styleguides of sites',
  says: { spaces: 'spaces to apply it to' },
});

export const listSiteStyleguideRuns = operation('siteStyleguide.runs', {
  ...wire.listSiteStyleguideRuns,
  summary: 'List the styleguide runs of a site',
  params: SiteRef,
  newer: 'styleguides of sites',
});
