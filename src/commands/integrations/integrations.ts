// docs integrations: extensions, where they are installed, and what was sent to them.
import * as installedIntegrations from '../../api/integrations/installed-integrations.ts';
import * as integrationInstallations from '../../api/integrations/integration-installations.ts';
import { INTEGRATION_NAME } from '../../api/integrations/integration-parts.ts';
import * as integrations from '../../api/integrations/integrations.ts';
import dangers, { integrationBefore } from '../../domain/dangers/integrations.ts';
import { command, group, late, type Stakes, subgroup } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { isSource, readBytes, readTextFile } from '../../engine/run/input.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { show } from '../../engine/run/send.ts';
import { fromContext, onlyOrganization } from '../../engine/run/session.ts';
import { chosenFormat } from '../../engine/run/view.ts';
import { seeHelp, UsageError, ValidationError } from '../../errors.ts';
import { filled } from '../../output/columns.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { widerVisibility } from '../widening.ts';

// The files of docs integrations publish: script, icon, preview images.

const PUBLISH_FLAGS = [
  flag('--script <file>', 'script file', { required: true }),
  flag('--icon <file>', 'image of at most 1 MiB'),
  flag('--preview-images <files>', 'up to 3 images of at most 2 MiB, separated by commas'),
] as const satisfies readonly Option[];

export type PublishRun = Run<FlagsOf<typeof PUBLISH_FLAGS>>;

const MIB = 1024 * 1024;

/** Puts the files into the body. Throws ValidationError for what is no image, UsageError for secrets in argv. */
async function readIntegration(run: PublishRun): Promise<void> {
  checkName(run);
  refuseInlineSecrets(run);
  const { script, icon, previewImages } = run.flags;
  const { context } = run;
  if (typeof script === 'string') {
    run.input = { ...run.input, script: await readTextFile(context, script, '--script') };
  }
  if (run.input.script === undefined) {
    throw seeHelp(run.path, '--script is required');
  }
  if (typeof icon === 'string') run.input = { ...run.input, icon: await readImage(run, icon, '--icon', MIB) };
  if (typeof previewImages === 'string') {
    const names = previewImages.split(',').map((name) => name.trim());
    const images = names.map((name) => readImage(run, name, '--preview-images', 2 * MIB));
    run.input = { ...run.input, previewImages: await Promise.all(images) };
  }
}

/** The organization to install in, when none is given: the one of the context. */
async function readInstallation(run: Run): Promise<void> {
  checkName(run);
  if (run.input.organization !== undefined) return;
  const organization = fromContext(run, 'organizationId') ?? (await onlyOrganization(run));
  run.input = { ...run.input, organization };
}

/** An integration that more people can see than before. */
async function widerIntegration(run: Run): Promise<Stakes> {
  const target = await integrationBefore(run);
  return { what: `integration "${run.input.integrationName}"`, ...widerVisibility({ ...run, target }) };
}

/** Throws ValidationError for a name the platform could not have. */
function checkName({ input, path }: Run): void {
  const name = String(input.integrationName);
  if (name.length <= 100 && new RegExp(INTEGRATION_NAME).test(name)) return;
  if (/^https?:/.test(name)) return;
  throw new ValidationError(
    `<integration> must be 1 to 100 letters, digits, dots, dashes or underscores, not "${name.slice(0, 60)}"`,
    { hint: `${path} --help`, details: { field: 'integrationName' } },
  );
}

function refuseInlineSecrets({ flags, input }: PublishRun): void {
  const inline = flags.data !== undefined && !isSource(flags.data);
  if (!inline || input.secrets === undefined) return;
  throw new UsageError('secrets on the command line are visible to other processes: put them in a file', {
    code: 'SECRET_IN_ARGV',
    hint: 'docs integrations publish <integration> --script index.js --data @integration.json',
  });
}

async function readImage(run: PublishRun, name: string, flag: string, mostBytes: number): Promise<string> {
  const bytes = await readBytes(run.context, name, flag);
  const problem = imageProblem(bytes, mostBytes);
  if (problem) throw new ValidationError(`${flag} ${name} ${problem}`, { hint: `${run.path} --help` });
  return bytes.toString('base64');
}

const MAGIC: readonly (readonly [string, string])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpeg', 'ffd8ff'],
  ['gif', '47494638'],
  ['webp', '52494646'],
];

