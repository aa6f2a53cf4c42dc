// docs connections: the sources that a site learns from.

import type { ContextConnection } from '../../api/insights/context-connections.generated.ts';
import * as api from '../../api/insights/context-connections.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Flags, FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { callNamed } from '../../engine/references/named.ts';
import { idBehind } from '../../engine/references/names.ts';
import { type Input, mergeFields } from '../../engine/run/input.ts';
import { inThisContext } from '../../engine/run/next-command.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { WAIT_FLAGS, type WaitFlags, waitFor } from '../../engine/run/wait.ts';
import { DocsError, FindingsError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { exitCodeFlag } from '../../jobs/report/finding-flags.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { readPairs } from '../secret-pairs.ts';
import { settledFirst } from '../sending.ts';

// What connections are set up with, and how far their reading is.

const SETTINGS_FLAGS = [
  flag('--url <url>', 'website: URL to start at', { reach: 'platform' }),
  flag('--repository <name>', 'GitHub: owner/name', { reach: 'platform' }),
  flag('--channel-id <id>', 'YouTube: channel', { reach: 'platform' }),
  flag(
    '--settings-file <file>',
    'settings of the source, including tokens, as a file, or - for stdin: JSON, or one per line, such as "token: value"',
  ),
] as const satisfies readonly Option[];

type SettingsRun = Run<FlagsOf<typeof SETTINGS_FLAGS>>;

const DEFAULTS = { changeRequests: true, search: true, searchBoost: 'x1.0' };

/** A source by its short name; what it cannot do without is asked for before anything is sent. */
async function readNewConnection(run: SettingsRun): Promise<void> {
  await readSettings(run);
  const connector = connectorOf(run.input.connector);
  if (connector === undefined) return;
  const { usageSettings, setupSettings } = run.input;
  requireSettings(run, connector, setupSettings);
  run.input = { ...run.input, connector, usageSettings: { ...DEFAULTS, ...Object(usageSettings) } };
}

function connectorOf(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  return api.CONNECTORS.includes(given) ? `builtin:${given}` : given;
}

function requireSettings(run: Run, connector: string, settings: unknown): void {
  const name = connector.replace('builtin:', '');
  const needed: readonly string[] = new Map(Object.entries(api.CONNECTOR_SETTINGS)).get(name) ?? [];
  const missing = needed.filter((field) => Object(settings)[field] === undefined);
  if (missing.length === 0) return;
  const [first = ''] = missing;
  const example = missing.length === 1 ? EXAMPLES[first] : undefined;
  throw new UsageError(`${name} needs ${missing.join(', ')}`, {
    hint: example
      ? `${run.path} ${name} ${example}`
      : `write one per line, such as "${first}: value", to a file, and use --settings-file <file>`,
  });
}

const EXAMPLES: Readonly<Record<string, string>> = {
  url: '--url https://help.example.com',
  channelId: '--channel-id UC_x5XG1OV2P6uZZ5FSM9Ttw',
};

async function readSettings(run: SettingsRun): Promise<void> {
  const { url, repository, channelId, settingsFile } = run.flags;
  const fromFile =
    settingsFile === undefined
      ? {}
      : await readPairs(run, settingsFile, { flag: '--settings-file', hint: `${run.path} --help` });
  const flags = Object.entries({ url, repository, channelId }).filter(([, value]) => value !== undefined);
  const settings = { ...Object(run.input.setupSettings), ...Object(fromFile), ...Object.fromEntries(flags) };
  if (Object.keys(settings).length > 0) run.input = { ...run.input, setupSettings: settings };
}

/** The platform takes settings as a whole: those that are not given are as they were. */
async function readSetup(run: SettingsRun): Promise<void> {
  await readSettings(run);
  const { usageSettings, setupSettings } = run.input;
  if (usageSettings === undefined && setupSettings === undefined) return;
  const client = await run.client();
  const before = await callNamed({ ...run }, api.getConnection, client);
  const kept: Input = {
    ...(usageSettings !== undefined && { usageSettings: before.usageSettings }),
    ...(setupSettings !== undefined && {
      connector: before.connector,
      setupSettings: before.setupSettings ?? {},
    }),
  };
  run.input = mergeFields(kept, run.input);
}

const hasEnded = ({ status }: ContextConnection): boolean => status === 'succeeded' || status === 'failed';

const hintOf = (id: string): string => shell`docs connections get ${id}`;

/** Reads until the sync has ended. */
async function endOfSync(run: Run<WaitFlags>, id: string): Promise<ContextConnection> {
  const client = await run.client();
  const { organizationId, siteId } = run.input;
  const ref = { organizationId: String(organizationId), siteId: String(siteId), siteContextConnectionId: id };
  const read = () => client.call(api.getConnection, ref);
  return waitFor(run, { what: `the sync of connection ${id}`, hint: hintOf(id), read, hasEnded });
}

async function noteSync(run: Run<WaitFlags>, id: string): Promise<void> {
  if (run.flags.wait === true) return;
  note(run.context.io, await inThisContext(run, `it continues in the background: ${hintOf(id)}`));
}

/** Throws DocsError SYNC_FAILED with the platform's reason. */
async function sayCreated(run: Run<WaitFlags>, connection: ContextConnection): Promise<void> {
  if (run.flags.wait === true) saySynced(run, connection);
  else if (!hasEnded(connection)) await noteSync(run, connection.id);
}

function saySynced({ context }: Run, { id, status, records, failureMessage }: ContextConnection): void {
  if (status !== 'succeeded')
    throw new DocsError(
      `the sync of connection ${id} failed: ${failureMessage ?? 'no reason given'}`,
      { code: 'SYNC_FAILED', exit: 1 },
      { hint: hintOf(id), outcome: 'rejected' },
    );
  done(context.io, `synced: ${plural(records, 'record')}`);
}

/** With --exit-code: throws FindingsError where the source was not reached. */
async function failUnlessReached(
  run: Run<Flags<'--exit-code'>>,
  { success, error }: { success: boolean; error?: string },
): Promise<void> {
  if (success || run.flags.exitCode !== true) return;
  throw new FindingsError(`the source was not reached: ${error ?? 'no reason given'}`);
}

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
    command('list', api.listConnections, {
      columns: ROW,
      ...shown,
      examples: ['docs connections list --site "Tarnpost Docs"'],
    }),
    command('get', api.getConnection, {
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
    command('create', api.createConnection, {
      args: ['connector'],
      columns: ROW,
      ...shown,
      hidden: ['setupSettings'],
      supplied: ['usageSettings.changeRequests', 'usageSettings.search', 'usageSettings.searchBoost'],
      options: [...SETTINGS_FLAGS, ...WAIT_FLAGS],
      uses: [api.getConnection],
      prepare: readNewConnection,
      success: (_, { id, connector }) => `connected ${connector}${idBehind(id)}`,
      check: 'docs connections list',
      follow: async (run, made) => (hasEnded(made) ? made : endOfSync(run, made.id)),
      after: sayCreated,
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
    command('update', api.updateConnection, {
      args: ['siteContextConnectionId'],
      columns: ROW,
      ...shown,
      hidden: ['setupSettings', 'connector'],
      options: SETTINGS_FLAGS,
      prepare: readSetup,
      uses: [api.getConnection],
      examples: [
        'docs connections update "Support mailbox" --usage-settings-search-boost x1.2 --site "Tarnpost Docs"',
      ],
      notes: `Settings without a flag are unchanged. ${SECRET}`,
    }),
    command('delete', api.deleteConnection, {
      args: ['siteContextConnectionId'],
      ...dangers['contextConnections.delete'],
      target: api.getConnection,
      examples: ['docs connections delete "Support mailbox" --site "Tarnpost Docs" --yes'],
    }),
    command('sync', api.syncConnection, {
      args: ['siteContextConnectionId'],
      options: WAIT_FLAGS,
      uses: [api.getConnection],
      check: 'docs connections get {siteContextConnectionId}',
      success: async (run) =>
        `started a sync of ${await called(run, 'siteContextConnectionId', api.getConnection)}`,
      follow: async (run) => saySynced(run, await endOfSync(run, String(run.input.siteContextConnectionId))),
      after: async (run) => noteSync(run, String(run.input.siteContextConnectionId)),
      examples: ['docs connections sync "Support mailbox" --site "Tarnpost Docs" --wait'],
      notes: 'It continues in the background; --wait reports the result.',
    }),
    command('test', api.testConnection, {
      args: ['siteContextConnectionId'],
      idField: 'success',
      columns: ['success', 'error'],
      // A POST: names become IDs before it is sent.
      send: settledFirst,
      options: [exitCodeFlag('the source is not reached')],
      after: failUnlessReached,
      examples: ['docs connections test "Support mailbox" --site "Tarnpost Docs"'],
    }),
  ],
  [
    ['List what a site learns from', 'list'],
    ['Learn from a website', 'create'],
    ['Read new records now', 'sync'],
  ],
);
