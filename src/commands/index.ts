// The first words after `docs`: what each is for, and where it is written. Nothing loads before it is needed.
import type { Catalog } from '../engine/model/command.ts';

const CONTENT = 'Content:';
const PUBLISHING = 'Publishing:';
const PEOPLE = 'Organization:';
const LOCAL = 'This tool:';

export const entries: Catalog = {
  spaces: { section: CONTENT, summary: 'Manage spaces', load: () => import('./content/spaces.ts') },
  collections: {
    section: CONTENT,
    summary: 'Manage collections of spaces',
    load: () => import('./content/collections.ts'),
  },
  content: {
    section: CONTENT,
    summary: 'Show and import space content',
    load: () => import('./content/content.ts'),
  },
  pages: {
    section: CONTENT,
    summary: 'Show pages and their links',
    load: () => import('./content/pages.ts'),
  },
  files: { section: CONTENT, summary: 'List and download files', load: () => import('./content/files.ts') },
  links: {
    section: CONTENT,
    summary: 'Check for broken links',
    load: () => import('./content/links/links-check.ts'),
  },
  comments: { section: CONTENT, summary: 'Manage comments', load: () => import('./review/comments.ts') },
  cr: {
    section: CONTENT,
    summary: 'Manage change requests',
    load: () => import('./review/cr/change-requests.ts'),
  },
  revisions: {
    section: CONTENT,
    summary: 'Show earlier revisions of a space',
    load: () => import('./content/revisions.ts'),
  },
  git: {
    section: CONTENT,
    summary: 'Sync spaces with git repositories',
    load: () => import('./integrations/git/git.ts'),
  },
  export: {
    section: CONTENT,
    summary: 'Export content as Markdown files',
    load: () => import('./content/export/export.ts'),
  },
  sites: { section: PUBLISHING, summary: 'Manage published sites', load: () => import('./sites/sites.ts') },
  release: {
    section: PUBLISHING,
    summary: 'Create and retire versions of a site',
    load: () => import('./sites/release/release.ts'),
  },
  integrations: {
    section: PUBLISHING,
    summary: 'Manage integrations',
    load: () => import('./integrations/integrations.ts'),
  },
  openapi: {
    section: PUBLISHING,
    summary: 'Manage OpenAPI specifications',
    load: () => import('./integrations/openapi/openapi.ts'),
  },
  translations: {
    section: PUBLISHING,
    summary: 'Manage translations of spaces',
    load: () => import('./translations/translations.ts'),
  },
  orgs: { section: PEOPLE, summary: 'Manage organizations', load: () => import('./people/organizations.ts') },
  members: { section: PEOPLE, summary: 'Manage members', load: () => import('./people/members.ts') },
  teams: { section: PEOPLE, summary: 'Manage teams', load: () => import('./people/teams.ts') },
  saml: { section: PEOPLE, summary: 'Manage SAML providers', load: () => import('./people/saml.ts') },
  sso: { section: PEOPLE, summary: 'Show single sign-on options', load: () => import('./people/sso.ts') },
  conversations: {
    section: PEOPLE,
    summary: 'Read and ingest support conversations',
    load: () => import('./insights/conversations.ts'),
  },
  auth: { section: LOCAL, summary: 'Sign in and out', load: () => import('./tool/auth.ts') },
  profiles: {
    section: LOCAL,
    summary: 'Manage the hosts you are signed in to',
    load: () => import('./tool/profiles.ts'),
  },
  context: {
    section: LOCAL,
    summary: 'Show the defaults in effect',
    load: () => import('./tool/context-command.ts'),
  },
  use: { section: LOCAL, summary: 'Set defaults for this folder', load: () => import('./tool/use.ts') },
  history: {
    section: LOCAL,
    summary: 'Show the changes made from this computer',
    load: () => import('./tool/history.ts'),
  },
  undo: {
    section: LOCAL,
    summary: 'Undo the last change, or one from the history',
    load: () => import('./tool/undo.ts'),
  },
  plan: { section: LOCAL, summary: 'Review and check plans', load: () => import('./tool/plan.ts') },
  apply: {
    section: LOCAL,
    summary: 'Apply a plan made with --plan-out',
    load: () => import('./tool/apply.ts'),
  },
  sandbox: {
    section: LOCAL,
    summary: 'Run a local platform for trying things out',
    load: () => import('./tool/sandbox/sandbox.ts'),
  },
  whatis: {
    section: LOCAL,
    summary: 'Show what a name, ID or URL refers to',
    load: () => import('./tool/whatis.ts'),
  },
  open: {
    section: LOCAL,
    summary: 'Open a space, site or page in the browser',
    load: () => import('./tool/open-command.ts'),
  },
  api: { section: LOCAL, summary: 'Make an authenticated API request', load: () => import('./tool/api.ts') },
  commands: {
    section: LOCAL,
    summary: 'List all commands',
    load: () => import('./tool/commands-command.ts'),
  },
  doctor: {
    section: LOCAL,
    summary: 'Diagnose problems with settings, token and network',
    load: () => import('./tool/doctor/doctor.ts'),
  },
  completion: {
    section: LOCAL,
    summary: 'Print shell completions',
    load: () => import('./tool/completion.ts'),
  },
};
