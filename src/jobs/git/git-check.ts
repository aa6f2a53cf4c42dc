// docs git check: what the next synchronization would change, in the space and in the repository, before it happens.

import { resolve } from 'node:path';
import type { Revision } from '../../api/content/content.ts';
import { getRevision } from '../../api/content/revisions.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { arg, handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { FindingsError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { listWriter } from '../../output/render.ts';
import { readFolder } from '../folder/read.ts';
import { diskSource } from '../folder/source.ts';
import type { FolderSpace } from '../folder/space.ts';
import { revisionsBack } from '../page-history/revisions-back.ts';
import { exitCodeFlag } from '../report/finding-flags.ts';
import { type Goes, nextSync, type SyncChange } from './next-sync.ts';

const COLUMNS = ['to', 'change', 'path', 'file', 'other'];

const FLAGS = [
  {
    flags: '--project-directory <path>',
    description: 'folder of the space in this one, where several spaces are in it',
    group: 'Fields:',
  },
  exitCodeFlag('a synchronization would change anything'),
] as const satisfies readonly Option[];

type CheckRun = Run<FlagsOf<typeof FLAGS>>;

export const gitCheck = handmade('check', {
  summary: 'Show what the next git sync of a space would change, both ways',
  args: [arg('folder', false)],
  uses: [getSpace, getRevision],
  columns: COLUMNS,
  fields: [...COLUMNS, 'kind'],
  idField: 'path',
  labels: { to: 'goes to', other: 'other side' },
  none: 'nothing to synchronize',
  paged: true,
  options: [...FLAGS, ...[CONTEXT_FLAGS.spaceId ?? []].flat()],
  run: showCheck as never,
  examples: [
    ['Compare a folder of the repository with a space', 'docs git check ./docs --space Guides'],
    ['Fail in CI if anything would change', 'docs git check ./docs --space Guides --exit-code'],
  ],
  notes: `Compares the folder and main of the space with what both were at the last sync: what changed in the folder goes to the
space, what changed in the space goes to the repository, and what changed on both sides is marked both: there, the direction of
the sync decides which one wins. Uncommitted files count. Sends nothing.`,
});

async function showCheck(run: CheckRun): Promise<void> {
  const { io, cwd } = run.context;
  const shown = run.args.folder ?? '.';
  const folder = await spaceIn(run, resolve(cwd, shown), shown);
  const client = await run.client();
  const space = await readNamed(run, getSpace, (input) =>
    client.call(getSpace, { spaceId: idIn(input, 'spaceId') }),
  );
  const progress = startProgress(io, 'comparing');
  const { changes, isSynced } = await compare().finally(() => progress.stop());
  const writer = await listWriter(io, viewOf(run));
  await writer.page(changes);
  await writer.end();
  if (!isSynced)
    warn(
      io,
      `space "${space.title}" was never synced: an import replaces its content with that of the folder`,
    );
  for (const file of folder.space.unlisted)
    note(io, `${file} is not listed in ${folder.space.summary ?? 'SUMMARY.md'}: it is not published`);
  const summary = `space "${space.title}" and ${shown}: ${summaryOf(changes)}`;
  if (changes.length > 0 && run.flags.exitCode === true) throw new FindingsError(summary);
  note(io, summary);

  async function compare() {
    let main: Revision | undefined;
    let base: Revision | undefined;
    for await (const revision of revisionsBack(client, space.id)) {
      main ??= revision;
      if (!revision.git) continue;
      base = revision;
      break;
    }
    if (!main) return { changes: [], isSynced: false };
    const found = await nextSync({ base, main, source: folder.source, folder: folder.space });
    return { changes: found, isSynced: base !== undefined };
  }
}

/** Throws UsageError where the folder has several spaces, and what reading it throws. */
async function spaceIn(run: CheckRun, path: string, shown: string) {
  const { projectDirectory } = run.flags;
  const source = { ...diskSource(path), name: shown };
  const { spaces } = await readFolder(
    source,
    projectDirectory === undefined ? {} : { folders: [projectDirectory] },
  );
  const [space, second] = spaces;
  if (!space || second)
    throw new UsageError(`${shown} has ${plural(spaces.length, 'space')}: ${spaces.map(rootOf).join(', ')}`, {
      hint: shell`--project-directory ${space ? rootOf(space) : '.'}`,
    });
  return { source, space };
}

const rootOf = ({ root }: FolderSpace): string => (root === '' ? '.' : root);

const WORDS: Record<Goes, string> = {
  space: 'to the space',
  repository: 'to the repository',
  both: 'on both sides',
};

function summaryOf(changes: readonly SyncChange[]): string {
  if (changes.length === 0) return 'nothing to synchronize';
  const parts = Object.entries(WORDS).flatMap(([to, words]) => {
    const count = changes.filter((change) => change.to === to).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return `${plural(changes.length, 'change')}: ${parts.join(', ')}`;
}
