// The files of a folder as a commit of its repository has them: what a branch is compared with; and what its branch ever had.
import { join, posix } from 'node:path';
import { LocalIoError, UsageError } from '../errors.ts';
import { shell } from '../files/shell-word.ts';
import { type Git, gitFailure, openGit, readBlobs } from './git-binary.ts';
import { composed, type FolderSource, isThere, type SourceFile } from './source.ts';

export interface GitPlace {
  /** The folder that is checked; it may be below the top of its repository. */
  folder: string;
  /** Branch, tag or commit. */
  ref: string;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal | undefined;
}

/**
 * The folder as it was where this branch left `ref`. Throws UsageError for a ref that is not there, LocalIoError where the
 * folder is not in a repository, where the history that both share was not fetched, and without git.
 */
export async function baseSource({ folder, ref, env, signal }: GitPlace): Promise<FolderSource> {
  // Nobody's settings are read, so the owner of a checkout that another user made is not asked for.
  const git = openGit({ env: { ...env }, home: folder, signal, config: { 'safe.directory': '*' } });
  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await git(args, { cwd: folder });
    return { ok: status === 0, text: stdout.toString().trim(), stderr };
  };
  const prefix = await run('rev-parse', '--show-prefix');
  if (!prefix.ok)
    throw new LocalIoError(`${folder} is not in a git repository, so --base has nothing to compare with`, {
      hint: 'leave out --base to see all findings',
    });
  const remotes = async () => (await run('remote')).text.split('\n');
  if (ref.startsWith('-')) throw noRef(ref, 'git branch --all');
  const tip = await run('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  if (!tip.ok) throw noRef(ref, `git branch --all, or fetch it first: ${fetching(ref, await remotes())}`);
  const base = await run('merge-base', tip.text, 'HEAD');
  if (!base.ok)
    throw new LocalIoError(`this branch and ${ref} have no common history here`, {
      hint: 'fetch all of the history: git fetch --unshallow',
    });
  return commitSource(git, { folder, commit: base.text, prefix: prefix.text, name: `${folder} at ${ref}` });
}

const noRef = (ref: string, hint: string) =>
  new UsageError(`there is no branch, tag or commit "${ref}"`, { hint });

/** `origin/main` is branch `main` of `origin`, and `release/2.0` is a branch where no remote is called so. */
function fetching(ref: string, remotes: readonly string[]): string {
  const [remote = '', ...branch] = ref.split('/');
  const isOfRemote = branch.length > 0 && remotes.includes(remote);
  return isOfRemote ? shell`git fetch ${remote} ${branch.join('/')}` : shell`git fetch origin ${ref}`;
}

/** How far back the history of a branch is searched. */
const MOST_COMMITS = 5000;

/** IDs of all files that the branch of a folder has, or had before; empty where that is not known. */
export async function committedFiles({ folder, env, signal }: Omit<GitPlace, 'ref'>): Promise<Set<string>> {
  try {
    const git = openGit({ env: { ...env }, home: folder, signal, config: { 'safe.directory': '*' } });
    const raw = ['--raw', '--no-abbrev', '--no-renames', '-m', '--format='];
    const log = await git(['log', `-n${MOST_COMMITS}`, ...raw, 'HEAD', '--', '.'], { cwd: folder });
    return new Set(log.stdout.toString().match(/(?<=^:\S+ \S+ \S+ )\S+/gm));
  } catch (error) {
    if (error instanceof LocalIoError) return new Set();
    throw error;
  }
}

/** Which of these files git ignores, or another repository holds, by paths below the folder; none where git cannot tell. */
export async function foreignFiles(
  { folder, env, signal }: Omit<GitPlace, 'ref'>,
  paths: readonly string[],
): Promise<Set<string>> {
  const isNested = (path: string): boolean =>
    path !== '.' && (isThere(join(folder, path, '.git')) || isNested(posix.dirname(path)));
  const nested = paths.filter((path) => isNested(posix.dirname(path)));
  const own = paths.filter((path) => !nested.includes(path));
  try {
    const git = openGit({ env: { ...env }, home: folder, signal, config: { 'safe.directory': '*' } });
    const { stdout } = await git(['check-ignore', '-z', '--stdin'], { cwd: folder, input: own.join('\0') });
    return new Set([...nested, ...stdout.toString().split('\0').filter(Boolean)]);
  } catch (error) {
    if (error instanceof LocalIoError) return new Set(nested);
    throw error;
  }
}

interface Commit {
  folder: string;
  commit: string;
  /** Path of the folder in the repository, with a slash at its end; empty for the top. */
  prefix: string;
  name: string;
}

async function commitSource(git: Git, { folder, commit, prefix, name }: Commit): Promise<FolderSource> {
  const listed = await git(
    ['ls-tree', '-r', '-z', '-l', '--full-tree', `${commit}:${prefix.replace(/\/$/, '')}`],
    {
      cwd: folder,
    },
  );
  const isMissing = /Not a valid object name|does not exist/i.test(listed.stderr);
  if (listed.status !== 0 && !isMissing) throw gitFailure('ls-tree', listed, folder);
  const listing: (SourceFile & { oid: string })[] = [];
  const links = new Set<string>();
  for (const record of listed.status === 0 ? listed.stdout.toString().split('\0') : []) {
    const [, mode = '', oid = '', size = '', path = ''] =
      /^(\d+) blob (\S+) +(\d+)\t(.+)$/s.exec(record) ?? [];
    if (path === '') continue;
    if (mode === '120000') links.add(path);
    else listing.push({ path, oid, size: Number(size) });
  }
  const files = new Map(composed(listing).map((file) => [file.path, file]));
  const kept = await readTexts(git, folder, [...files.values()]);
  return {
    name,
    isTop: prefix === '',
    files,
    links,
    problems: [],
    read: async (path) => {
      const oid = files.get(path)?.oid;
      const bytes = oid === undefined ? undefined : kept.get(oid);
      if (!bytes) throw new LocalIoError(`${path} was not read`);
      return bytes;
    },
  };
}

/** What texts may weigh: a longer one is not read as a page either. */
const MOST_BYTES = 16 * 1024 * 1024;
const TEXT = /\.(?:md|markdown|ya?ml|json)$/i;

/** Texts are read with one program, the same content once; of other files only the names are asked for. */
async function readTexts(
  git: Git,
  cwd: string,
  files: readonly (SourceFile & { oid: string })[],
): Promise<Map<string, Uint8Array>> {
  const kept = new Map<string, Uint8Array>();
  const wanted = new Map(
    files.filter(({ path, size }) => TEXT.test(path) && size <= MOST_BYTES).map((file) => [file.oid, file]),
  );
  const here: Git = (args, options) => git(args, { ...options, cwd });
  await readBlobs(here, [...wanted.values()], ({ oid }, bytes) => void kept.set(oid, Uint8Array.from(bytes)));
  return kept;
}
