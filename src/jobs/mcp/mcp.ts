// docs mcp: a server for coding agents over the Model Context Protocol, read-only unless it was started otherwise.
import { dirname, join } from 'node:path';
import { requireHome } from '../../config/paths.ts';
import { type Command, group, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { PROFILE_FLAGS, YES_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConfigError, seeHelp, UsageError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { boundedJson, refuseOddFile } from '../../files/json-file.ts';
import { isRecord } from '../../files/texts.ts';
import { updateFile } from '../../files/writer.ts';
import { done, note } from '../../output/note.ts';
import type { Allowed, Session } from './session.ts';

// docs mcp install: the entry that a client needs to start the server, printed or put into its settings.

/** What a client reads: its file, and how an entry is put into the text of it. */
interface Client {
  /** Below the working folder, or below the home of the person. */
  file: string;
  atHome?: true;
  /** Throws ConfigError. */
  put(old: string | undefined, args: readonly string[], file: string): string;
}

const inJson =
  (key: string, more: Record<string, unknown> = {}): Client['put'] =>
  (old, args, file) => {
    const settings = old === undefined || old.trim() === '' ? {} : objectIn(old, file);
    const servers = settings[key] ?? {};
    if (!isRecord(servers)) throw odd(file, `"${key}" is not an object`);
    const next = { ...settings, [key]: { ...servers, docs: { ...more, command: 'docs', args } } };
    return `${JSON.stringify(next, null, 2)}\n`;
  };

const CLIENTS: Readonly<Record<string, Client>> = {
  'claude-code': { file: '.mcp.json', put: inJson('mcpServers') },
  cursor: { file: join('.cursor', 'mcp.json'), put: inJson('mcpServers') },
  vscode: { file: join('.vscode', 'mcp.json'), put: inJson('servers', { type: 'stdio' }) },
  codex: { file: join('.codex', 'config.toml'), atHome: true, put: inToml },
};

function inToml(old: string | undefined, args: readonly string[], file: string): string {
  if (old !== undefined && /^[ \t]*\[mcp_servers\.(?:docs|"docs")\]/m.test(old))
    throw odd(file, 'it has an entry for docs already');
  const entry = `[mcp_servers.docs]\ncommand = "docs"\nargs = ${JSON.stringify(args)}\n`;
  const before = old === undefined || old === '' ? '' : `${old.replace(/(?<!\n)\n*$/, '')}\n\n`;
  return before + entry;
}

const INSTALL_FLAGS = [
  flag('--client <client>', 'client to print the entry for', {
    reach: 'machine',
    choices: Object.keys(CLIENTS),
    required: true,
  }),
  flag('--allow-write', 'let the server change things, with consent', { reach: 'machine', group: 'Safety:' }),
  flag('--org <org>', 'only this organization: ID or title', { group: 'Reach:' }),
  flag('--spaces <spaces>', 'only these spaces, separated by commas', { group: 'Reach:' }),
  flag('--sites <sites>', 'only these sites, separated by commas', { group: 'Reach:' }),
  { ...YES_FLAG, description: 'write the entry into the settings of the client' },
] as const satisfies readonly Option[];

type InstallRun = Run<FlagsOf<typeof INSTALL_FLAGS>>;

const installCommand: Command = handmade('install', {
  summary: 'Print the MCP server entry for a client, or write it with --yes',
  options: INSTALL_FLAGS,
  examples: [
    ['Print the entry for Claude Code', 'docs mcp install --client claude-code'],
    ['Write the entry for Codex', 'docs mcp install --client codex --yes'],
  ],
  notes: `Claude Code, Cursor and VS Code read it from the working folder, Codex from the home folder.
The entry contains no token: the server uses the profile you are signed in to.`,
  local: true,
  changesHere: true,
  run: install,
});

async function install({ context, flags, path }: InstallRun): Promise<void> {
  const { client: name = '', allowWrite, org, spaces, sites, profile } = flags;
  const client = CLIENTS[name];
  if (!client) throw seeHelp(path, '--client is required');
  const args = [
    'mcp',
    ...(allowWrite ? ['--allow-write'] : []),
    ...Object.entries({ org, spaces, sites, profile }).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag}`, value],
    ),
  ];
  if (!flags.yes) {
    await context.io.out(client.put(undefined, args, client.file));
    return note(context.io, `this belongs in ${placeOf(client)}: add --yes to write it there`);
  }
  const file = fileOf(client, context.env.HOME ?? context.env.USERPROFILE, context.cwd);
  refuseLinkedFolder(client, file);
  await updateFile(file, (old) => client.put(old, args, placeOf(client)), { mode: 0o644 });
  done(context.io, `wrote the entry for docs to ${placeOf(client)}`);
}

const placeOf = ({ file, atHome }: Client): string => (atHome ? join('~', file) : file);

function fileOf({ file, atHome }: Client, home: string | undefined, cwd: string): string {
  return join(atHome ? requireHome(home, 'set HOME, or add the entry by hand') : cwd, file);
}

/** Throws ConfigError where the folder of a client leads elsewhere. The working folder and the home are as the person has them. */
function refuseLinkedFolder({ file }: Client, path: string): void {
  if (dirname(file) === '.') return;
  const folder = dirname(path);
  const stats = statsAt(folder, { to: 'write' });
  if (stats?.isSymbolicLink()) refuseOddFile(folder, stats);
}

function objectIn(text: string, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = boundedJson(text);
  } catch {
    throw odd(file, 'it is not JSON, or has comments');
  }
  if (isRecord(value)) return value;
  throw odd(file, 'it is not an object');
}

const odd = (file: string, why: string): ConfigError =>
  new ConfigError(`cannot write the entry to ${file}: ${why}`, {
    code: 'FOREIGN_FILE',
    hint: 'run it without --yes and add the entry by hand',
  });

const FENCE = 'Reach:';
const SERVE_FLAGS = [
  flag('--org <org>', 'only this organization: ID or title', { group: FENCE }),
  flag('--spaces <spaces>', 'only these spaces, separated by commas', { group: FENCE }),
  flag('--sites <sites>', 'only these sites, separated by commas', { group: FENCE }),
  flag('--allow-write', 'offer the tools that change something', { reach: 'machine', group: 'Safety:' }),
  flag('--allow <danger>', 'apply changes up to this danger without asking', {
    reach: 'machine',
    choices: ['mild', 'moderate'],
    group: 'Safety:',
  }),
  flag('--max-changes <n>', 'most things that one plan may change', { default: '20', group: 'Safety:' }),
  ...PROFILE_FLAGS,
] as const satisfies readonly Option[];

type McpRun = Run<FlagsOf<typeof SERVE_FLAGS>>;

const serveCommand: Command = handmade('mcp', {
  summary: 'Let coding agents use docs, over MCP',
  options: SERVE_FLAGS,
  examples: [
    ['Serve one organization, read-only', 'docs mcp --org Tarnpost'],
    ['Let a person agree to changes', 'docs mcp --allow-write'],
  ],
  notes: `A client starts it and speaks to it on standard input and output: docs mcp install prints the entry for its settings.
It reads only. With --allow-write, every change is planned first, and a person is asked in the client before it is applied; where the client cannot ask, mild changes are made all the same.
With --org, --spaces or --sites nothing else is found, whatever is asked. docs help agents explains the tools. The MCP servers that a site offers its readers: docs mcp-servers.`,
  local: true,
  run: async (run: McpRun) => {
    const { serve } = await import('./serve.ts');
    await serve(await openSession(run));
  },
});

async function openSession(run: McpRun): Promise<Session> {
  const { profile, baseUrl, org, spaces, sites, allow, allowWrite } = run.flags;
  const isFenced = org !== undefined || spaces !== undefined || sites !== undefined;
  const { context } = run;
  const of = isFenced ? await fenceOf(run) : undefined;
  const fence = of && (await import('../../client/fence.ts')).createFence(of);
  const writing = { ...context, opensNoFiles: true, ...(fence && { fence }) };
  return {
    run,
    writing,
    reading: { ...writing, readsOnly: { why: 'this tool only reads', hint: 'plan it with docs_plan' } },
    forced: { profile, baseUrl, org: of?.organization },
    allow: (allow ?? 'nothing') as Allowed,
    allowWrite: allowWrite === true,
    maxChanges: mostOf(run.flags.maxChanges),
    plans: new Map(),
    applied: [],
    asked: new Map(),
  };
}

function mostOf(text: string | undefined): number {
  if (text !== undefined && /^\d{1,5}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`--max-changes must be a whole number from 1 to 99999, not "${text}"`, {
    hint: 'docs mcp --max-changes 20',
  });
}

/** Names become IDs once, before anything is served. */
async function fenceOf(run: McpRun) {
  const { org, spaces, sites } = run.flags;
  const bare: Run = { ...run, flags: { ...run.flags }, input: {} };
  const organization = org === undefined ? undefined : await settleOne(bare, 'organizationId', org);
  const here: Run = { ...bare, input: organization === undefined ? {} : { organizationId: organization } };
  const idsOf = async (param: string, list: string) => {
    const ids: string[] = [];
    for (const name of list.split(',').map((one) => one.trim())) ids.push(await settleOne(here, param, name));
    return ids;
  };
  return {
    ...(organization !== undefined && { organization }),
    ...(spaces !== undefined && { spaces: await idsOf('spaceId', spaces) }),
    ...(sites !== undefined && { sites: await idsOf('siteId', sites) }),
  };
}

export default {
  ...group('mcp', 'Let coding agents use docs, over MCP', [installCommand]),
  own: serveCommand,
};
