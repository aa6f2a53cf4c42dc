// The sandbox's own git provider: repositories in a folder beside its file, as <account>/<repository>.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Env, type Git, openGit } from '../../../folder/git-binary.ts';

export interface LocalRepository {
  /** The same number for the same name. */
  id: number;
  accountName: string;
  repositoryName: string;
  fullName: string;
  folder: string;
}

/** `sandbox.db` has `sandbox.db-repositories` beside it. */
export const repositoriesFolder = (file: string): string =>
  join(dirname(file), `${basename(file)}-repositories`);

/** Every repository there is, by name. */
export function localRepositories(file: string): LocalRepository[] {
  const root = repositoriesFolder(file);
  return folders(root).flatMap((accountName) =>
    folders(join(root, accountName)).flatMap((name): LocalRepository[] => {
      const folder = join(root, accountName, name);
      if (!existsSync(join(folder, 'HEAD')) && !existsSync(join(folder, '.git'))) return [];
      const repositoryName = name.replace(/\.git$/, '');
      const fullName = `${accountName}/${repositoryName}`;
      return [{ id: numberOf(fullName), accountName, repositoryName, fullName, folder }];
    }),
  );
}

const folders = (root: string): string[] =>
  existsSync(root)
    ? readdirSync(root)
        .filter((name) => !name.startsWith('.') && statSync(join(root, name)).isDirectory())
        .sort()
    : [];

const numberOf = (name: string): number =>
  Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16);

export interface Branch {
  name: string;
  ref: string;
}

interface Place {
  /** Folder that git may call its home. */
  home: string;
  env: Env;
}

const gitIn = ({ folder }: LocalRepository, { env, home }: Place): Git => {
  const git = openGit({ env, home, config: { 'safe.directory': '*' } });
  return (args, options) => git(['-C', folder, ...args], options);
};

/** Branches by name; none of an empty repository. */
export async function branchesOf(repository: LocalRepository, place: Place): Promise<Branch[]> {
  const git = gitIn(repository, place);
  const { status, stdout } = await git(['for-each-ref', '--format=%(refname)', 'refs/heads/']);
  if (status !== 0) return [];
  const refs = stdout.toString().split('\n').filter(Boolean);
  return refs.map((ref) => ({ name: ref.replace('refs/heads/', ''), ref }));
}

/** The branch that a clone would check out; null where there is none yet. */
export async function defaultBranchOf(repository: LocalRepository, place: Place): Promise<string | null> {
  const git = gitIn(repository, place);
  const { status, stdout } = await git(['symbolic-ref', '--short', 'HEAD']);
  return status === 0 ? stdout.toString().trim() : null;
}

/** The commit that a ref names; undefined where there is none. */
export async function commitAt(
  repository: LocalRepository,
  ref: string,
  place: Place,
): Promise<string | undefined> {
  const git = gitIn(repository, place);
  const found = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  return found.status === 0 ? found.stdout.toString().trim() : undefined;
}

/** The blob at a path of a branch, tag or commit; undefined where there is none. */
export async function fileAt(
  repository: LocalRepository,
  { path, ref }: { path: string; ref: string },
  place: Place,
): Promise<{ sha: string; size: number } | undefined> {
  const git = gitIn(repository, place);
  const commit = await commitAt(repository, ref, place);
  if (commit === undefined) return undefined;
  const listed = await git(['ls-tree', '-l', '-z', commit, '--', path]);
  const found = /^\d+ blob ([0-9a-f]+) +(\d+)\t/.exec(listed.stdout.toString());
  return found ? { sha: found[1] ?? '', size: Number(found[2]) } : undefined;
}
