// Writes a page tree to a branch of a repository as one commit.

import { ConflictError, LocalIoError } from '../../../errors.ts';
import { maskUrls } from '../../../files/mask-url.ts';
import { gitFailure } from '../../../folder/git-binary.ts';
import {
  ASSETS,
  FILE_NAMES,
  INCLUDES,
  inProject,
  inRepository,
  kindOf,
  projectDirectory,
  VARIABLES,
} from '../../../folder/paths.ts';
import { type RepoSettings, readSettings, SETTINGS } from '../../../folder/settings.ts';
import { parseSummary, type SummaryItem } from '../../../folder/summary.ts';
import { inSlices } from '../../slices.ts';
import type { ContentStore, Tree } from '../model.ts';
import { type Exported, filesFromTree } from '../repository/repo-export.ts';
import { walk } from '../tree.ts';
import { readTexts, settingsAt } from './git-import.ts';
import { GIT_LIMITS, type GitEntry, type GitLimits, listFiles } from './git-objects.ts';
import { fetchTip, type Repository, type RepositorySource, withRepository } from './git-repository.ts';

// Commits a set of changed files on top of a commit, and pushes: no working copy is ever made.

interface Author {
  name: string;
  email: string;
}

export interface CommitInput {
  /** The commit to build on; undefined begins a history. */
  parent: string | undefined;
  message: string;
  author: Author;
  /** ISO date and time. */
  now: string;
  write: Iterable<[path: string, bytes: () => Uint8Array]>;
  remove: Iterable<string>;
}

const REF = 'refs/docs/export';

/** Returns the id of the new commit. */
async function commitFiles({ git }: Repository, input: CommitInput): Promise<string> {
  const run = await git(['fast-import', '--quiet', '--force', '--done'], { input: stream(input) });
  if (run.status !== 0) throw gitFailure('fast-import', run, '');
  const made = await git(['rev-parse', '--verify', REF]);
  if (made.status !== 0) throw gitFailure('rev-parse', made, '');
  return made.stdout.toString().trim();
}

function* stream({
  parent,
  message,
  author,
  now,
  write,
  remove,
}: CommitInput): Generator<string | Uint8Array> {
  const seconds = Math.floor(new Date(now).getTime() / 1000);
  const text = Buffer.from(`${message}\n`);
  yield `reset ${REF}\n\ncommit ${REF}\ncommitter ${plain(author.name)} <${plain(author.email)}> ${seconds} +0000\n`;
  yield `data ${text.length}\n`;
  yield text;
  yield parent === undefined ? '\n' : `\nfrom ${parent}\n`;
  // Removals first: a file may give way to a folder of its name.
  for (const path of remove) yield `D ${quote(path)}\n`;
  for (const [path, bytes] of write) {
    const content = bytes();
    yield `M 100644 inline ${quote(path)}\ndata ${content.length}\n`;
    yield content;
    yield '\n';
  }
  yield 'done\n';
}

const plain = (text: string) => text.replace(/[<>\p{Cc}]/gu, ' ').trim();
const quote = (path: string) => (path.startsWith('"') ? `"${path.replace(/["\\]/g, '\\$&')}"` : path);

/**
 * For a repository on this machine, git runs the receiving side as well, with the settings and hooks of that repository, and
 * clears ours for it: so the programs that a repository may name are named here.
 */
const RECEIVE = `--receive-pack=git ${[
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  // A program that lists the refs of alternates.
  'core.alternateRefsCommand=true',
  // Updating a checkout would run the filters of its repository.
  'receive.denyCurrentBranch=refuse',
  'receive.autogc=false',
  'gc.auto=0',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')} receive-pack`;

