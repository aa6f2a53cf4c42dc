// docs sites agent: what the agent of a site may do by itself.
import { getSiteAgentSettings, setSiteAgentSettings } from '../../api/sites/site-agent-settings.ts';
import { getSite } from '../../api/sites/sites.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { callNamed } from '../../engine/references/named.ts';
import { type Input, mergeFields } from '../../engine/run/input.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { markdownFlag, readMarkdownField } from '../markdown-field.ts';

const ROW = ['scans.topics', 'findings.changeRequests', 'updatedAt', 'updatedBy'] as const;
const shown = {
  names: { updatedBy: 'userId' },
  labels: { 'scans.topics': 'scans', 'findings.changeRequests': 'change requests' },
} as const;

export const agentSettings = subgroup(
  'agent',
  'Manage what the agent of a site may do',
  [
    command('get', getSiteAgentSettings, {
      args: ['siteId?'],
      columns: ROW,
      ...shown,
      examples: ['docs sites agent get "Tarnpost Docs"'],
    }),
    command('set', setSiteAgentSettings, {
      args: ['siteId?'],
      columns: ROW,
      ...shown,
      hidden: ['editing'],
      supplied: ['scans', 'findings', 'editing'],
      options: [markdownFlag('instructions')],
      oneOf: ['--scans-topics', '--findings-change-requests', '--instructions-file'],
      prepare: completeSettings,
      uses: [getSiteAgentSettings],
      done: 'set the agent of',
      success: async (run) => `set the agent of ${await called(run, 'siteId', getSite)}`,
      examples: [
        [
          'Choose which findings get change requests',
          'docs sites agent set "Tarnpost Docs" --findings-change-requests auto-fixable',
        ],
        [
          'Set its instructions from a Markdown file',
          'docs sites agent set "Tarnpost Docs" --instructions-file agents.md',
        ],
      ],
      notes: 'Settings without a flag are unchanged.',
    }),
  ],
  [
    ['Show what the agent may do', 'get'],
    ['Let it propose only what it can fix by itself', 'set'],
  ],
);

/** The platform takes the settings as a whole. */
async function completeSettings(run: Run<Flags<'--instructions-file <file>'>>): Promise<void> {
  await readMarkdownField(run, 'instructions');
  const { instructions, ...given } = run.input;
  const client = await run.client();
  const { scans, findings, editing } = await callNamed({ ...run }, getSiteAgentSettings, client);
  const asked: Input =
    instructions === undefined ? given : { ...given, editing: { customInstructions: instructions } };
  run.input = mergeFields({ scans, findings, editing }, asked);
}
