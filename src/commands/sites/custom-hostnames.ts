// docs hostnames: domains of sites and organizations.
import { checkHostname, deleteHostname, getHostname, getSubdomain } from '../../api/sites/site-publishing.ts';
import dangers from '../../domain/dangers/sites.ts';
import { APP_JOBS, placeInApp } from '../../engine/find/app-jobs.ts';
import { command, group } from '../../engine/model/command.ts';

const ROW = ['hostname', 'status', 'isActive', 'target.type', 'target.site', 'target.organization'] as const;

export default group(
  'hostnames',
  'Manage the domains of sites',
  [
    command('get', getHostname, {
      args: ['hostname'],
      columns: ROW,
      idField: 'hostname',
      names: { 'target.site': 'siteId' },
      labels: {
        'target.type': 'of',
        'target.site': 'site',
        'target.organization': 'org',
        isActive: 'active',
      },
      examples: ['docs hostnames get docs.tarnpost.example'],
    }),
    command('check', checkHostname, {
      args: ['hostname'],
      target: getHostname,
      done: 'started the DNS check of',
      success: async ({ input }) => `started the DNS check of ${String(input.hostname)}`,
      examples: ['docs hostnames check docs.tarnpost.example'],
      notes: 'The platform checks the DNS again; docs hostnames get shows what it found.',
    }),
    command('delete', deleteHostname, {
      args: ['hostname'],
      ...dangers['customHostnames.delete'],
      target: getHostname,
      examples: ['docs hostnames delete docs.tarnpost.example --confirm docs.tarnpost.example --dry-run'],
    }),
    command('subdomain', getSubdomain, {
      args: ['subdomain'],
      columns: ['subdomain', 'isActive', 'target.organization'],
      idField: 'subdomain',
      labels: { 'target.organization': 'org', isActive: 'active' },
      examples: ['docs hostnames subdomain tarnpost'],
    }),
  ],
  [
    ['Show the DNS state of a domain', 'get'],
    ['Check it again', 'check'],
  ],
  placeInApp(APP_JOBS.domain),
);
