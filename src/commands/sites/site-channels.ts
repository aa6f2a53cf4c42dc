// docs channels: chat tools in which the agent of a site answers.
import * as api from '../../api/sites/site-agent-settings.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';

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
