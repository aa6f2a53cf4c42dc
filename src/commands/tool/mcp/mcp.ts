// docs mcp: a server for coding agents over the Model Context Protocol, read-only unless it was started otherwise.
import { type Command, group, handmade, type Option } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import { PROFILE_FLAGS } from '../../../engine/model/globals.ts';
import { settleOne } from '../../../engine/references/resolve-names.ts';
import type { Run } from '../../../engine/run/run.ts';
import { UsageError } from '../../../errors.ts';
import { installCommand } from './install.ts';
import type { Allowed, Session } from './session.ts';

const FENCE = 'Reach:';
const SERVE_FLAGS = [
  { flags: '--org <org>', description: 'only this organization: ID or title', group: FENCE },
  { flags: '--spaces <spaces>', description: 'only these spaces, separated by commas', group: FENCE },
  { flags: '--sites <sites>', description: 'only these sites, separated by commas', group: FENCE },
  {
    flags: '--allow-write',
    reach: 'machine',
    description: 'offer the tools that change something',
    group: 'Safety:',
  },
  {
    flags: '--allow <danger>',
    reach: 'machine',
    description: 'apply changes up to this danger without asking',
    choices: ['mild', 'moderate'],
    group: 'Safety:',
  },
  {
    flags: '--max-changes <n>',
    description: 'most things that one plan may change',
    default: '20',
    group: 'Safety:',
  },
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
It reads only. With --allow-write, every change is planned first, and a person is asked in the client before it is applied.
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
  const fence = of && (await import('../../../client/fence.ts')).createFence(of);
  const writing = { ...context, ...(fence && { fence }) };
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
