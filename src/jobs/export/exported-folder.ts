// The folder of an export that a person named: opened to be read, and compared with its manifest.
import { resolve } from 'node:path';
import type { Run } from '../../engine/run/run.ts';
import { LocalIoError, NotFoundError } from '../../errors.ts';
import type { ExportFolder } from './folder.ts';

/** Opens it. Throws NotFoundError `NO_EXPORT` where it does not exist, LocalIoError for what is not a folder. */
export async function openExported({ context }: Run, typed: string): Promise<ExportFolder> {
  const path = resolve(context.cwd, typed);
  const { statSync } = await import('node:fs');
  const found = statSync(path, { throwIfNoEntry: false });
  const hint = 'docs export --help';
  if (!found) throw new NotFoundError(`folder "${typed}" does not exist`, { code: 'NO_EXPORT', hint });
  if (!found.isDirectory()) throw new LocalIoError(`"${typed}" is not a folder`, { hint });
  const { openExportFolder } = await import('./folder.ts');
  return openExportFolder(path, { readOnly: true });
}
