// The first words after `docs`: what each is for, and where it is written. Nothing loads before it is needed.
import type { Catalog } from './command.ts';

const CONTENT = 'Content:';
const PUBLISHING = 'Publishing:';
const PEOPLE = 'Organization:';
const LOCAL = 'This tool:';

export const entries: Catalog = {
  spaces: { section: CONTENT, summary: 'Manage spaces', load: () => import('./spaces.ts') },
  content: { section: CONTENT, summary: 'Read the content of a space', load: () => import('./content.ts') },
  pages: { section: CONTENT, summary: 'Read pages', load: () => import('./pages.ts') },
  cr: { section: CONTENT, summary: 'Manage change requests', load: () => import('./change-requests.ts') },
  git: {
    section: CONTENT,
    summary: 'Synchronise spaces with git repositories',
    load: () => import('./git.ts'),
  },
  sites: { section: PUBLISHING, summary: 'Manage published sites', load: () => import('./sites.ts') },
  orgs: { section: PEOPLE, summary: 'Manage organizations', load: () => import('./organizations.ts') },
  auth: { section: LOCAL, summary: 'Sign in and out', load: () => import('./auth.ts') },
  profiles: {
    section: LOCAL,
    summary: 'Manage the hosts you are signed in to',
    load: () => import('./profiles.ts'),
  },
  context: {
    section: LOCAL,
    summary: 'Show what commands use by default',
    load: () => import('./context-command.ts'),
  },
  use: { section: LOCAL, summary: 'Choose defaults for this folder', load: () => import('./use.ts') },
  sandbox: {
    section: LOCAL,
    summary: 'Run a local platform to try things on',
    load: () => import('./sandbox.ts'),
  },
  api: { section: LOCAL, summary: 'Send a request of your own', load: () => import('./api.ts') },
  completion: { section: LOCAL, summary: 'Print shell completions', load: () => import('./completion.ts') },
};
