// docs connections: the sources that a site learns from.
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  syncConnection,
  testConnection,
  updateConnection,
} from '../../api/insights/context-connections.ts';
import { command, group } from '../../engine/model/command.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { called } from '../../engine/run/display-name.ts';
import { WAIT_FLAGS } from '../../engine/run/wait.ts';
import dangers from '../../workflows/dangers/sites.ts';
import { exitCodeFlag } from '../finding-flags.ts';
import {
  failUnlessReached,
  followCreated,
  followSync,
  readNewConnection,
  readSetup,
  SETTINGS_FLAGS,
} from './connection-settings.ts';

const ROW = ['id', 'label', 'connector', 'status', 'records', 'failureMessage', 'syncedAt'] as const;
const shown = {
  table: ['label', 'connector', 'status', 'records', 'failureMessage', 'syncedAt', 'id'],
  labels: { failureMessage: 'reason', syncedAt: 'synced' },
} as const;
const SECRET =
  'Tokens and keys are secret: they are read from --settings-file only, and masked unless --show-secrets is given.';

export default group(
  'connections',
  'Manage the sources that a site learns from',
  [
    command('list', listConnections, {
      columns: ROW,
      ...shown,
      examples: ['docs connections list --site "Tarnpost Docs"'],
    }),
    command('get', getConnection, {
      args: ['siteContextConnectionId'],
      columns: [
        ...ROW,
        'filter',
        'usageSettings.changeRequests',
        'usageSettings.search',
        'usageSettings.sync',
        'usageSettings.searchBoost',
        'setupSettings',
        'email.ingestionAddress',
        'createdAt',
      ],
      labels: {
        ...shown.labels,
        'usageSettings.changeRequests': 'change requests',
        'usageSettings.search': 'search',
        'usageSettings.sync': 'sync',
        'usageSettings.searchBoost': 'boost',
        setupSettings: 'settings',
        'email.ingestionAddress': 'address',
      },
      examples: ['docs connections get "Support mailbox" --site "Tarnpost Docs"'],
      notes: SECRET,
    }),
    command('create', createConnection, {
      args: ['connector'],
      columns: ROW,
      ...shown,
      hidden: ['setupSettings'],
      supplied: ['usageSettings.changeRequests', 'usageSettings.search', 'usageSettings.searchBoost'],
      options: [...SETTINGS_FLAGS, ...WAIT_FLAGS],
      uses: [getConnection],
      prepare: readNewConnection,
      success: (_, { id, connector }) => `connected ${connector} (${id})`,
      check: 'docs connections list',
      after: followCreated,
      examples: [
        [
          'Learn from a website',
          'docs connections create website --url https://help.example.com --site "Tarnpost Docs"',
        ],
        [
          'Learn from tickets, with a token from a file',
          'docs connections create zendesk --settings-file zendesk.txt --site "Tarnpost Docs"',
        ],
      ],
      notes: `A built-in source goes by its name, an integration as integration:<name>. ${SECRET}`,
    }),
    command('update', updateConnection, {
      args: ['siteContextConnectionId'],
      columns: ROW,
      ...shown,
      hidden: ['setupSettings', 'connector'],
      options: SETTINGS_FLAGS,
      prepare: readSetup,
      uses: [getConnection],
      examples: [
        'docs connections update "Support mailbox" --usage-settings-search-boost x1.2 --site "Tarnpost Docs"',
      ],
      notes: `Settings without a flag are unchanged. ${SECRET}`,
    }),
    command('delete', deleteConnection, {
      args: ['siteContextConnectionId'],
      ...dangers['contextConnections.delete'],
      target: getConnection,
      examples: ['docs connections delete "Support mailbox" --site "Tarnpost Docs" --yes'],
    }),
    command('sync', syncConnection, {
      args: ['siteContextConnectionId'],
      options: WAIT_FLAGS,
      uses: [getConnection],
      check: 'docs connections get {siteContextConnectionId}',
      success: async (run) =>
        `started a sync of ${await called(run, 'siteContextConnectionId', getConnection)}`,
      after: followSync,
      examples: ['docs connections sync "Support mailbox" --site "Tarnpost Docs" --wait'],
      notes: 'It continues in the background; --wait reports the result.',
    }),
    command('test', testConnection, {
      args: ['siteContextConnectionId'],
      idField: 'success',
      columns: ['success', 'error'],
      // A POST: names become IDs before it is sent.
      send: async (run, request) => {
        await settle(run);
        return request();
      },
      options: [exitCodeFlag('the source is not reached')],
      after: failUnlessReached,
      examples: ['docs connections test "Support mailbox" --site "Tarnpost Docs"'],
    }),
  ],
  [
    ['List what a site learns from', 'docs connections list --site "Tarnpost Docs"'],
    [
      'Learn from a website',
      'docs connections create website --url https://help.example.com --site "Tarnpost Docs"',
    ],
    ['Read new records now', 'docs connections sync "Support mailbox" --site "Tarnpost Docs" --wait'],
  ],
);
