// docs sites plan and docs sites apply: what a file would change of a site, and the same done.

import type { Option } from '../../../engine/model/command.ts';
import { arg, handmade } from '../../../engine/model/command.ts';
import { CONTEXT_FLAGS, JOB_FLAGS, PLAN_FLAGS } from '../../../engine/model/globals.ts';
import { READS, WRITES } from './site-operations.ts';

const ORG = [CONTEXT_FLAGS.organizationId ?? []].flat();

const FILE_FLAGS = [
  {
    flags: '--site <site>',
    description:
      'site to change: ID, title or URL (default: the one the file was pulled from, or of its title)',
    group: 'Fields:',
  },
  {
    flags: '--prune',
    reach: 'platform',
    description: 'also remove what the file does not name; spaces themselves are never deleted',
    group: 'Fields:',
  },
  {
    flags: '--create-spaces',
    reach: 'platform',
    description: 'create spaces that the organization does not have',
    group: 'Fields:',
  },
] as const satisfies readonly Option[];

const NOTES = `An item is found by the ID in the comment beside its title, else by the title: to rename it, change the title and keep the comment. What the file leaves out stays as it is. With --prune it is removed, except for top-level keys that the file does not have.`;

export const sitePlan = handmade('plan', {
  summary: 'Show what a site file would change',
  args: [arg('file')],
  // It never sends anything: its exit code needs no other flag.
  options: [
    ...FILE_FLAGS,
    ...ORG,
    ...PLAN_FLAGS.map((flag) => (flag.flags === '--exit-code' ? { ...flag, needs: [] } : flag)),
  ],
  uses: READS,
  columns: ['row', 'change', 'kind', 'id', 'title', 'field', 'from', 'to', 'danger'],
  idField: 'id',
  exits: [5, 6],
  examples: [
    ['Show what a file would change', 'docs sites plan site.yaml'],
    ['Fail in CI if the site differs from its file', 'docs sites plan site.yaml --prune --exit-code'],
  ],
  notes: NOTES,
  run: async (run) => (await import('./site-job.ts')).runSiteJob(run, 'plan'),
});

export const siteApply = handmade('apply', {
  summary: 'Make a site match its file',
  args: [arg('file')],
  options: [...FILE_FLAGS, ...ORG, ...JOB_FLAGS],
  uses: [...READS, ...WRITES],
  columns: ['target', 'id', 'outcome', 'error.message'],
  fields: ['target', 'id', 'ok', 'outcome', 'result', 'error'],
  danger: 'moderate',
  done: 'applied',
  check: '--dry-run',
  isJob: true,
  exits: [5, 6, 7],
  examples: [
    ['Show the changes without making them', 'docs sites apply site.yaml --dry-run'],
    ['Make a site match its file', 'docs sites apply site.yaml --yes'],
  ],
  notes: NOTES,
  run: async (run) => (await import('./site-job.ts')).runSiteJob(run, 'apply'),
});
