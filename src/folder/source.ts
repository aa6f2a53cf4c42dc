// The files of a folder, wherever they lie: listed once, read one by one. No link is followed, and nothing outside is read.
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LocalIoError, NotFoundError, UsageError } from '../errors.ts';
import { ioError, notA, statsAt } from '../files/io-error.ts';
import { normalized } from '../files/texts.ts';

/** What is wrong with a folder or a file in it, and where. */
export interface FolderProblem {
  /**
   * `yaml`: front matter or settings that cannot be read. `encoding`: text or a name that is not UTF-8. `size`: too large
   * to be read. `summary`: a line that is not an entry. `unreadable`: the system refused it. `deep`: nested too deeply.
   */
  kind: 'yaml' | 'encoding' | 'size' | 'summary' | 'unreadable' | 'deep';
  /** Relative to the folder that was read, with `/`. */
  file: string;
  /** From 1. */
  line: number;
  column: number;
  /** One line, without the file. */
  message: string;
}

export interface SourceFile {
  /** Relative to the folder, with `/`. Letters are composed, as in links, even where the disk takes them apart. */
  path: string;
  /** The path as the disk spells it, where that differs. */
  onDisk?: string;
  /** Bytes. */
  size: number;
}

/** Files by their paths: those of a folder on disk, or of a commit. */
export interface FolderSource {
  /** As messages name it. */
  name: string;
  /** Whether it is all of a git repository: nothing of that is above. */
  isTop?: boolean;
  /** Whether it may hold another branch tomorrow: it, or a folder above it, is under version control. */
  hasBranches?: boolean;
  /** Regular files, hidden ones too, in the order of their paths. */
  files: ReadonlyMap<string, SourceFile>;
  /** Symbolic links, which are never followed. */
  links: ReadonlySet<string>;
  problems: readonly FolderProblem[];
  /** Throws LocalIoError for a file that is gone or cannot be read. */
  read(path: string): Promise<Uint8Array>;
}

/** No pointer is larger. */
export const LFS_POINTER_BYTES = 1024;

/** SHA-256 of the file that a Git LFS pointer stands for; undefined for any other file. */
export const lfsHash = (bytes: Uint8Array): string | undefined =>
  bytes.length > LFS_POINTER_BYTES
    ? undefined
    : /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n(?:.*\n)*?oid sha256:([\da-f]{64})\r?$/m.exec(
        Buffer.from(bytes).toString('latin1'),
      )?.[1];

/** Never part of documentation, and large. */
const LEFT_OUT = new Set(['.git', 'node_modules']);
const MOST_FILES = 500_000;
const DEEPEST = 100;

/**
 * A folder on disk; `folder` is its name in messages. Never enters `.git` or `node_modules`, follows no symbolic link, and
 * skips what is no regular file. Throws NotFoundError where it is not there, LocalIoError where it cannot be listed,
 * UsageError for what is not a folder, or holds more than 500,000 files.
 */
export function diskSource(place: string, folder = place, hint?: string): FolderSource {
  const root = resolve(place);
  requireFolder(root, folder, hint);
  const walk: Walk = { root, shown: folder, files: [], links: new Set(), problems: [] };
  list(walk, '', 1);
  const byPath = composed(walk.files).sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  const files = new Map(byPath.map((file) => [file.path, file]));
  return {
    name: folder,
    isTop: isThere(join(root, '.git')),
    hasBranches: isVersioned(root),
    files,
    links: new Set([...walk.links].map((path) => normalized(path, 'NFC'))),
    problems: walk.problems,
    read: async (path) => readFile(root, files.get(path) ?? { path }),
  };
}

export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const VERSIONED = ['.git', '.hg', '.jj', '.svn'];

const isVersioned = (folder: string): boolean =>
  VERSIONED.some((name) => isThere(join(folder, name))) ||
  (dirname(folder) !== folder && isVersioned(dirname(folder)));

/** Throws NotFoundError where there is nothing, UsageError for what is not a folder; `shown` is its name in messages. */
export function requireFolder(
  path: string,
  shown: string,
  hint = 'name the folder of the documentation',
): void {
  // The folder itself may be behind a link: whoever named it meant it.
  const stats = statsAt(path, { shown, behind: true });
  if (!stats) throw new NotFoundError(`folder "${shown}" does not exist`, { hint });
  if (!stats.isDirectory()) throw notA('folder', shown, hint);
}

interface Walk {
  root: string;
  shown: string;
  files: SourceFile[];
  links: Set<string>;
  problems: FolderProblem[];
}

function list(walk: Walk, parent: string, depth: number): void {
  for (const entry of entriesOf(walk, parent)) {
    const name = entry.name.toString();
    const path = parent === '' ? name : `${parent}/${name}`;
    if (LEFT_OUT.has(name.toLowerCase())) continue;
    if (!Buffer.from(name).equals(entry.name))
      problem(walk, 'encoding', path, 'has a name that is not UTF-8, so nothing can link to it');
    else if (entry.isSymbolicLink()) walk.links.add(path);
    else if (entry.isFile()) addFile(walk, path);
    else if (entry.isDirectory()) enter(walk, path, depth);
  }
}

function enter(walk: Walk, path: string, depth: number): void {
  if (depth < DEEPEST) list(walk, path, depth + 1);
  else problem(walk, 'deep', path, `is nested deeper than ${DEEPEST} folders`);
}

const problem = ({ problems }: Walk, kind: FolderProblem['kind'], file: string, message: string) =>
  problems.push({ kind, file, line: 1, column: 1, message });

function entriesOf(walk: Walk, parent: string): ReturnType<typeof readNames> {
  try {
    return readNames(join(walk.root, parent));
  } catch (error) {
    if (parent === '') throw ioError('read', walk.shown, error);
    problem(walk, 'unreadable', parent, 'cannot be listed');
    return [];
  }
}

const readNames = (path: string) => readdirSync(path, { withFileTypes: true, encoding: 'buffer' });

function addFile(walk: Walk, path: string): void {
  const stats = lstatSync(join(walk.root, path), { throwIfNoEntry: false });
  if (!stats?.isFile()) return;
  if (walk.files.length >= MOST_FILES)
    throw new UsageError(`${walk.shown} has more than ${MOST_FILES} files`, {
      hint: 'name the folder of the documentation',
    });
  walk.files.push({ path, size: stats.size });
}

/** Two files that only composition tells apart keep their spellings. */
export function composed<T extends SourceFile>(files: readonly T[]): T[] {
  const taken = new Set(files.map(({ path }) => path));
  return files.map((file) => {
    const path = normalized(file.path, 'NFC');
    if (taken.has(path)) return file;
    taken.add(path);
    return { ...file, path, onDisk: file.path };
  });
}

function readFile(root: string, { path, onDisk = path }: Pick<SourceFile, 'path' | 'onDisk'>): Uint8Array {
  let file: number | undefined;
  try {
    // A link that was put in its place since it was listed is not followed; a pipe holds nothing up.
    file = openSync(
      join(root, onDisk),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new LocalIoError(`${path} is not a regular file`);
    const bytes = Buffer.allocUnsafe(stats.size);
    let length = 0;
    for (let got = 1; got > 0 && length < bytes.length; length += got)
      got = readSync(file, bytes, length, bytes.length - length, length);
    return bytes.subarray(0, length);
  } catch (error) {
    throw error instanceof LocalIoError ? error : ioError('read', path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
