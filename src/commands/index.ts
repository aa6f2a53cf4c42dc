// The first words after `docs`: what each is for, and where it is written. Nothing loads before it is needed.
import type { Catalog } from '../engine/model/command.ts';
import { groups } from './groups.generated.ts';

const LOCAL = 'This tool:';

export const entries: Catalog = {
  ...groups,
  push: {
    section: 'Content:',
    summary: 'Push the edits of an exported folder to a change request',
    load: () => import('../jobs/push/push.ts'),
  },
  convert: {
    section: 'Content:',
    summary: 'Convert docs of another tool',
    load: () => import('../jobs/convert/convert.ts'),
  },
  ask: {
    section: 'Insights:',
    summary: 'Ask a question that your content answers',
    load: async () => ({ default: (await import('./insights/ask.ts')).ask }),
  },
  changes: {
    section: 'Content:',
    summary: 'List the pages that changed, with who changed them and why',
    load: () => import('../jobs/changes/changes.ts'),
  },
  analytics: {
    section: 'Insights:',
    summary: 'Compare how a site is doing with the time before',
    load: () => import('../jobs/analytics/analytics.ts'),
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
  config: {
    section: LOCAL,
    summary: 'Manage settings for every command',
    load: () => import('./tool/config-command.ts'),
  },
  alias: {
    section: LOCAL,
    summary: 'Manage aliases for commands',
    load: () => import('./tool/alias.ts'),
  },
  use: { section: LOCAL, summary: 'Set defaults for this folder', load: () => import('./tool/use.ts') },
  history: {
    section: LOCAL,
    summary: 'Show the changes made from this computer',
    load: () => import('../jobs/undo/history.ts'),
  },
  undo: {
    section: LOCAL,
    summary: 'Undo the last change, or one from the history',
    load: () => import('../jobs/undo/undo.ts'),
  },
  plan: { section: LOCAL, summary: 'Review and check plans', load: () => import('./tool/plan.ts') },
  apply: {
    section: LOCAL,
    summary: 'Apply a plan made with --plan-out',
    load: () => import('./tool/apply.ts'),
  },
  preview: {
    section: 'Content:',
    summary: 'Preview a folder of documentation as a site',
    load: () => import('../jobs/preview/preview.ts'),
  },
  sandbox: {
    section: LOCAL,
    summary: 'Run a local platform for trying things out',
    load: () => import('../jobs/sandbox/sandbox.ts'),
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
  explain: {
    section: LOCAL,
    summary: 'Explain an operation: its fields, what it endangers, what undoes it',
    load: () => import('../jobs/explain/explain.ts'),
  },
  mcp: {
    section: LOCAL,
    summary: 'Let coding agents use docs, over MCP',
    load: () => import('../jobs/mcp/mcp.ts'),
  },
  skill: {
    section: LOCAL,
    summary: 'Print or install instructions for agents that run docs',
    load: () => import('./tool/skill.ts'),
  },
  doctor: {
    section: LOCAL,
    summary: 'Diagnose problems with settings, token and network',
    load: () => import('../jobs/doctor/doctor.ts'),
  },
  completion: {
    section: LOCAL,
    summary: 'Print shell completions',
    load: () => import('./tool/completion.ts'),
  },
};
