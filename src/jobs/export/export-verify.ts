// docs export verify: whether a folder still is what an export made of it.
import { arg, type Command, handmade } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { FindingsError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { openChangeRequestsOf } from '../../folder/manifest.ts';
import { formatBytes, plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { sayChangeRequests } from './export-left-out.ts';
import { openExported } from './exported-folder.ts';

export const exportVerify: Command = handmade('verify', {
  summary: 'Verify an exported folder against its manifest',
  args: [arg('folder')],
  columns: ['path', 'problem', 'detail'],
  idField: 'path',
  local: true,
  prints: true,
  exits: [5, 6],
  examples: ['docs export verify ./backup'],
  notes:
    'Checks the size and SHA-256 of every exported file; other files are ignored. Exits 6 if a file is missing or changed, 5 if the folder does not exist or has no manifest.',
  run: verify,
});

/** How the export was asked for. */
const SCOPES = { space: ['--space'], site: ['--site'], organization: ['--all-spaces', '--org'] };

async function verify(run: Run): Promise<void> {
  const { io } = run.context;
  const typed = run.args.folder ?? '';
  const { verifyExport } = await import('./verify.ts');
  const folder = await openExported(run, typed);
  try {
    const { manifest, files, bytes, differences } = await verifyExport(folder);
    const writer = await listWriter(io, viewOf(run));
    await writer.page(differences);
    await writer.end();
    sayChangeRequests(io, openChangeRequestsOf(manifest.spaces));
    const counted = `${plural(files, 'file')}, ${formatBytes(bytes)}`;
    if (differences.length === 0) return done(io, `verified ${counted} in ${typed}`);
    throw new FindingsError(`${plural(differences.length, 'difference')} in ${counted} of ${typed}`, {
      hint: shell`docs export ${SCOPES[manifest.scope.kind]} ${manifest.scope.id} --to ${typed} ${differences.some(({ problem }) => problem === 'changed') ? ['--overwrite'] : []}`,
    });
  } finally {
    await folder.close({ finished: false });
  }
}
