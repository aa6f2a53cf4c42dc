// docs channels: chat tools in which the agent of a site answers.
import * as api from '../../api/sites/site-agent-settings.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';

/** The setting of each chat tool; the description of the request has those of all. */
const SETTINGS: Readonly<Record<string, string>> = {
  'builtin:discord': 'allowedChannels',
  'builtin:github': 'allowedRepositories',
  'builtin:linear': 'allowedTeams',
  'builtin:slack': 'allowedChannels',
};

/** Throws UsageError: a host takes what another tool has, and limits nothing by it. */
async function refuseOtherSettings({ input: { type, setupSettings } }: Run): Promise<void> {
  const own = SETTINGS[String(type)];
  const other = Object.keys(Object(setupSettings)).find((name) => name !== own);
  if (own === undefined || other === undefined) return;
  throw new UsageError(`"${other}" is not a setting of type ${type}`, {
    hint: `use ${flagOf(own)} in place of ${flagOf(other)}`,
  });
}

const flagOf = (name: string): string => `--setup-settings-${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`;

const ROW = ['id', 'type', 'status', 'role', 'answers', 'createdAt'] as const;

export default group(
  'channels',
  'Manage the channels of a site',
  [
    command('list', api.listChannels, {
      columns: ROW,
      examples: ['docs channels list --site "Tarnpost Docs"'],
    }),
    command('get', api.getChannel, {
      args: ['siteChannelId'],
      columns: ROW,
      examples: ['docs channels get cHaNneL1234567890abc --site "Tarnpost Docs"'],
    }),
    command('create', api.createChannel, {
      columns: ROW,
      ...dangers['siteChannels.create'],
      stakes: { what: 'the channel' },
      prepare: refuseOtherSettings,
      examples: [
        `docs channels create --type builtin:slack --setup-settings-allowed-channels docs-help --site "Tarnpost Docs"`,
      ],
      notes: 'Connect the chat tool in the app first.',
    }),
    command('update', api.updateChannel, {
      args: ['siteChannelId'],
      columns: ROW,
      ...dangers['siteChannels.update'],
      stakes: { change: 'to role support' },
      prepare: refuseOtherSettings,
      examples: ['docs channels update cHaNneL1234567890abc --role collaborator --site "Tarnpost Docs"'],
    }),
    command('delete', api.deleteChannel, {
      args: ['siteChannelId'],
      ...dangers['siteChannels.delete'],
      examples: ['docs channels delete cHaNneL1234567890abc --site "Tarnpost Docs" --yes --dry-run'],
    }),
  ],
  [
    ['List the channels of a site', 'list'],
    ['Let the agent answer in a channel of Slack', 'create'],
  ],
);
