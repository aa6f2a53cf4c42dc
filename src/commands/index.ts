// The first words after `docs`: what each is for, and where it is written. Nothing loads before it is needed.
import type { Catalog } from '../engine/model/command.ts';

const CONTENT = 'Content:';
const PUBLISHING = 'Publishing:';
const PEOPLE = 'Organization:';
const LOCAL = 'This tool:';

export const entries: Catalog = {
  spaces: { section: CONTENT, summary: 'Manage spaces', load: () => import('./spaces.ts') },
  collections: {
    section: CONTENT,
    summary: 'Manage collections of spaces',
    load: () => import('./collections.ts'),
  },
  content: {
    section: CONTENT,
    summary: 'Show and import space content',
    load: () => import('./content.ts'),
  },
  pages: { section: CONTENT, summary: 'Show pages and their links', load: () => import('./pages.ts') },
  files: { section: CONTENT, summary: 'List and download files', load: () => import('./files.ts') },
  links: {
    section: CONTENT,
    summary: 'Check for broken links',
    load: () => import('./links/links-check.ts'),
  },
  comments: { section: CONTENT, summary: 'Manage comments', load: () => import('./comments.ts') },
  cr: { section: CONTENT, summary: 'Manage change requests', load: () => import('./cr/change-requests.ts') },
  revisions: {
    section: CONTENT,
    summary: 'Show earlier revisions of a space',
    load: () => import('./revisions.ts'),
  },
  git: {
    section: CONTENT,
    summary: 'Sync spaces with git repositories',
    load: () => import('./git/git.ts'),
  },
  export: {
    section: CONTENT,
    summary: 'Export content as Markdown files',
    load: () => import('./export/export.ts'),
  },
  sites: { section: PUBLISHING, summary: 'Manage published sites', load: () => import('./sites/sites.ts') },
  release: {
    section: PUBLISHING,
    summary: 'Create and retire versions of a site',
    load: () => import('./release/release.ts'),
  },
  integrations: {
    section: PUBLISHING,
    summary: 'Manage integrations',
    load: () => import('./integrations/integrations.ts'),
  },
  openapi: {
    section: PUBLISHING,
    summary: 'Manage OpenAPI specifications',
    load: () => import('./openapi/openapi.ts'),
  },
  translations: {
    section: PUBLISHING,
    summary: 'Manage translations of spaces',
    load: () => import('./translations.ts'),
  },
  orgs: { section: PEOPLE, summary: 'Manage organizations', load: () => import('./organizations.ts') },
  members: { section: PEOPLE, summary: 'Manage members', load: () => import('./members.ts') },
  teams: { section: PEOPLE, summary: 'Manage teams', load: () => import('./teams.ts') },
  saml: { section: PEOPLE, summary: 'Manage SAML providers', load: () => import('./saml.ts') },
  sso: { section: PEOPLE, summary: 'Show single sign-on options', load: () => import('./sso.ts') },
  conversations: {
    section: PEOPLE,
    summary: 'Read and ingest support conversations',
    load: () => import('./conversations.ts'),
  },
  auth: { section: LOCAL, summary: 'Sign in and out', load: () => import('./auth.ts') },
  profiles: {
    section: LOCAL,
    summary: 'Manage the hosts you are signed in to',
    load: () => import('./profiles.ts'),
  },
  context: {
    section: LOCAL,
    summary: 'Show the defaults in effect',
    load: () => import('./context-command.ts'),
  },
  use: { section: LOCAL, summary: 'Set defaults for this folder', load: () => import('./use.ts') },
  history: {
    section: LOCAL,
    summary: 'Show the changes made from this computer',
    load: () => import('./history.ts'),
  },
  undo: {
    section: LOCAL,
    summary: 'Undo the last change, or one from the history',
    load: () => import('./undo.ts'),
  },
  sandbox: {
    section: LOCAL,
    summary: 'Run a local platform for trying things out',
    load: () => import('./sandbox/sandbox.ts'),
  },
  whatis: {
    section: LOCAL,
    summary: 'Show what a name, ID or URL refers to',
    load: () => import('./whatis.ts'),
  },
  open: {
    section: LOCAL,
    summary: 'Open a space, site or page in the browser',
    load: () => import('./open-command.ts'),
  },
  api: { section: LOCAL, summary: 'Make an authenticated API request', load: () => import('./api.ts') },
  commands: {
    section: LOCAL,
    summary: 'List all commands',
    load: () => import('./commands-command.ts'),
  },
  doctor: {
    section: LOCAL,
    summary: 'Diagnose problems with settings, token and network',
    load: () => import('./doctor/doctor.ts'),
  },
  completion: { section: LOCAL, summary: 'Print shell completions', load: () => import('./completion.ts') },
};
