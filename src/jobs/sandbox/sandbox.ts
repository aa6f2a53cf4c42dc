// docs sandbox: a local platform, in this process or served on loopback.

import { TOKEN_KINDS } from '../../api/operation.ts';
import type { Choice } from '../../context.ts';
import { arg, group, handmade, late } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { YES_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { printItem, printRows, viewOf } from '../../engine/run/view.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { FidelityRow } from '../../sandbox/door.ts';
import {
  controls,
  type FileFlag,
  fileOf,
  fileServed,
  initHere,
  resetHere,
  SIZE_FLAGS,
  withFile,
} from './sandbox-make.ts';
import { serveSandbox } from './sandbox-serve.ts';
import { snapshots, states } from './sandbox-snapshot.ts';
import { tokenProfile } from './sandbox-token.ts';
import { SERVE_FLAGS } from './serve-options.ts';

// docs sandbox requests: what came in at a served sandbox, and whether the contract has such requests.

const REQUEST_COLUMNS = ['time', 'method', 'path', 'status', 'ms', 'fits', 'problems'];

/** One question waits this long: the signal ends it at once. */
const WAIT_MS = 10_000;

async function showRequests(run: Run<FileFlag & Flags<'--follow'>>): Promise<void> {
  const { io, signal } = run.context;
  const file = await fileServed(run);
  const follows = run.flags.follow === true;
  const { requestsOf } = await controls();
  const first = await requestsOf(file, { after: 0, waitMs: 0, signal });
  const writer = await listWriter(io, { ...viewOf(run), columns: REQUEST_COLUMNS, idField: 'requestId' });
  await writer.page(first ?? []);
  if (!first) note(io, `no server serves ${file}; to start one: ${withFile(run, 'docs sandbox serve')}`);
  else if (!follows && first.length === 0) note(io, 'no requests yet');
  let last = first?.at(-1)?.number ?? 0;
  while (first && follows && !signal.aborted) {
    const more = await requestsOf(file, { after: last, waitMs: WAIT_MS, signal });
    // The server has ended.
    if (!more) break;
    await writer.page(more);
    last = more.at(-1)?.number ?? last;
  }
  await writer.end();
}

const door = () => import('../../sandbox/door.ts');

const FILE = flag('--file <file>', 'database file');
const DEMO = flag('--demo', 'include a demo organization', { reach: 'machine' });
const PROFILE = flag('--name <profile>', 'name of the new profile');

const TOKEN_FLAGS = [
  FILE,
  PROFILE,
  flag(
    '--kind <kind>',
    'whose token: a user, an integration, an installation, or platform staff (internal)',
    { reach: 'machine', choices: TOKEN_KINDS, default: 'user' },
  ),
  flag('--expires-in <time>', 'end the token after this time, such as 15m, 12h or 7d'),
  flag('--revoke', 'revoke all their tokens instead of creating one', { reach: 'machine' }),
] as const satisfies readonly Option[];

const commands = group(
  'sandbox',
  'Run a local platform for trying things out',
  [
    handmade('init', {
      summary: 'Create a local platform and a profile for it',
      changesHere: true,
      options: [DEMO, FILE, PROFILE, ...SIZE_FLAGS],
      examples: [
        ['With a demo organization', 'docs sandbox init --demo --file ./try.db --name try'],
        [
          'With many of each',
          'docs sandbox init --spaces 200 --pages 900 --sites 5 --file ./many.db --name many',
        ],
      ],
      run: initHere,
    }),
    late('clone', 'Copy an organization to a sandbox, to rehearse changes on', () =>
      import('../clone/sandbox-clone.ts').then(({ sandboxClone }) => sandboxClone),
    ),
    handmade('reset', {
      summary: 'Delete the local platform and create a new one',
      danger: 'moderate',
      options: [
        DEMO,
        FILE,
        PROFILE,
        flag('--to <snapshot>', 'go back to a snapshot instead', { reach: 'machine' }),
        YES_FLAG,
      ],
      examples: [
        ['Start over with the demo', 'docs sandbox reset --demo --yes'],
        ['Go back to a snapshot', 'docs sandbox reset --to clean --yes'],
      ],
      run: resetHere,
    }),
    handmade('status', {
      summary: 'Show what the local platform contains',
      options: [
        FILE,
        flag('--check', 'read all data and check its integrity', { reach: 'machine' }),
        flag('--fidelity', 'list what is real, limited, simulated or absent, by operation', {
          reach: 'machine',
          group: 'Output:',
        }),
        flag('--operations', 'list the operations that the sandbox does not do, and why', {
          reach: 'machine',
          group: 'Output:',
        }),
      ],
      examples: [
        ['Count what it contains', 'docs sandbox status'],
        ['Check its file for damage', 'docs sandbox status --check'],
        ['List the operations that it does not do', 'docs sandbox status --operations'],
      ],
      run: async (run) => {
        if (run.flags.fidelity === true) return showFidelity(run, () => true);
        if (run.flags.operations === true) return showFidelity(run, ({ fidelity }) => fidelity === 'absent');
        const status = await (await door()).sandboxStatus(await fileServed(run), {
          check: run.flags.check === true,
        });
        await printItem(run, status);
      },
    }),
    handmade('serve', {
      summary: 'Serve the local platform on 127.0.0.1',
      options: SERVE_FLAGS,
      examples: [
        ['Serve on a fixed port', 'docs sandbox serve --port 4000'],
        ['Serve to other containers under a name', 'docs sandbox serve --host 0.0.0.0 --allow-host sandbox'],
        ['Allow requests from a web page', 'docs sandbox serve --allow-origin http://localhost:3000'],
        [
          'Serve a new demo for tests, with a clock in 2026',
          'docs sandbox serve --seed demo --now 2026-01-01 --json',
        ],
      ],
      notes:
        'Creates a profile with its own token: sandbox-serve or, when a running server has that, sandbox-serve-<port>. --json names it. It is removed when you stop the server with Ctrl-C. The server stops when its file is removed or replaced. docs help testing shows how to use it in tests.',
      run: async (run) => serveSandbox(run, async () => fileOf(run)),
    }),
    late('exec', 'Run a program against a new sandbox', () =>
      import('./sandbox-exec.ts').then(({ sandboxExec }) => sandboxExec),
    ),
    late('trigger', 'Send a signed event to an integration', () =>
      import('./sandbox-trigger.ts').then(({ sandboxTrigger }) => sandboxTrigger),
    ),
    handmade('requests', {
      summary: 'List the requests that a served sandbox got',
      options: [FILE, flag('--follow', 'keep listing requests as they come in', { reach: 'machine' })],
      columns: REQUEST_COLUMNS,
      fields: [...REQUEST_COLUMNS, 'number', 'operation', 'requestId', 'fault'],
      idField: 'requestId',
      examples: [
        ['List what came in', 'docs sandbox requests'],
        ['Keep listing requests', 'docs sandbox requests --follow -o ndjson'],
      ],
      notes:
        'The server keeps its last 1,000 requests. fits is true if the API has such a request; problems says why not, such as fields that the operation does not declare.',
      run: showRequests,
    }),
    states,
    snapshots,
    handmade('token', {
      summary: 'Create a profile that acts as another member, or as an integration',
      changesHere: true,
      args: [arg('member', false, memberChoices)],
      options: TOKEN_FLAGS,
      examples: [
        ['Act as another member', 'docs sandbox token mei@tarnpost.example'],
        ['Act as an installed integration', 'docs sandbox token parcel-map --kind installation'],
        ['Act as the platform itself', 'docs sandbox token --kind internal'],
      ],
      notes:
        'Takes an email address, display name or ID; with --kind integration or installation, the name of an integration. The profile is called sandbox-<first name> or sandbox-<kind>. The sandbox refuses each kind of token where the platform does: only an integration and its installations can list installations, only an installation can ingest conversations, and only internal tokens can find organizations by email domain and remove legacy git integrations.',
      run: tokenProfile,
    }),
    handmade('edit', {
      summary: 'Write a page on main or in a change request',
      changesHere: true,
      args: [arg('space')],
      options: [
        flag('--page <path>', 'path of the page, such as guides/install (created if missing)', {
          required: true,
        }),
        flag('--file <file>', 'Markdown file, or - for stdin', { required: true }),
        flag('--cr <cr>', 'change request: number or ID', { group: 'Context:' }),
      ],
      examples: ['docs sandbox edit Guides --cr 1 --page install --file install.md'],
      notes: 'For demos and tests, without a request; on a host: docs pages edit.',
      run: async (run) => (await import('./sandbox-edit.ts')).editPage(run),
    }),
    handmade('scan', {
      summary: 'Scan a site for findings now',
      changesHere: true,
      args: [arg('site')],
      examples: ['docs sandbox scan "Tarnpost Docs"'],
      notes: 'In a sandbox, scans also start when records come in: docs connections sync, docs records push.',
      run: async (run) => (await import('./sandbox-edit.ts')).scanSite(run),
    }),
  ],
  [
    ['Create a sandbox with a demo organization', 'init'],
    ['Copy an organization to rehearse changes on', 'docs sandbox clone --file ./rehearsal.db'],
    ['Act as another member', 'token'],
    ['Act as an installed integration', 'docs sandbox token parcel-map --kind installation'],
    ['See what the sandbox does differently from the platform', 'docs sandbox status --fidelity'],
    ['Start over', 'reset'],
  ],
);

export default {
  ...commands,
  notes: `The sandbox answers the operations that docs knows, with the platform's shapes, states and permissions. The few it does
not do answer 501: docs sandbox status --operations lists them. So do those that only the newest
published contract has. Anything else is a 404. Most operations are real. Some are limited, such as
single sign-on (there is no sign-in page), and a few are simulated, such as translation (accents mark every word). docs sandbox
serve shows published sites at /sites/<basename>/ and previews at /preview/<space>/<change request>/; urls.app and published
addresses lead there. Without a server they lead nowhere. docs sandbox status --fidelity lists this by operation, with what is missing.
Answers have no ETag, and conditional headers change nothing: the platform documents neither.`,
};

async function showFidelity(run: Run, shows: (row: FidelityRow) => boolean): Promise<void> {
  const { rows, contract } = await (await door()).fidelityRows();
  await printRows(run, rows.filter(shows), {
    ...viewOf(run),
    columns: ['operation', 'fidelity', 'note'],
    idField: 'operation',
  });
  note(
    run.context.io,
    `compared with version ${contract.version} of the platform's contract: ${plural(contract.unknown, 'operation')} of it ${contract.unknown === 1 ? 'is' : 'are'} not in docs`,
  );
}

/** Everybody in the sandbox, for a person who named nobody. */
async function memberChoices(run: Run<Flags<'--file <file>'>>): Promise<Choice[]> {
  const { sandboxMembers } = await (await door()).newTokens();
  return sandboxMembers(await fileServed(run)).map(({ id, displayName, email }) => ({
    name: safeLine(email === null ? displayName : `${displayName}  ${email}`),
    value: id,
  }));
}
