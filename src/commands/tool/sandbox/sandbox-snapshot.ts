// docs sandbox snapshot: named states of a sandbox, saved and brought back in milliseconds, also while it is served.

import { arg, handmade, type Option, subgroup } from '../../../engine/model/command.ts';
import type { Flags } from '../../../engine/model/flag-types.ts';
import type { Run } from '../../../engine/run/run.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { done, note } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { controls, type FileFlag, fileServed, refuseReadOnly, restore, withFile } from './sandbox-make.ts';

const FILE = {
  flags: '--file <file>',
  description: 'database file',
  group: 'Fields:',
} as const satisfies Option;
const REPLACE = {
  flags: '--replace',
  reach: 'machine',
  description: 'replace a snapshot of the same name',
  group: 'Fields:',
} as const satisfies Option;
const YES = {
  flags: '-y, --yes',
  reach: 'person',
  description: 'do not ask for confirmation',
  group: 'Safety:',
} as const;

const COLUMNS = ['name', 'createdAt', 'sizeBytes'];

async function save(run: Run<FileFlag & Flags<'--replace'>>): Promise<void> {
  const file = await fileServed(run);
  const name = run.args.name ?? '';
  refuseReadOnly(run, `save snapshot "${name}"`, file);
  await (await controls()).saveSnapshot(file, name, { replace: run.flags.replace === true });
  done(run.context.io, `saved snapshot "${name}" of ${file}`);
}

async function list(run: Run<FileFlag>): Promise<void> {
  const { io } = run.context;
  const snapshots = await (await controls()).listSnapshots(await fileServed(run));
  const writer = await listWriter(io, { ...viewOf(run), columns: COLUMNS, idField: 'name' });
  await writer.page(snapshots);
  await writer.end();
  if (snapshots.length === 0)
    note(io, `no snapshots; to save one: ${withFile(run, 'docs sandbox snapshot save <name>')}`);
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
      options: [FILE, YES],
      examples: ['docs sandbox snapshot restore clean --yes'],
      notes: 'Works while the sandbox is served. Tokens created since then stay valid.',
      run: (run) => restore(run, run.args.name ?? ''),
    }),
    handmade('list', {
      aliases: ['ls'],
      summary: 'List saved states of the local platform',
      columns: COLUMNS,
      fields: COLUMNS,
      idField: 'name',
      options: [FILE],
      examples: ['docs sandbox snapshot list'],
      run: list,
    }),
  ],
  [['Save a state and go back to it', 'docs sandbox snapshot save clean']],
);
