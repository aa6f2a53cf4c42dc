// Lists and reads the files of a commit, within limits that hold before anything is read.
import { posix } from 'node:path';
import { ValidationError } from '../../../errors.ts';
import { type Git, gitFailure, readBlobs } from '../../../folder/git-binary.ts';
import { LIMITS } from '../../limits.ts';

/** What a repository may hold at most. */
export interface GitLimits {
  files: number;
  fileBytes: number;
  totalBytes: number;
  /** Folders below folders, pages below pages. */
  depth: number;
}

export const GIT_LIMITS: GitLimits = {
  files: LIMITS.files,
  fileBytes: LIMITS.fileBytes,
  totalBytes: LIMITS.repositoryBytes,
  depth: LIMITS.depth,
};

export interface GitEntry {
  /** Relative to the folder that was listed. */
  path: string;
  oid: string;
  /** Bytes. */
  size: number;
}

interface Listed extends GitEntry {
  mode: string;
}

export interface ListOptions {
  commit: string;
  /** Project directory, without slashes at its ends; empty for the whole repository. */
  directory: string;
  limits: GitLimits;
  /** A directory that is not there holds no files; otherwise it is an error. */
  missingIsEmpty?: true;
}

/**
 * Lists the regular files below a folder of a commit; links to files among them count as these files, submodules are
 * left out. Throws ValidationError for too many files, names that are no UTF-8 or climb out, and links that lead out.
 */
export async function listFiles(git: Git, options: ListOptions): Promise<GitEntry[]> {
  const { commit, directory, limits } = options;
  const listed: Listed[] = [];
  let rest = Buffer.alloc(0);
  const onOutput = (chunk: Buffer) => {
    const data = Buffer.concat([rest, chunk]);
    let at = 0;
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, at)) {
      const entry = readEntry(data.subarray(at, end), limits);
      if (entry) listed.push(entry);
      at = end + 1;
      if (listed.length > limits.files) throw tooMany(limits.files);
    }
    rest = Buffer.from(data.subarray(at));
  };
  const run = await git(['ls-tree', '-r', '-z', '-l', `${commit}:${directory}`], { onOutput });
  if (run.status !== 0 && directory !== '' && /Not a valid object name|not a tree/.test(run.stderr)) {
    if (options.missingIsEmpty) return [];
    throw new ValidationError(`the repository has no directory "${directory}"`);
  }
  if (run.status !== 0) throw gitFailure('ls-tree', run, '');
  return followLinks(git, listed, directory);
}

function readEntry(record: Buffer, limits: GitLimits): Listed | undefined {
  const tab = record.indexOf(9);
  const [mode = '', type, oid = '', size] = record.toString('latin1', 0, tab).split(/ +/);
  if (type !== 'blob') return undefined;
  const path = decodePath(record.subarray(tab + 1));
  const segments = path.split('/');
  if (segments.some((segment) => ['', '.', '..'].includes(segment) || segment.toLowerCase() === '.git')) {
    throw new ValidationError(`the repository contains a path that leads out of it: "${path.slice(0, 200)}"`);
  }
  if (segments.length > limits.depth) {
    throw new ValidationError(
      `the repository nests folders deeper than ${limits.depth}: "${path.slice(0, 200)}"`,
    );
  }
  return { mode, oid, path, size: Number(size) };
}

function decodePath(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ValidationError(
      `the repository contains a file name that is not UTF-8: "${bytes.toString('latin1').slice(0, 200)}"`,
    );
  }
}

const tooMany = (max: number): ValidationError =>
  new ValidationError(`the repository contains more than ${max} files`, {
    hint: 'name the folder of the documentation with --repo-project-directory',
  });

const SYMLINK = '120000';

async function followLinks(git: Git, listed: Listed[], directory: string): Promise<GitEntry[]> {
  const links = listed.filter((entry) => entry.mode === SYMLINK);
  const files = new Map(listed.filter((entry) => entry.mode !== SYMLINK).map((entry) => [entry.path, entry]));
  const out = [...files.values()].map(({ path, oid, size }) => ({ path, oid, size }));
  await readBlobs(git, links, ({ path }, bytes) => {
    const to = Buffer.from(bytes).toString();
    const target = posix.normalize(posix.join(directory, posix.dirname(path), to));
    if (posix.isAbsolute(to) || target === '..' || target.startsWith('../')) {
      throw new ValidationError(
        `the repository contains a symbolic link that leads out of it: "${path.slice(0, 200)}"`,
      );
    }
    const file = files.get(posix.relative(directory, target));
    if (file) out.push({ path, oid: file.oid, size: file.size });
  });
  return out;
}

/** Refuses files that are too large, one by one or together. */
export function checkSizes(entries: readonly GitEntry[], limits: GitLimits): void {
  let total = 0;
  for (const { path, size } of entries) {
    total += size;
    if (size > limits.fileBytes) {
      throw new ValidationError(
        `file "${path.slice(0, 200)}" has ${size} bytes, more than the ${limits.fileBytes} allowed`,
      );
    }
  }
  if (total > limits.totalBytes) {
    throw new ValidationError(
      `the files have ${total} bytes together, more than the ${limits.totalBytes} allowed`,
    );
  }
}
