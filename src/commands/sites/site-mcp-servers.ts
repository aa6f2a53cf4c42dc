// docs mcp-servers: servers that the assistant of a site may use.

import * as api from '../../api/sites/site-agent-settings.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { readPairs } from '../secret-pairs.ts';
import { whereTo } from './site-consent.ts';

const ROW = ['id', 'name', 'url', 'transport', 'condition', 'headers'] as const;
const shown = { table: ['name', 'url', 'transport', 'condition', 'id'] } as const;
const HEADERS = flag(
  '--headers-file <file>',
  'headers as a file, or - for stdin: JSON, or one per line, such as "Name: value"',
);
const SECRET =
  'Headers are secret and masked unless --show-secrets is given. Pass them in a file or on stdin only.';

const serverAway = whereTo('MCP server');

export default group(
  'mcp-servers',
  'Manage the MCP servers of a site',
  [
    command('list', api.listMcpServers, {
      columns: ROW,
      ...shown,
      examples: ['docs mcp-servers list --site "Tarnpost Docs"'],
    }),
    command('get', api.getMcpServer, {
      args: ['siteMcpServerId'],
      columns: ROW,
      examples: ['docs mcp-servers get "Parcel tools" --site "Tarnpost Docs"'],
      notes: SECRET,
    }),
    command('create', api.createMcpServer, {
      args: ['name'],
      columns: ROW,
      ...shown,
      hidden: ['headers'],
      options: [HEADERS],
      prepare: async (run) => {
        await readHeaders(run);
        run.input = { headers: {}, ...run.input };
      },
      ...dangers['siteMcpServers.create'],
      stakes: serverAway,
      examples: [
        [
          'Add a server that anyone may use',
          'docs mcp-servers create "Public tools" --url https://mcp.tarnpost.example/public --site "Tarnpost Docs" --yes',
        ],
        [
          'Send headers from a file, such as a token',
          'docs mcp-servers create "Order tools" --url https://mcp.tarnpost.example/orders --headers-file headers.txt --site "Tarnpost Docs" --yes',
        ],
      ],
      notes: SECRET,
    }),
    command('update', api.updateMcpServer, {
      args: ['siteMcpServerId'],
      columns: ROW,
      ...shown,
      hidden: ['headers'],
      options: [HEADERS],
      prepare: readHeaders,
      target: api.getMcpServer,
      ...dangers['siteMcpServers.update'],
      stakes: serverAway,
      examples: ['docs mcp-servers update "Parcel tools" --transport sse --site "Tarnpost Docs"'],
      notes: SECRET,
    }),
    command('delete', api.deleteMcpServer, {
      args: ['siteMcpServerId'],
      ...dangers['siteMcpServers.delete'],
      target: api.getMcpServer,
      examples: ['docs mcp-servers delete "Parcel tools" --site "Tarnpost Docs" --yes'],
    }),
  ],
  [
    ['List the MCP servers of a site', 'list'],
    [
      'Add one with its headers from a file',
      'docs mcp-servers create "Order tools" --url https://mcp.tarnpost.example/orders --headers-file headers.txt --site "Tarnpost Docs" --yes',
    ],
  ],
);

/** Throws UsageError for what is neither JSON nor lines of headers; no value is ever quoted. */
async function readHeaders(run: Run<Flags<'--headers-file <file>'>>): Promise<void> {
  const { headersFile } = run.flags;
  if (typeof headersFile !== 'string') return;
  const hint = 'docs mcp-servers create --help';
  const headers = await readPairs(run, headersFile, { flag: '--headers-file', hint });
  run.input = { ...run.input, headers };
}
