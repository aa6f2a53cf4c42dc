// docs mcp install: the entry that a client needs to start the server, printed or put into its settings.
import { join } from 'node:path';
import { type Command, handmade, type Option } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import type { Run } from '../../../engine/run/run.ts';
import { ConfigError, UsageError } from '../../../errors.ts';
import { isRecord } from '../../../files/is-record.ts';
import { boundedJson } from '../../../files/json-bounds.ts';
import { updateFile } from '../../../files/writer.ts';
import { done, note } from '../../../output/note.ts';

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
  if (old !== undefined && /^\s*\[mcp_servers\.(?:docs|"docs")\]/m.test(old))
    throw odd(file, 'it has an entry for docs already');
  const entry = `[mcp_servers.docs]\ncommand = "docs"\nargs = ${JSON.stringify(args)}\n`;
  const before = old === undefined || old === '' ? '' : `${old.replace(/\n*$/, '')}\n\n`;
  return before + entry;
}

const INSTALL_FLAGS = [
  {
    flags: '--client <client>',
    reach: 'machine',
    description: 'client to print the entry for',
    choices: Object.keys(CLIENTS),
    required: true,
    group: 'Fields:',
  },
  {
    flags: '--allow-write',
    reach: 'machine',
    description: 'let the server change things, with consent',
    group: 'Safety:',
  },
  { flags: '--org <org>', description: 'only this organization: ID or title', group: 'Reach:' },
  { flags: '--spaces <spaces>', description: 'only these spaces, separated by commas', group: 'Reach:' },
  { flags: '--sites <sites>', description: 'only these sites, separated by commas', group: 'Reach:' },
  {
    flags: '-y, --yes',
    reach: 'person',
    description: 'write the entry into the settings of the client',
    group: 'Safety:',
  },
] as const satisfies readonly Option[];

type InstallRun = Run<FlagsOf<typeof INSTALL_FLAGS>>;

export const installCommand: Command = handmade('install', {
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
  if (!client) throw new UsageError('--client is required', { hint: `${path} --help` });
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
  await updateFile(file, (old) => client.put(old, args, placeOf(client)), { mode: 0o644 });
  done(context.io, `wrote the entry for docs to ${placeOf(client)}`);
}

const placeOf = ({ file, atHome }: Client): string => (atHome ? join('~', file) : file);

function fileOf({ file, atHome }: Client, home: string | undefined, cwd: string): string {
  if (!atHome) return join(cwd, file);
  if (home) return join(home, file);
  throw new ConfigError('HOME is not set', { code: 'NO_HOME', hint: 'set HOME, or add the entry by hand' });
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