function imageProblem(bytes: Buffer, mostBytes: number): string | undefined {
  if (bytes.length > mostBytes) return `has ${bytes.length} bytes; at most ${mostBytes} are allowed`;
  const start = bytes.subarray(0, 16).toString('hex');
  const known = MAGIC.some(([, magic]) => start.startsWith(magic)) || isSvg(bytes);
  return known ? undefined : 'is not an image: use png, jpeg, gif, webp or svg';
}

const isSvg = (bytes: Buffer): boolean =>
  /^(?:\uFEFF)?\s*<(?:\?xml|svg|!--)/.test(bytes.subarray(0, 256).toString('utf8')) && bytes.includes('<svg');

const ROW = ['name', 'version', 'title', 'target', 'visibility', 'verified', 'owner.title'] as const;
/** `instead`: what shows a person the same of their own organization. */
const ownerOnly = (instead: string): string =>
  `Requires a token of the integration: the platform may refuse a personal token. In your organization: ${instead}`;

const events = subgroup(
  'events',
  'Show events sent to an integration',
  [
    command('list', integrations.listIntegrationEvents, {
      none: 'no events of integration {}',
      args: ['integrationName'],
      columns: ['id', 'createdAt', 'status', 'payload.type', 'installationId'],
      table: ['payload.type', 'status', 'createdAt', 'installationId', 'id'],
      examples: ['docs integrations events list parcel-map'],
    }),
    command('get', integrations.getIntegrationEvent, {
      idField: 'event.id',
      args: ['integrationName', 'eventId'],
      columns: ['event.id', 'event.createdAt', 'event.status', 'event.payload'],
      send: showEvent,
      examples: ['docs integrations events get parcel-map AiKhYDIW93Pa42n4D5kN'],
      notes: 'On a terminal, the processing log follows, one entry per line.',
    }),
  ],
  [
    ['List what was sent to an integration', 'list'],
    ['Show one event with its log', 'get'],
  ],
);

const dev = subgroup(
  'dev',
  'Develop an integration with live events',
  [
    command('enable', integrations.enableDevelopment, {
      args: ['integrationName'],
      ...dangers['integrations.devEnable'],
      done: 'enabled development mode of',
      success: async (run) =>
        `enabled development mode of ${await called(run, 'integrationName', integrations.getIntegration)}`,
      check: 'docs integrations get {integrationName}',
      examples: ['docs integrations dev enable parcel-map --tunnel-url http://127.0.0.1:8787'],
      notes:
        'A sandbox sends each event as a POST with a JSON payload. After three attempts the event has failed; its log lists each attempt. Events go only to this machine and to hosts allowed with docs sandbox serve --allow-webhook. The header x-docs-signature is t=<seconds>,v1=<HMAC-SHA256 in hex of "<seconds>.<body>">, with the key that docs sandbox status --show-secrets shows as eventKey; x-gitbook-integration-signature is the HMAC-SHA256 in hex of the body alone, with the same key.',
    }),
    command('disable', integrations.disableDevelopment, {
      args: ['integrationName'],
      done: 'disabled development mode of',
      success: async (run) =>
        `disabled development mode of ${await called(run, 'integrationName', integrations.getIntegration)}`,
      check: 'docs integrations get {integrationName}',
      examples: ['docs integrations dev disable parcel-map'],
    }),
  ],
  [
    ['Send events to this computer', 'enable'],
    ['Stop that', 'disable'],
  ],
);

