// docs sites pull: writes sites into files, one a site.
import { getOrganization } from '../../api/people/organizations.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade } from '../../engine/model/command.ts';
import { PULL_FLAGS, READS } from './site-operations.ts';

export const sitePull = handmade('pull', {
  summary: 'Write a site to a file',
  args: [{ field: 'siteId', label: 'site', reach: 'platform', required: false }],
  options: PULL_FLAGS,
  uses: [...READS, getSite, getOrganization],
  columns: ['id', 'title', 'type', 'visibility', 'publish'],
  idField: 'id',

  examples: [
    ['Print all settings of a site', 'docs sites pull "Tarnpost Docs"'],
    ['Keep a site in a file', 'docs sites pull "Tarnpost Docs" --to site.yaml'],
    ['Keep every site in a folder', 'docs sites pull --all --to sites/'],
  ],
  notes:
    'The file has settings, structure, looks, redirects, share links, visitor sign-in, integrations and the adaptive schema of the site, with titles as keys and IDs as comments. Who has access (docs permissions), MCP servers, connections, channels, the agent and the domain are not in it. Redirects go into the table beside the file, as site.redirects.csv beside site.yaml, where there is one. URLs of share links, the key of visitor sign-in and settings of integrations are secret and never in a file.',
  run: async (run) => (await import('./site-pull-run.ts')).pullSites(run),
});
