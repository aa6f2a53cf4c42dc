// Exports of a test sandbox, and what they leave on the disk.
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { MANIFEST, parseManifest } from '../../src/folder/manifest.ts';
import { type ExportJob, type ExportReport, exportTo } from '../../src/jobs/export/export.ts';
import { openExportFolder } from '../../src/jobs/export/folder.ts';
import { type BackupSpace, readSpace } from '../../src/jobs/restore/backup.ts';
import { repositoryFiles } from '../../src/jobs/restore/repository-files.ts';
import { newState, parseState, type StateKeeper } from '../../src/jobs/restore/restore-state.ts';

/** Every file below a folder with its text, by path; without what a run keeps for itself. */
export function filesIn(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => lstatSync(join(root, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [relative('', name), readFileSync(join(root, name), 'latin1')]),
  );
}

export interface TempFolder {
  path: string;
  cleanup(): void;
}

export function tempFolder(): TempFolder {
  const base = mkdtempSync(join(tmpdir(), 'docs-export-'));
  return { path: join(base, 'out'), cleanup: () => rmSync(base, { recursive: true, force: true }) };
}

/** An export as the command runs it, without the lock. */
export async function exportInto(
  path: string,
  job: Omit<ExportJob, 'folder' | 'concurrency' | 'options'> & Partial<ExportJob>,
): Promise<ExportReport> {
  const folder = await openExportFolder(path);
  let finished = false;
  try {
    const options = { files: true, comments: true, settings: true };
    const report = await exportTo({ concurrency: 8, options, ...job, folder });
    finished = true;
    return report;
  } finally {
    await folder.close({ finished });
  }
}

/** A backup of one space, read as a restore reads it; held until `close`, which removes it. */
export async function backupOf(
  client: ExportJob['client'],
  spaceId: string,
  options: Partial<ExportJob> = {},
): Promise<{ path: string; backup: BackupSpace; close: () => Promise<void> }> {
  const out = tempFolder();
  await exportInto(out.path, { client, target: { kind: 'space', id: spaceId }, ...options });
  const folder = await openExportFolder(out.path, { readOnly: true });
  const [entry] = parseManifest((await folder.read(MANIFEST)) ?? new Uint8Array()).spaces;
  if (!entry) throw new Error('nothing was exported');
  const close = async () => {
    await folder.close({ finished: false });
    out.cleanup();
  };
  return { path: out.path, backup: await readSpace(folder, entry), close };
}

/** The state of a restore on a disk, as each process finds it: what was not saved is lost with the process. */
export function stateOnDisk(begin = newState('test')): () => StateKeeper {
  let text = JSON.stringify(begin);
  return () => {
    const state = parseState(text) ?? newState('test');
    const save = async () => {
      text = JSON.stringify(state);
    };
    return { state, save };
  };
}

/** The files of a repository that a space comes to, by their paths. */
export async function filesOfRepository(space: BackupSpace): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for await (const { path, bytes } of repositoryFiles(space)) files[path] = bytes;
  return files;
}