export default group(
  'integrations',
  'Manage integrations',
  [
    command('list', integrations.listIntegrations, {
      none: 'integrations',
      idField: 'name',
      columns: ROW,
      refs: { owner: 'organizationId' },
      examples: [
        ['List all integrations', 'docs integrations list'],
        ['Those for analytics on sites', 'docs integrations list --category analytics --target site'],
      ],
    }),
    command('available', installedIntegrations.listOrganizationIntegrations, {
      none: 'integrations',
      idField: 'name',
      columns: ROW,
      refs: { owner: 'organizationId' },
      examples: [
        ['List what can be installed', 'docs integrations available'],
        ['Those that may write content', 'docs integrations available --scope space:content:write'],
      ],
      notes: 'Public integrations, and those the organization owns.',
    }),
    command('status', installedIntegrations.getInstallationStatus, {
      args: ['integrationName'],
      columns: ['status'],
      idField: 'status',
      examples: ['docs integrations status parcel-map'],
    }),
    command('get', integrations.getIntegration, {
      idField: 'name',
      args: ['integrationName'],
      columns: [...ROW, 'scopes', 'categories', 'description'],
      examples: ['docs integrations get parcel-map'],
    }),
    command('publish', integrations.publishIntegration, {
      idField: 'name',
      args: ['integrationName'],
      mayBeNew: true,
      columns: ['name', 'version', 'title', 'visibility', 'urls.app'],
      hidden: ['script', 'icon', 'previewImages', 'secrets'],
      options: PUBLISH_FLAGS,
      prepare: readIntegration,
      ...dangers['integrations.publish'],
      stakes: widerIntegration,
      refs: { organization: 'organizationId' },
      done: 'published',
      examples: [
        'docs integrations publish parcel-map --data @integration.json --script index.js --icon icon.png --dry-run',
      ],
      notes:
        'Images are encoded for you. Secrets must be in a --data file or on stdin, never on the command line.',
    }),
    command('delete', integrations.deleteIntegration, {
      args: ['integrationName'],
      ...dangers['integrations.delete'],
      target: integrations.getIntegration,
      examples: ['docs integrations delete parcel-map --confirm parcel-map --dry-run'],
      notes: 'All installations are removed.',
    }),
    command('installations', integrationInstallations.listInstallations, {
      none: 'no installations of integration {}',
      args: ['integrationName'],
      columns: ['id', 'status', 'space_selection', 'site_selection', 'spaces', 'target.organization'],
      table: ['target.organization', 'status', 'space_selection', 'spaces', 'site_selection', 'id'],
      names: { 'target.organization': 'organizationId', spaces: 'spaceId' },
      examples: ['docs integrations installations parcel-map'],
      notes: ownerOnly('docs installations get <integration>'),
    }),
    command('install', integrationInstallations.installIntegration, {
      args: ['integrationName'],
      supplied: ['organization'],
      ...dangers['installations.create'],
      check: 'docs integrations get {integrationName}',
      columns: ['id', 'status', 'target.organization', 'createdAt'],
      names: { 'target.organization': 'organizationId' },
      prepare: readInstallation,
      refs: { organization: 'organizationId' },
      done: 'installed',
      success: async (run) =>
        `installed ${await called(run, 'integrationName', integrations.getIntegration)}`,
      examples: ['docs integrations install reading-stats --organization Tarnpost --yes'],
      notes: '--organization defaults to the current organization.',
    }),
    command('spaces', integrationInstallations.listIntegrationSpaces, {
      none: 'integration {} is not installed on a space',
      idField: 'space',
      args: ['integrationName'],
      columns: ['space', 'installation', 'status', 'externalIds'],
      table: ['space', 'status', 'externalIds', 'installation'],
      names: { space: 'spaceId' },
      present: (row) => ({ ...row, space: typeof row.space === 'string' ? row.space : row.space.title }),
      examples: ['docs integrations spaces parcel-map --extended'],
      notes: ownerOnly('docs installations spaces list <integration>'),
    }),
    command('sites', integrationInstallations.listIntegrationSites, {
      none: 'integration {} is not installed on a site',
      idField: 'site',
      args: ['integrationName'],
      columns: ['site', 'installation', 'status', 'externalIds'],
      table: ['site', 'status', 'externalIds', 'installation'],
      names: { site: 'siteId' },
      present: (row) => ({ ...row, site: typeof row.site === 'string' ? row.site : row.site.title }),
      examples: ['docs integrations sites parcel-map'],
      notes: ownerOnly('docs installations sites list <integration>'),
    }),
    late('tail', 'Follow events sent to an integration', () =>
      import('./integration-tail.ts').then(({ integrationTail }) => integrationTail),
    ),
    events,
    dev,
  ],
  [
    ['Find integrations for sites', 'docs integrations list --category analytics --target site'],
    ['Install an integration', 'install'],
    ['See whether an integration is installed', 'status'],
  ],
);

// One event of an integration: what it said, and the log of its processing.

async function showEvent(run: Run): Promise<void> {
  const found = await withReferences(run, async ({ integrationName, eventId }) => {
    const client = await run.client();
    return client.call(integrations.getIntegrationEvent, {
      integrationName: String(integrationName),
      eventId: String(eventId),
    });
  });
  await show(run, found);
  if (chosenFormat(run) !== undefined) return;
  const { io } = run.context;
  for (const { timestamp, level, message } of found.trace?.logs ?? []) {
    io.err(`${ciSafe(io, safeLine(filled`${timestamp} ${(level ?? '').padEnd(5)} ${message}`))}\n`);
  }
}
