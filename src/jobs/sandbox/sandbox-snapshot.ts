// docs sandbox snapshot: named states of a sandbox, saved and brought back in milliseconds, also while it is served.

import { getOrganization, PLANS } from '../../api/people/organizations.ts';
import { HOSTNAME_STATES } from '../../api/sites/site-publishing.ts';
import { arg, handmade, subgroup } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, YES_FLAG } from '../../engine/model/globals.ts';
import { flag } from '../../engine/model/option.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { done, note } from '../../output/note.ts';
import {
  controls,
  type FileFlag,
  fileServed,
  inOwnFile,
  refuseReadOnly,
  restore,
  withFile,
} from './sandbox-make.ts';

const FILE = flag('--file <file>', 'database file');
const REPLACE = flag('--replace', 'replace a snapshot of the same name', { reach: 'machine' });

const COLUMNS = ['name', 'createdAt', 'sizeBytes'];

async function save(run: Run<FileFlag & Flags<'--replace'>>): Promise<void> {
  const file = await fileServed(run);
  const name = run.args.name ?? '';
  refuseReadOnly(run, `save snapshot "${name}"`, file);
  await (await controls()).saveSnapshot(file, name, { replace: run.flags.replace === true });
  done(run.context.io, `saved snapshot "${name}" of ${file}`, { outcome: 'saved', name, file });
}

async function list(run: Run<FileFlag>): Promise<void> {
  const { io } = run.context;
  const snapshots = await (await controls()).listSnapshots(await fileServed(run));
  await printRows(run, snapshots, { ...viewOf(run), columns: COLUMNS, idField: 'name' });
  if (snapshots.length === 0)
    note(io, `no snapshots; to save one: ${withFile(run, 'docs sandbox snapshot save clean')}`);
}

export const snapshots = subgroup(
  'snapshot',
  'Save and restore states of the local platform',
  [
    handmade('save', {
      summary: 'Save the state of the local platform under a name',
      changesHere: true,
      args: [arg('name')],
      options: [FILE, REPLACE],
      examples: [
        ['Save the present state', 'docs sandbox snapshot save clean'],
        ['Save it over an earlier one', 'docs sandbox snapshot save clean --replace'],
      ],
      notes: 'Works while the sandbox is served. Snapshots are kept in <file>.snapshots.',
      run: save,
    }),
    handmade('restore', {
      summary: 'Restore a saved state of the local platform',
      danger: 'moderate',
      stakes: { follows: 'what was changed since is lost' },
      args: [arg('name')],
      options: [FILE, YES_FLAG],
      examples: ['docs sandbox snapshot restore clean --yes'],
      notes: 'Works while the sandbox is served. Tokens created since then stay valid.',
      run: (run) => restore(run, run.args.name ?? ''),
    }),
    handmade('list', {
      aliases: ['ls'],
      summary: 'List saved states of the local platform',
      columns: COLUMNS,
      idField: 'name',
      options: [FILE],
      examples: ['docs sandbox snapshot list'],
      run: list,
    }),
  ],
  [['Save a state and go back to it', 'save']],
);

// docs sandbox set: states that come about by themselves on the platform, or in its app, and by no operation.

export const states = subgroup(
  'set',
  'Set states that no operation makes',
  [
    handmade('hostname', {
      summary: 'Set the DNS and certificate state of a domain',
      changesHere: true,
      args: [arg('hostname'), arg('status', true, async () => choicesOf(HOSTNAME_STATES))],
      examples: ['docs sandbox set hostname docs.tarnpost.example dns_no_cname'],
      notes: `States: ${HOSTNAME_STATES.join(', ')}.`,
      run: setHostname,
    }),
    handmade('plan', {
      summary: 'Set the plan of an organization',
      changesHere: true,
      args: [arg('plan', true, async () => choicesOf(PLANS))],
      options: [...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : [])],
      examples: ['docs sandbox set plan free_2024'],
      notes: `Plans: ${PLANS.join(', ')}. On a free plan the sandbox refuses single sign-on, fonts, translations, share links and sites that are not public (402), and publishing a premium or ultimate site answers a checkout.`,
      run: setPlan,
    }),
  ],
  [
    ['Let the DNS of a domain fail', 'hostname'],
    ['See what a free plan refuses', 'plan'],
  ],
);

const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, name: value }));

/** Throws UsageError naming what there is. */
function oneOf<T extends string>(values: readonly T[], given: string, what: string, hint: string): T {
  const found = values.find((value) => value === given);
  if (found === undefined)
    throw new UsageError(`"${given}" is not a ${what}; use one of ${values.join(', ')}`, { hint });
  return found;
}

async function setHostname(run: Run): Promise<void> {
  const { hostname = '' } = run.args;
  const status = oneOf(HOSTNAME_STATES, run.args.status ?? '', 'state', 'docs sandbox set hostname --help');
  const { file, as } = inOwnFile(run, 'set the state of a domain');
  const { setHostnameState } = await import('../../sandbox/door.ts');
  await setHostnameState(file, { ...as(), hostname, status });
  done(run.context.io, `set domain ${hostname} to ${status}`, { outcome: 'set', hostname, status });
}

async function setPlan(run: Run): Promise<void> {
  const plan = oneOf(PLANS, run.args.plan ?? '', 'plan', 'docs sandbox set plan --help');
  const { file, as } = inOwnFile(run, 'set a plan');
  const { id, title } = await readNamed({ ...run, input: { ...run.input } }, getOrganization, async (input) =>
    (await run.client()).call(getOrganization, { organizationId: idIn(input, 'organizationId') }),
  );
  const { setPlan: set } = await import('../../sandbox/door.ts');
  await set(file, { ...as(), organizationId: id, plan });
  done(run.context.io, `set the plan of organization "${title}" to ${plan}`, {
    ...{ outcome: 'set', organization: id, plan },
  });
}
