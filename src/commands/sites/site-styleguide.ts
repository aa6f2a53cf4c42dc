// docs sites styleguide: the styleguide of a site, and runs of the agent that apply it.
import {
  applySiteTemplate,
  createSiteStyleguide,
  listSiteStyleguideRuns,
  runSiteStyleguide,
} from '../../api/sites/site-styleguide.ts';
import { getSite } from '../../api/sites/sites.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import { called } from '../../engine/run/display-name.ts';
import dangers from '../../workflows/dangers/sites.ts';

export const siteTemplate = command('template', applySiteTemplate, {
  args: ['siteId'],
  ...dangers['siteStyleguide.template'],
  target: getSite,
  done: 'filled',
  success: async (run) => `filled ${await called(run, 'siteId', getSite)} from its template`,
  examples: ['docs sites template "Status and incidents" --yes --dry-run'],
});

export const styleguide = subgroup(
  'styleguide',
  'Manage the styleguide of a site',
  [
    command('create', createSiteStyleguide, {
      args: ['siteId?'],
      columns: ['id', 'title'],
      done: 'created the styleguide of',
      check: 'docs styleguides list',
      success: async (run) => `created the styleguide of ${await called(run, 'siteId', getSite)}`,
      examples: ['docs sites styleguide create "Tarnpost Docs"'],
    }),
    command('run', runSiteStyleguide, {
      args: ['siteId?'],
      columns: ['run.id', 'run.createdAt'],
      idField: 'run.id',
      labels: { 'run.id': 'id', 'run.createdAt': 'created' },
      refs: { spaces: 'spaceId' },
      done: 'started the styleguide run of',
      check: 'docs sites styleguide runs --site {siteId}',
      success: async (run) => `started the styleguide run of ${await called(run, 'siteId', getSite)}`,
      examples: ['docs sites styleguide run "Tarnpost Docs" --spaces Guides'],
      notes: 'The agent proposes its changes in change requests: nothing is changed until they are merged.',
    }),
    command('runs', listSiteStyleguideRuns, {
      args: ['siteId?'],
      columns: ['id', 'spaces', 'createdAt', 'createdBy.displayName'],
      labels: { 'createdBy.displayName': 'by' },
      examples: ['docs sites styleguide runs "Tarnpost Docs"'],
    }),
  ],
  [
    ['Create the styleguide of a site', 'docs sites styleguide create "Tarnpost Docs"'],
    ['Apply it to a space', 'docs sites styleguide run "Tarnpost Docs" --spaces Guides'],
  ],
);
