// docs export verify: whether a folder still is what an export made of it.

import { resolve } from 'node:path';
import { arg, type Command, handmade } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { FindingsError, NotFoundError } from '../../errors.ts';
import { notA, statsAt } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import { type OpenChangeRequests, openChangeRequestsOf } from '../../folder/manifest.ts';
import { formatBytes, plural } from '../../output/format.ts';
import type { Io } from '../../output/io.ts';
import { done, note } from '../../output/note.ts';
import type { ExportFolder } from './folder.ts';

// Which open change requests a backup holds, and which not: said wherever one is made, compared or put back.

export function sayChangeRequests(
  io: Io,
  { held, leftOut }: OpenChangeRequests,
  keep = 'docs export --change-requests',
): void {
  if (held > 0) note(io, `${plural(held, 'open change request')} in the backup`);
  if (leftOut === undefined)
    note(io, 'change requests are not in the backup, and how many were open is not known');
  else if (leftOut > 0)
    note(io, `${plural(leftOut, 'open change request')} not in the backup; to keep them: ${keep}`);
}

// The folder of an export that a person named: opened to be read, and compared with its manifest.

/** Opens it. Throws NotFoundError `NO_EXPORT` where it does not exist, UsageError for what is not a folder. */
export async function openExported({ context }: Run, typed: string): Promise<ExportFolder> {
  const path = resolve(context.cwd, typed);
  const found = statsAt(path, { shown: typed, behind: true });
  const hint = 'docs export --help';
  if (!found) throw new NotFoundError(`folder "${typed}" does not exist`, { code: 'NO_EXPORT', hint });
  if (!found.isDirectory()) throw notA('folder', typed, hint);
  const { openExportFolder } = await import('./folder.ts');
  return openExportFolder(path, { readOnly: true });
}

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
    await printRows(run, differences);
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
