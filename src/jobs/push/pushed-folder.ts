// The folder that is pushed: its export, which space of it, and every file that may be part of it.
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError, NotFoundError, UsageError } from '../../errors.ts';
import { nameKey } from '../../files/safe-path.ts';
import { shell } from '../../files/shell-word.ts';
import { MANIFEST, type Manifest, parseManifest, type SpaceEntry } from '../../folder/manifest.ts';
import { diskSource, type FolderSource, requireFolder } from '../../folder/source.ts';

/** An export with the space that is pushed. */
export interface PushedFolder {
  /** Absolute. */
  root: string;
  manifest: Manifest;
  entry: SpaceEntry & { revision: string };
}

/** What was written by an export that has not ended. */
const LOG = '.docs-export.log';

/**
 * Finds the export that a folder is, or is a space of. Throws LocalIoError where there is nothing, NotFoundError `NO_EXPORT`, UsageError where it has several
 * spaces and none is named, ConfigError `EXPORT_INCOMPLETE` for one that is not whole.
 */
export function openPushed(cwd: string, typed: string, space?: string): PushedFolder {
  const path = resolve(cwd, typed);
  requireFolder(path, typed);
  const above = dirname(path);
  const own = manifestIn(path);
  const found = own ?? manifestIn(above);
  const key = nameKey(basename(path));
  const folder = own ? undefined : found?.spaces.find((one) => nameKey(one.folder) === key)?.folder;
  if (!found || (!own && folder === undefined)) {
    const isForGit = ['SUMMARY.md', '.gitbook.yaml', 'README.md', 'index.md'].some((name) =>
      isThere(join(path, name)),
    );
    const way = isForGit ? '; push it to a git repository, and import it from there' : '';
    throw new NotFoundError(`export not found: "${typed}" has no ${MANIFEST}${way}`, {
      code: 'NO_EXPORT',
      hint: isForGit ? 'docs git import --help' : 'docs export --help',
    });
  }
  const entry = chosen(found, typed, { folder, space });
  const root = own ? path : above;
  if (entry.revision === null || isThere(join(root, LOG)))
    throw new ConfigError(`the export in "${typed}" is not complete: what it began with is not known`, {
      code: 'EXPORT_INCOMPLETE',
      hint: 'export the space to an empty folder, and make your edits there',
    });
  if (!lstatSync(join(root, entry.folder), { throwIfNoEntry: false })?.isDirectory())
    throw new NotFoundError(`"${typed}" has no folder "${entry.folder}", the one of space "${entry.title}"`, {
      code: 'NO_EXPORT',
      hint: 'name the folder as the export did, then run the same command again',
    });
  return { root, manifest: found, entry: { ...entry, revision: entry.revision } };
}

/** Its files, by paths relative to the root. Throws LocalIoError, UsageError. */
export const sourceOf = ({ root }: PushedFolder): FolderSource => diskSource(root);

function chosen(
  { spaces }: Manifest,
  typed: string,
  { folder, space }: { folder: string | undefined; space: string | undefined },
): SpaceEntry {
  const there = spaces.filter(({ gone }) => !gone);
  const isNamed = ({ id, title, folder: own }: SpaceEntry) =>
    (folder === undefined || own === folder) && (space === undefined || [id, title].includes(space));
  const [first, second] = there.filter(isNamed);
  if (first && !second) return first;
  const titles = there.map(({ title }) => `"${title}"`).join(', ');
  if (!first)
    throw new UsageError(
      space === undefined
        ? `the export in "${typed}" contains no space`
        : `the export in "${typed}" does not contain space "${space}", but ${titles}`,
      { hint: shell`docs push ${typed} --space <space>` },
    );
  throw new UsageError(`the export in "${typed}" contains several spaces: ${titles}`, {
    hint: shell`docs push ${typed} --space ${first.title}`,
  });
}

/** Throws ConfigError for one that is damaged. */
function manifestIn(folder: string): Manifest | undefined {
  const path = join(folder, MANIFEST);
  return isThere(path) ? parseManifest(readFileSync(path)) : undefined;
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
