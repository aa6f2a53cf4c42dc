// Compares a folder with the manifest of its export.
import { isError, NotFoundError } from '../../errors.ts';
import { MANIFEST, type Manifest, parseManifest } from '../../folder/manifest.ts';
import { fullPath, type Written } from './earlier-export.ts';
import { digestKnown, type ExportFolder, readLog } from './folder.ts';

export interface Difference {
  path: string;
  problem: 'missing' | 'changed' | 'incomplete';
  detail: string;
}

export interface Verification {
  manifest: Manifest;
  /** How many files were compared. */
  files: number;
  bytes: number;
  differences: Difference[];
}

/** Throws NotFoundError `NO_EXPORT` where there is nothing to compare with: nothing verified is no success. */
export async function verifyExport(folder: ExportFolder): Promise<Verification> {
  const text = await folder.read(MANIFEST);
  if (!text) {
    const message = (await readLog(folder))
      ? 'the export in this folder is not whole: it was interrupted'
      : `this folder was not made by docs export: there is no ${MANIFEST} in it`;
    throw new NotFoundError(message, { code: 'NO_EXPORT', hint: 'docs export --help' });
  }
  const manifest = parseManifest(text);
  const found: Verification = { manifest, files: 0, bytes: 0, differences: incomplete(manifest) };
  for (const written of writtenOf(manifest)) {
    const difference = await compare(folder, written);
    if (difference) found.differences.push(difference);
    found.files += 1;
    found.bytes += written.entry.size;
  }
  if (await readLog(folder)) {
    found.differences.push({
      path: MANIFEST,
      problem: 'incomplete',
      detail: 'a later export was interrupted',
    });
  }
  if (found.files > 0) return found;
  throw new NotFoundError('this folder holds an export without files', { code: 'NO_EXPORT' });
}

const incomplete = ({ spaces }: Manifest): Difference[] =>
  spaces
    .filter(({ revision }) => revision === null)
    .map(({ folder }) => ({
      path: folder,
      problem: 'incomplete',
      detail: 'not everything of this space could be exported',
    }));

function* writtenOf({ files, spaces }: Manifest): Generator<Written> {
  for (const entry of files) yield { folder: '', entry };
  for (const { id, folder, files: own } of spaces)
    for (const entry of own) yield { space: id, folder, entry };
}

async function compare(folder: ExportFolder, written: Written): Promise<Difference | undefined> {
  const path = fullPath(written);
  const { size, sha256 } = written.entry;
  const there = await digestKnown(folder, path, (one) => one.sha256 === sha256).catch(
    (error: Error) => error,
  );
  if (isError(there)) return { path, problem: 'changed', detail: there.message };
  if (!there) return { path, problem: 'missing', detail: 'deleted since the export' };
  if (there.size !== size)
    return { path, problem: 'changed', detail: `${there.size} bytes instead of ${size}` };
  if (there.sha256 !== sha256) return { path, problem: 'changed', detail: 'its content differs' };
  return undefined;
}