/** Throws ConflictError when the branch has moved since it was fetched. `force` overwrites it. */
async function pushCommit({ git, address, branch }: Repository, oid: string, force: boolean): Promise<void> {
  const args = ['push', '--quiet', '--porcelain', RECEIVE, ...(force ? ['--force'] : [])];
  const run = await git([...args, '--', address, `${oid}:refs/heads/${branch}`]);
  if (run.status === 0) return;
  const said = `${run.stdout.toString()}\n${run.stderr}`;
  if (/\[rejected\]/.test(said)) {
    throw new ConflictError(
      `branch "${branch}" of ${address} has moved on; import it first, or export with force`,
      { code: 'GIT_MOVED' },
    );
  }
  if (/refusing to update checked out branch/.test(said)) {
    throw new LocalIoError(
      `${address} has branch "${branch}" checked out; export to a bare repository or to another branch`,
      { code: 'GIT_CHECKED_OUT' },
    );
  }
  const refused = /\[remote rejected\] \(([^)]*)\)/.exec(said)?.[1];
  if (refused)
    throw new LocalIoError(maskUrls(`${address} refused the push: ${refused}`), { code: 'GIT_REFUSED' });
  throw gitFailure('push', run, address);
}

export interface GitExport extends RepositorySource {
  commitMessage: string;
  projectDirectory?: string | undefined;
  treeUrl?: string | undefined;
  /** Overwrites what changed in the repository since the last sync. */
  force?: boolean;
  tree: Tree;
  /** The .gitbook.yaml that the space came with: a repository that it is new to gets it. */
  settings?: string | undefined;
  /** The tree as it was last in common with this branch: what it had and `tree` has not is removed. */
  previous?: Tree | undefined;
  content: ContentStore;
  /** ISO date and time of the commit. */
  now: string;
  author?: Author;
  limits?: Partial<GitLimits>;
}

export interface GitExported {
  /** The new commit, or the tip of the branch when nothing changed. */
  oid: string;
  changed: boolean;
  /** The same tree, each node with its place in the repository. */
  tree: Tree;
  settings: RepoSettings;
}

const AUTHOR: Author = { name: 'Docs', email: 'docs@localhost' };

/**
 * Commits the tree as Markdown, a table of contents and files, and pushes. Files that are not the space's stay as they are.
 * Throws ConflictError when the repository has changes that the space has not seen, unless `force` is set.
 */
export async function exportToGit(options: GitExport): Promise<GitExported> {
  const project = projectDirectory(options.projectDirectory);
  const limits = { ...GIT_LIMITS, ...options.limits };
  return withRepository(options, async (repository) => {
    const tip = await fetchTip(repository);
    const { settings, isNew } = await settingsFor(options, repository, { tip, project });
    const { directory, structure } = settings;
    const branch = await readBranch(repository, tip, { settings, limits });
    const owned = ownedPaths(branch, options, directory);
    const exported = await inSlices(
      filesFromTree(options.tree, {
        directory,
        structure,
        treeUrl: options.treeUrl,
        content: options.content,
        existing: branch.texts,
        foreign: [...branch.entries.keys()].filter((path) => !owned.has(path)),
        hash: tip?.length === 64 ? 'sha256' : 'sha1',
      }),
    );
    if (!options.force) refuseUnseen(options, branch, exported, directory);
    const changes = changesOf(branch, exported, owned, directory);
    if (isNew) changes.write.push([inRepository(project, SETTINGS), () => Buffer.from(settings.text ?? '')]);
    if (tip !== undefined && changes.write.length + changes.remove.length === 0) {
      return { oid: tip, changed: false, tree: exported.tree, settings };
    }
    const { commitMessage: message, now, author = AUTHOR } = options;
    const oid = await commitFiles(repository, { parent: tip, message, author, now, ...changes });
    await pushCommit(repository, oid, options.force ?? false);
    return { oid, changed: true, tree: exported.tree, settings };
  });
}

/** What the branch says of its structure; a branch that the space is new to, and that says nothing, takes that of the space. */
async function settingsFor(
  { settings: known, previous }: GitExport,
  { git }: Repository,
  { tip, project }: { tip: string | undefined; project: string },
): Promise<{ settings: RepoSettings; isNew: boolean }> {
  const there = tip === undefined ? readSettings(project, undefined) : await settingsAt(git, tip, project);
  const isNew = there.text === undefined && known !== undefined && previous === undefined;
  return { settings: isNew ? readSettings(project, known) : there, isNew };
}

