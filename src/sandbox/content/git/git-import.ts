// Brings a branch of a repository into a page tree.

import { LocalIoError, ValidationError } from '../../../errors.ts';
import { type Git, gitFailure, readBlobs } from '../../../folder/git-binary.ts';
import { inRepository, kindOf, projectDirectory } from '../../../folder/paths.ts';
import { type RepoSettings, readSettings, SETTINGS } from '../../../folder/settings.ts';
import { inSlices } from '../../slices.ts';
import type { ContentStore, Tree } from '../model.ts';
import { imageSize } from '../pdf/image-size.ts';
import type { RepoAsset, RepoFiles, RepoText } from '../repository/repo-files.ts';
import { decodeText } from '../repository/repo-files.ts';
import { treeFromFiles } from '../repository/repo-import.ts';
import {
  checkSizes,
  GIT_LIMITS,
  type GitEntry,
  type GitLimits,
  type ListOptions,
  listFiles,
} from './git-objects.ts';
import {
  fetchTip,
  listBranches,
  type Repository,
  type RepositorySource,
  withRepository,
} from './git-repository.ts';

interface CommitFacts {
  oid: string;
  message: string;
}

interface ReadOptions extends ListOptions {
  /** Path of the table of contents in the directory. */
  summary: string;
  content: ContentStore;
}

/** Throws ValidationError for a repository over its limits, with paths that lead out, or with pages that are not UTF-8. */
async function readFiles(git: Git, options: ReadOptions): Promise<RepoFiles> {
  const { summary } = options;
  const entries = (await listFiles(git, options)).filter(({ path }) => kindOf(path, summary) !== undefined);
  checkSizes(entries, options.limits);
  const texts = new Map<string, RepoText>();
  const assets: RepoAsset[] = [];
  await readBlobs(git, entries, (entry, bytes) => {
    if (kindOf(entry.path, summary) === 'file') assets.push(assetOf(entry, bytes, options.content));
    else texts.set(entry.path, { path: entry.path, oid: entry.oid, text: decodeText(entry.path, bytes) });
  });
  return { texts, assets };
}

/** Reads the Markdown and YAML of the entries only; what is not UTF-8 is left out. */
export async function readTexts(
  git: Git,
  entries: readonly GitEntry[],
  summary: string,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const wanted = entries.filter(({ path }) => !['file', undefined].includes(kindOf(path, summary)));
  await readBlobs(git, wanted, ({ path }, bytes) => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (Buffer.from(text).equals(bytes)) texts.set(path, text);
  });
  return texts;
}

async function readCommit(git: Git, oid: string): Promise<CommitFacts> {
  const run = await git(['cat-file', 'commit', oid]);
  if (run.status !== 0) throw gitFailure('cat-file', run, '');
  const source = run.stdout.toString();
  const message = source.slice(source.indexOf('\n\n') + 2).trimEnd();
  return { oid, message };
}

function assetOf({ path, oid, size }: GitEntry, bytes: Uint8Array, content: ContentStore): RepoAsset {
  const dimensions = imageSize(bytes);
  return { path, oid, size, hash: content.put(bytes), ...(dimensions && { dimensions }) };
}

/** Longer ones are a mistake. */
const MOST_BYTES = 1024 * 1024;
const FILE = /^100\d{3} blob (\S+) +(\d+)\t/;

/** What a project directory says of itself. Throws ValidationError for a file that cannot be followed. */
export async function settingsAt(git: Git, commit: string, project: string): Promise<RepoSettings> {
  const path = inRepository(project, SETTINGS);
  // The path is a name, not a pattern; what is no regular file is no settings.
  const { stdout } = await git(['--literal-pathspecs', 'ls-tree', '-z', '-l', commit, '--', path]);
  const [, oid, size] = FILE.exec(stdout.toString()) ?? [];
  if (oid === undefined) return readSettings(project, undefined);
  if (Number(size) > MOST_BYTES)
    throw new ValidationError(`${path} has ${size} bytes, more than the ${MOST_BYTES} allowed`);
  let text = '';
  await readBlobs(git, [{ oid }], (_, bytes) => {
    text = new TextDecoder('utf-8').decode(bytes);
  });
  return readSettings(project, text);
}

export interface GitImport extends RepositorySource {
  /** Root of the project in the repository; absent: the repository's own. */
  projectDirectory?: string | undefined;
  /** Prefix for links to files of the repository outside the project. */
  treeUrl?: string | undefined;
  /** The tree as it was: pages and files at unchanged paths keep their ids. */
  previous?: Tree | undefined;
  content: ContentStore;
  newId: () => string;
  /** ISO date and time. */
  now: string;
  limits?: Partial<GitLimits>;
}

interface GitImported {
  tree: Tree;
  commit: CommitFacts;
  settings: RepoSettings;
}

/**
 * Fetches a branch and reads it as a tree. Throws ValidationError for a repository that breaks a rule, and LocalIoError
 * for one that is empty, lacks the branch, or cannot be reached; no message holds a credential.
 */
export async function importFromGit(options: GitImport): Promise<GitImported> {
  const project = projectDirectory(options.projectDirectory);
  const limits = { ...GIT_LIMITS, ...options.limits };
  const { treeUrl, previous, content, newId, now } = options;
  return withRepository(options, async (repository) => {
    const tip = await fetchTip(repository);
    if (tip === undefined) throw await missingBranch(repository);
    const settings = await settingsAt(repository.git, tip, project);
    const { directory, structure } = settings;
    const { summary } = structure;
    const files = await readFiles(repository.git, { commit: tip, directory, limits, content, summary });
    const tree = await inSlices(
      treeFromFiles(files, {
        directory,
        structure,
        treeUrl,
        previous,
        content,
        newId,
        now,
        depth: limits.depth,
        pages: limits.files,
      }),
    );
    return { tree, commit: await readCommit(repository.git, tip), settings };
  });
}

async function missingBranch(repository: Repository): Promise<LocalIoError> {
  const branches = await listBranches(repository);
  const { address, branch } = repository;
  if (branches.length === 0) {
    return new LocalIoError(`repository ${address} is empty: it has no branch`, { code: 'GIT_EMPTY' });
  }
  const known = branches.slice(0, 5).join(', ');
  const more = branches.length > 5 ? ', ...' : '';
  return new LocalIoError(`repository ${address} has no branch "${branch}"; it has ${known}${more}`, {
    code: 'GIT_NO_BRANCH',
  });
}
