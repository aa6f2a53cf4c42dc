// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
export const groups = {
  check: {
    section: 'Content:',
    summary: 'Check a folder of documentation',
    load: () => import('../jobs/check/command.ts'),
  },
  collections: {
    section: 'Content:',
    summary: 'Manage collections of spaces',
    load: () => import('./content/collections.ts'),
  },
  comments: { section: 'Content:', summary: 'Manage comments', load: () => import('./review/comments.ts') },
  content: {
    section: 'Content:',
    summary: 'Show and import space content',
    load: () => import('./content/content.ts'),
  },
  cr: {
    section: 'Content:',
    summary: 'Manage change requests',
    load: () => import('./review/cr/change-requests.ts'),
  },
  export: {
    section: 'Content:',
    summary: 'Export content as Markdown files',
    load: () => import('../jobs/export/export-command.ts'),
  },
  files: {
    section: 'Content:',
    summary: 'List and download files',
    load: () => import('./content/files.ts'),
  },
  imports: {
    section: 'Content:',
    summary: 'Import websites into spaces',
    load: () => import('./content/import-runs.ts'),
  },
  links: {
    section: 'Content:',
    summary: 'Check for broken links',
    load: () => import('../jobs/links/links-check.ts'),
  },
  migrate: {
    section: 'Content:',
    summary: 'Copy spaces to another organization',
    load: () => import('../jobs/migrate/migrate.ts'),
  },
  pages: { section: 'Content:', summary: 'Show and edit pages', load: () => import('./content/pages.ts') },
  restore: {
    section: 'Content:',
    summary: 'Restore spaces from an export',
    load: () => import('../jobs/restore/restore-command.ts'),
  },
  revisions: {
    section: 'Content:',
    summary: 'Show earlier revisions of a space',
    load: () => import('./content/revisions.ts'),
  },
  spaces: { section: 'Content:', summary: 'Manage spaces', load: () => import('./content/spaces.ts') },
  urls: {
    section: 'Content:',
    summary: 'Look up what a URL refers to',
    load: () => import('./content/urls.ts'),
  },
  channels: {
    section: 'Publishing:',
    summary: 'Manage the channels of a site',
    load: () => import('./sites/site-channels.ts'),
  },
  customization: {
    section: 'Publishing:',
    summary: 'Manage the customization of a site',
    load: () => import('./sites/customization.ts'),
  },
  'external-links': {
    section: 'Publishing:',
    summary: 'Manage links to other places in the navigation of a site',
    load: () => import('./sites/site-external-links.ts'),
  },
  fonts: {
    section: 'Publishing:',
    summary: 'Manage the fonts of an organization',
    load: () => import('./sites/fonts.ts'),
  },
  glossary: {
    section: 'Publishing:',
    summary: 'Manage the words that translations must use',
    load: () => import('./translations/glossary.ts'),
  },
  hostnames: {
    section: 'Publishing:',
    summary: 'Manage the domains of sites',
    load: () => import('./sites/custom-hostnames.ts'),
  },
  'mcp-servers': {
    section: 'Publishing:',
    summary: 'Manage the MCP servers of a site',
    load: () => import('./sites/site-mcp-servers.ts'),
  },
  publishing: {
    section: 'Publishing:',
    summary: 'Manage visitor sign-in and previews of a site',
    load: () => import('./sites/site-publishing.ts'),
  },
  redirects: {
    section: 'Publishing:',
    summary: 'Manage redirects of a site',
    load: () => import('./sites/site-redirects.ts'),
  },
  release: {
    section: 'Publishing:',
    summary: 'Create and retire versions of a site',
    load: () => import('../jobs/release/release.ts'),
  },
  'share-links': {
    section: 'Publishing:',
    summary: 'Manage share links of a site',
    load: () => import('./sites/site-share-links.ts'),
  },
  sites: {
    section: 'Publishing:',
    summary: 'Manage published sites',
    load: () => import('./sites/sites.ts'),
  },
  storage: {
    section: 'Publishing:',
    summary: 'Get URLs to upload files to, for fonts and imports',
    load: () => import('./sites/storage.ts'),
  },
  translations: {
    section: 'Publishing:',
    summary: 'Manage translations of spaces',
    load: () => import('./translations/translations.ts'),
  },
  git: {
    section: 'Integrations:',
    summary: 'Sync spaces with git repositories',
    load: () => import('./integrations/git.ts'),
  },
  installations: {
    section: 'Integrations:',
    summary: 'Manage the installations of integrations',
    load: () => import('./integrations/integration-installations.ts'),
  },
  integrations: {
    section: 'Integrations:',
    summary: 'Manage integrations',
    load: () => import('./integrations/integrations.ts'),
  },
  openapi: {
    section: 'Integrations:',
    summary: 'Manage OpenAPI specifications',
    load: () => import('./integrations/openapi.ts'),
  },
  access: {
    section: 'Organization:',
    summary: 'Review who has access to what',
    load: () => import('../jobs/access/access.ts'),
  },
  audit: {
    section: 'Organization:',
    summary: 'Find security, sync and content problems',
    load: () => import('../jobs/audit/audit.ts'),
  },
  'audit-events': {
    section: 'Organization:',
    summary: 'Show who changed what',
    load: () => import('./people/audit-events.ts'),
  },
  invites: {
    section: 'Organization:',
    summary: 'Invite people to an organization',
    load: () => import('./people/invites.ts'),
  },
  members: { section: 'Organization:', summary: 'Manage members', load: () => import('./people/members.ts') },
  orgs: {
    section: 'Organization:',
    summary: 'Manage organizations',
    load: () => import('./people/organizations.ts'),
  },
  permissions: {
    section: 'Organization:',
    summary: 'Manage access to spaces, collections and sites',
    load: () => import('./people/permissions/permissions.ts'),
  },
  report: {
    section: 'Organization:',
    summary: 'Report on members, seats, waiting reviews and stale pages',
    load: () => import('./people/report.ts'),
  },
  saml: {
    section: 'Organization:',
    summary: 'Manage SAML providers',
    load: () => import('./people/saml.ts'),
  },
  sso: {
    section: 'Organization:',
    summary: 'Show single sign-on options',
    load: () => import('./people/sso.ts'),
  },
  styleguides: {
    section: 'Organization:',
    summary: 'Show style guides',
    load: () => import('./people/styleguides.ts'),
  },
  teams: { section: 'Organization:', summary: 'Manage teams', load: () => import('./people/teams.ts') },
  users: {
    section: 'Organization:',
    summary: 'Show users and change your own name',
    load: () => import('./people/users.ts'),
  },
  answers: {
    section: 'Insights:',
    summary: 'Show what visitors of a site were answered',
    load: () => import('./insights/answers.ts'),
  },
  connections: {
    section: 'Insights:',
    summary: 'Manage the sources that a site learns from',
    load: () => import('./insights/context-connections.ts'),
  },
  conversations: {
    section: 'Insights:',
    summary: 'Read and ingest support conversations',
    load: () => import('./insights/conversations.ts'),
  },
  findings: {
    section: 'Insights:',
    summary: 'Work on what is wrong or missing on a site',
    load: () => import('./insights/site-findings.ts'),
  },
  insights: {
    section: 'Insights:',
    summary: 'Count what visitors of a site do',
    load: () => import('./insights/insights.ts'),
  },
  questions: {
    section: 'Insights:',
    summary: 'Show what visitors of a site ask',
    load: () => import('./insights/questions.ts'),
  },
  records: {
    section: 'Insights:',
    summary: 'Manage the records that a site learns from',
    load: () => import('./insights/context-records.ts'),
  },
  scans: {
    section: 'Insights:',
    summary: 'Show the scans of a site for findings',
    load: () => import('./insights/site-scans.ts'),
  },
  topics: {
    section: 'Insights:',
    summary: 'Manage the topics of a site',
    load: () => import('./insights/site-topics.ts'),
  },
};