/** What the branch holds in the project directory, by path there. */
interface Branch {
  /** Path of the table of contents. */
  summary: string;
  entries: Map<string, GitEntry>;
  texts: Map<string, string>;
}

async function readBranch(
  { git }: Repository,
  tip: string | undefined,
  {
    settings: {
      directory,
      structure: { summary },
    },
    limits,
  }: { settings: RepoSettings; limits: GitLimits },
): Promise<Branch> {
  if (tip === undefined) return { summary, entries: new Map(), texts: new Map() };
  const entries = await listFiles(git, { commit: tip, directory, limits, missingIsEmpty: true });
  return {
    summary,
    entries: new Map(entries.map((entry) => [entry.path, entry])),
    texts: await readTexts(git, entries, summary),
  };
}

/** Paths that an export may remove: those of the last synchronisation, of the table of contents, and of our folders. */
function ownedPaths(branch: Branch, { previous, tree }: GitExport, directory: string): Set<string> {
  const owned = new Set<string>(previous ? placesOf(previous, directory) : listedPages(branch));
  for (const path of placesOf(tree, directory)) owned.add(path);
  for (const path of branch.entries.keys()) {
    const isOurs =
      path.startsWith(ASSETS) || path.startsWith(INCLUDES) || [VARIABLES, FILE_NAMES].includes(path);
    if (isOurs || kindOf(path, branch.summary) === 'summary') owned.add(path);
  }
  return owned;
}

function placesOf(tree: Tree, directory: string): string[] {
  const pages = [...walk(tree.pages)].map(({ page }) => page);
  return [...pages, ...tree.files, ...tree.reusableContents].flatMap(({ git }) => {
    const path = git && inProject(directory, git.path);
    return path === undefined ? [] : [path];
  });
}

function listedPages({ texts, summary }: Branch): string[] {
  const listed = (items: SummaryItem[]): string[] =>
    items.flatMap(({ href, children }) => [
      ...(href === undefined ? [] : [href.replace(/^(?:\.?\/)+/, '')]),
      ...listed(children),
    ]);
  return listed(parseSummary(texts.get(summary) ?? '')).filter((path) => kindOf(path, summary) === 'page');
}

/** Refuses to write over a file that is not as the space knows it, and to drop a page that was added meanwhile. */
function refuseUnseen(
  { tree, previous }: GitExport,
  branch: Branch,
  exported: Exported,
  directory: string,
): void {
  const known = new Map<string, string>();
  for (const one of [...(previous ? nodesOf(previous) : []), ...nodesOf(tree)])
    if (one.git) known.set(one.git.path, one.git.oid);
  for (const [path, oid] of known) {
    const now = branch.entries.get(inProject(directory, path) ?? '')?.oid;
    if (now !== undefined && now !== oid && now !== exported.files.get(path)?.oid)
      throw unseen(path, 'changed');
  }
  if (!previous) return;
  for (const path of listedPages(branch)) {
    const full = inRepository(directory, path);
    if (branch.entries.has(path) && !known.has(full) && !exported.files.has(full))
      throw unseen(full, 'added');
  }
}

const nodesOf = (tree: Tree) => [
  ...[...walk(tree.pages)].map(({ page }) => page),
  ...tree.files,
  ...tree.reusableContents,
];

const unseen = (path: string, what: string): ConflictError =>
  new ConflictError(
    `"${path}" was ${what} in the repository since the last sync; import it first, or export with force`,
    { code: 'GIT_MOVED' },
  );

function changesOf({ entries }: Branch, { files }: Exported, owned: Set<string>, directory: string) {
  const write = [...files].filter(
    ([path, { oid }]) => entries.get(inProject(directory, path) ?? '')?.oid !== oid,
  );
  const remove = [...entries.keys()]
    .filter((path) => owned.has(path))
    .map((path) => inRepository(directory, path))
    .filter((path) => !files.has(path));
  return { write: write.map(([path, { bytes }]): [string, () => Uint8Array] => [path, bytes]), remove };
}
