// The first words after `docs`: what each is for, and where it is written. Nothing loads before it is needed.
import type { Catalog, Entry } from '../engine/model/command-type.ts';
import { groups } from './groups.generated.ts';

const inSection = (section: string) => (summary: string, load: Entry['load']) => ({ section, summary, load });
const content = inSection('Content:');
const insights = inSection('Insights:');
const local = inSection('This tool:');

export const entries: Catalog = {
  ...groups,
  push: content(
    'Push the edits of an exported folder to a change request',
    () => import('../jobs/push/push.ts'),
  ),
  convert: content('Convert docs of another tool', () => import('../jobs/convert/convert.ts')),
  ask: insights('Ask a question that your content answers', async () => ({
    default: (await import('./insights/ask.ts')).ask,
  })),
  changes: content(
    'List the pages that changed, with who changed them and why',
    () => import('../jobs/changes/changes.ts'),
  ),
  analytics: insights(
    'Compare how a site is doing with the time before',
    () => import('../jobs/analytics/analytics.ts'),
  ),
  auth: local('Sign in and out', () => import('./tool/auth.ts')),
  profiles: local('Manage the hosts you are signed in to', () => import('./tool/profiles.ts')),
  context: local('Show the defaults in effect', () => import('./tool/context-command.ts')),
  config: local('Manage settings for every command', () => import('./tool/config-command.ts')),
  alias: local('Manage aliases for commands', () => import('./tool/alias.ts')),
  use: local('Set defaults for this folder', () => import('./tool/use.ts')),
  history: local('Show the changes made from this computer', () => import('../jobs/undo/history.ts')),
  undo: local('Undo the last change, or one from the history', () => import('../jobs/undo/undo.ts')),
  plan: local('Review and check plans', () => import('./tool/plan.ts')),
  apply: local('Apply a plan made with --plan-out', () => import('./tool/apply.ts')),
  preview: content('Preview a folder of documentation as a site', () => import('../jobs/preview/preview.ts')),
  sandbox: local('Run a local platform for trying things out', () => import('../jobs/sandbox/sandbox.ts')),
  whatis: local('Show what a name, ID or URL refers to', () => import('./tool/whatis.ts')),
  open: local('Open a space, site or page in the browser', () => import('./tool/open-command.ts')),
  api: local('Make an authenticated API request', () => import('./tool/api.ts')),
  commands: local('List all commands', () => import('./tool/commands-command.ts')),
  explain: local(
    'Explain an operation: its fields, what it endangers, what undoes it',
    () => import('../jobs/explain/explain.ts'),
  ),
  mcp: local('Let coding agents use docs, over MCP', () => import('../jobs/mcp/mcp.ts')),
  skill: local('Print or install instructions for agents that run docs', () => import('./tool/skill.ts')),
  doctor: local(
    'Diagnose problems with settings, token and network',
    () => import('../jobs/doctor/doctor.ts'),
  ),
  completion: local('Print shell completions', () => import('./tool/completion.ts')),
};
