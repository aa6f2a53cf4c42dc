// Files as one commit on a new branch of a repository, pushed by the git of the person. Nothing there is overwritten.
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConflictError, LocalIoError } from '../../errors.ts';
import { maskUrls } from '../../files/mask-url.ts';
import type { RepositoryFile } from './repository-files.ts';

/** Runs git in a folder. */
export type OwnGit = (
  args: readonly string[],
  cwd: string,
) => Promise<{ status: number; stdout: string; stderr: string }>;

export interface Destination {
  url: string;
  /** Name of the branch, without `refs/heads/`. */
  branch: string;
}

/** Throws ConflictError `BRANCH_EXISTS` for a branch that is there, LocalIoError where the repository cannot be reached. */
export async function refuseBranch(git: OwnGit, { url, branch }: Destination): Promise<void> {
  const { status, stdout, stderr } = await git(
    ['ls-remote', '--heads', '--', url, `refs/heads/${branch}`],
    tmpdir(),
  );
  if (status !== 0) throw failed('reach', url, stderr);
  if (stdout.trim() !== '') throw taken(url, branch);
}

/** Returns the ID of the commit. Throws as `refuseBranch` does. */
export async function pushFiles(
  git: OwnGit,
  files: AsyncIterable<RepositoryFile>,
  { url, branch, message }: Destination & { message: string },
): Promise<{ commit: string; files: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-push-'));
  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await git(args, folder);
    if (status !== 0) throw failed('prepare the commit for', url, stderr);
    return stdout.trim();
  };
  try {
    // No hooks and settings of a template: the folder lasts for one commit.
    await run('init', '-q', '--template=');
    let written = 0;
    for await (const { path, bytes } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes, { flag: 'wx' });
      written += 1;
    }
    // As they are: without the person's list of ignored files and their line ends.
    await run('-c', 'core.autocrlf=false', 'add', '-A', '-f');
    const isKnown = (await git(['var', 'GIT_COMMITTER_IDENT'], folder)).status === 0;
    const author = isKnown ? [] : ['-c', 'user.name=docs', '-c', 'user.email=docs@localhost'];
    await run(...author, 'commit', '-q', '-m', message);
    const commit = await run('rev-parse', 'HEAD');
    // Without force: what somebody has pushed meanwhile stays.
    const { status, stderr } = await git(['push', '-q', '--', url, `HEAD:refs/heads/${branch}`], folder);
    if (/\[rejected\]/.test(stderr)) throw taken(url, branch);
    if (status !== 0) throw failed('push to', url, stderr);
    return { commit, files: written };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const taken = (url: string, branch: string): ConflictError =>
  new ConflictError(`branch "${branch}" exists in ${maskUrls(url)}`, {
    code: 'BRANCH_EXISTS',
    hint: 'push to another branch with --ref',
  });

function failed(what: string, url: string, stderr: string): LocalIoError {
  const lines = stderr.split('\n').filter((line) => /^(?:fatal|error|remote): /.test(line));
  const why = (lines[0] ?? stderr.trim().split('\n').at(-1) ?? '').replace(/^(?:fatal|error|remote): /, '');
  return new LocalIoError(`cannot ${what} ${maskUrls(url)}: ${maskUrls(why)}`, {
    code: 'GIT_PUSH_FAILED',
    hint: 'check that git push works there: your git and its credential helpers are used',
  });
}
