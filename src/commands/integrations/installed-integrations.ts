// What integrations do on a space and on a site: leaves of docs spaces and docs sites.
import * as api from '../../api/integrations/installed-integrations.ts';
import { command } from '../../engine/model/command.ts';

const ROW = ['name', 'title', 'version', 'target', 'visibility', 'scopes'] as const;

export const spaceIntegrations = command('integrations', api.listSpaceIntegrations, {
  args: ['spaceId'],
  rows: 'items',
  idField: 'name',
  none: 'no integrations on space {}',
  columns: ROW,
  examples: ['docs spaces integrations Guides'],
});

export const spaceBlocks = command('blocks', api.listSpaceIntegrationBlocks, {
  args: ['spaceId'],
  rows: '.',
  idField: 'name',
  none: 'no integration adds blocks to space {}',
  columns: ['name', 'blocks'],
  labels: { name: 'integration' },
  present: ({ name, blocks }) => ({ name, blocks: blocks.map(({ title }) => title) }),
  examples: ['docs spaces blocks Guides'],
});

export const siteIntegrations = command('integrations', api.listSiteIntegrations, {
  args: ['siteId'],
  rows: 'items',
  idField: 'name',
  none: 'no integrations on site {}',
  columns: ROW,
  examples: ['docs sites integrations "Tarnpost Docs"'],
});

export const siteScripts = command('scripts', api.listSiteIntegrationScripts, {
  args: ['siteId'],
  rows: '.',
  idField: 'script',
  none: 'no integration adds scripts to site {}',
  columns: ['script', 'cookies', 'contentSecurityPolicy'],
  labels: { contentSecurityPolicy: 'content policy' },
  examples: ['docs sites scripts "Tarnpost Docs"'],
  notes: 'Each script runs in the browser of every visitor; COOKIES says whether it may set cookies.',
});
