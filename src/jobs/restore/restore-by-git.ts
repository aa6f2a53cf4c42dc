// docs restore --to-repository: a space of a backup as files for docs git import, or pushed with the git of the person and imported.
import { readdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { listPages } from '../../api/content/pages.ts';
import { createSpace, getSpace } from '../../api/content/spaces.ts';
import { importGit } from '../../api/integrations/git.ts';
import { agreeTo } from '../../engine/ask/confirm.ts';
import { printRows } from '../../engine/run/view.ts';
import { ConflictError, LocalIoError, seeHelp, UsageError } from '../../errors.ts';
import { notA, statsAt } from '../../files/io-error.ts';
import { credentialsIn, maskUrl, maskUrls } from '../../files/mask-url.ts';
import { shell } from '../../files/shell-word.ts';
import { makeTemporaryFolder } from '../../files/temporary-folder.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { refuseUnsafe, watchGit } from '../git/git-wait.ts';
import type { BackupSpace } from './backup.ts';
import { brokenNow } from './backup-links.ts';
import { levelsSaidOf, settingsLostOf } from './page-changes.ts';
import { type RepositoryFile, repositoryFiles } from './repository-files.ts';
import { newSpace, restoreLevel, type Wanted } from './restore.ts';
import type { RestoreRun } from './restore-flags.ts';
import { refuseTitles } from './restore-refuse.ts';
import { REPLACED, refuseMoreBroken } from './restore-show.ts';

interface Job {
  wanted: Wanted;
  organizationId: string;
  to: Destination;
  /** Where the host reads what was pushed. */
  from: string;
}

/**
 * One question for both steps; the branch must be new. Throws UsageError, ConflictError `BRANCH_EXISTS`, LocalIoError for
 * git, InteractionError (exit 3), DocsError `GIT_FAILED` where the host could not import.
 */
export async function restoreByGit(
  run: RestoreRun,
  wanted: readonly Wanted[],
  organizationId: string,
): Promise<void> {
  const job = jobOf(run, wanted, organizationId);
  const git = gitOf(run);
  await refuseTitles(run, { organizationId, wanted, sites: [], taken: undefined });
  await refuseBranch(git, job.to);
  const { backup, into } = job.wanted;
  const pages = into === undefined ? undefined : await countedPages(run, into);
  sayLeftOut(run, backup);
  if (into === undefined)
    for (const { path, lost } of [...levelsSaidOf(wanted), ...settingsLostOf(backup)])
      note(run.context.io, `${path}: ${lost}`);
  if (run.flags.dryRun === true) return showUnsent(run, job, pages);
  await agree(run, job, pages);
  const { files, commit } = await pushFiles(git, repositoryFiles(backup), {
    ...job.to,
    message: `Restore ${backup.entry.title}`,
  });
  done(
    run.context.io,
    `pushed ${plural(files, 'file')} to ${placeOf(job.to)}: commit ${commit.slice(0, 12)}`,
  );
  await importPushed(run, job);
}

function jobOf({ flags, path }: RestoreRun, wanted: readonly Wanted[], organizationId: string): Job {
  const hint = `${path} --help`;
  const [first, second] = wanted;
  if (!first || second)
    throw new UsageError('--to-repository is for one space: name it with --space', { hint });
  const url = String(flags.toRepository);
  const from = flags.importUrl ?? url;
  for (const [flag, address] of [
    ['--to-repository', url],
    ['--import-url', from],
  ] as const) {
    refuseUnsafe(flag, address);
    if (credentialsIn(address).length > 0 && !/^ssh:|^[\w.-]+@[^/]*$/i.test(address))
      throw new UsageError(`${flag} contains a password`, {
        code: 'CREDENTIALS_IN_URL',
        hint: 'leave it out of the URL: git takes it from its credential helpers',
      });
  }
  if (!/^(?:https?|file):\/\//i.test(from))
    throw new UsageError(`the host cannot read ${maskUrl(from)}: it reads https URLs`, {
      hint: 'add --import-url with the https URL of the same repository',
    });
  const branch = (flags.ref ?? 'main').replace(/^refs\/heads\//, '');
  if (!/^(?![-./])(?!.*(?:\.\.|\/\/|@\{|\.lock$|[./]$))[^\s~^:?*[\\]{1,200}$/.test(branch))
    throw new UsageError(`"${branch}" is not a valid branch name`, { hint });
  return { wanted: first, organizationId, to: { url, branch }, from };
}

/** Throws UsageError where no git may be started. */
function gitOf({ context }: RestoreRun): OwnGit {
  const { ownGit } = context;
  if (!ownGit) throw new UsageError('no programs are started here', { hint: 'run it in a terminal' });
  return ownGit;
}

const placeOf = ({ url, branch }: Destination): string => `${maskUrl(url)} (${branch})`;

async function countedPages(run: RestoreRun, spaceId: string): Promise<string> {
  const { allPages } = await import('../../domain/content/page-place.ts');
  const { pages } = await (await run.client()).call(listPages, { spaceId });
  return plural(allPages(pages).length, 'page');
}

/** What others see from then on, and what is replaced, is for the person to say. Throws InteractionError (exit 3). */
async function agree(run: RestoreRun, { wanted, to }: Job, pages: string | undefined): Promise<void> {
  const { title, into } = wanted;
  const act = `push space "${title}" to ${placeOf(to)} and import it from there into ${into === undefined ? 'a new space' : `space "${title}"`}`;
  const follows = `everyone who can read the repository can read its pages${pages === undefined ? '' : `; replaces ${pages}: ${REPLACED}`}`;
  await agreeTo(run, { act, follows });
}

async function showUnsent(run: RestoreRun, { wanted, to }: Job, pages: string | undefined): Promise<void> {
  const { backup, title, into } = wanted;
  await row(run, wanted, into ?? null, pages === undefined ? 'would be created' : `would replace ${pages}`);
  done(
    run.context.io,
    `dry run: space "${title}" would be pushed to ${placeOf(to)} and imported; nothing was sent`,
  );
  if (backup.pages.length === 0) note(run.context.io, 'the space has no pages');
}

async function row(
  run: RestoreRun,
  { backup, title }: Wanted,
  id: string | null,
  state: string,
): Promise<void> {
  const counts = { pages: backup.pages.length, files: backup.files.length, comments: 0 };
  await printRows(run, [{ kind: 'space', from: backup.entry.id, title, id, state, ...counts }]);
}

async function importPushed(run: RestoreRun, job: Job): Promise<void> {
  const { wanted, organizationId, to, from } = job;
  const client = await run.client();
  const made = wanted.into === undefined;
  const spaceId = wanted.into ?? (await client.call(createSpace, { ...newSpace(wanted), organizationId })).id;
  await restoreLevel(client, spaceId, wanted);
  const target = await client.call(getSpace, { spaceId });
  const ref = `refs/heads/${to.branch}`;
  try {
    await client.call(importGit, { spaceId, url: from, ref, force: true });
    await watchGit({ ...run, target, flags: { wait: true, waitTimeout: undefined } }, 'import');
  } catch (error) {
    note(
      run.context.io,
      shell`pushed but not imported: docs git import --space ${spaceId} --url ${from} --ref ${ref} --yes --wait`,
    );
    throw error;
  }
  await row(run, wanted, spaceId, made ? 'created' : 'replaced');
  const space = { id: spaceId, title: wanted.title };
  await refuseMoreBroken(run, await brokenNow(client, [{ entry: wanted.backup.entry, space }]));
}

// Files as one commit on a new branch of a repository, pushed by the git of the person. Nothing there is overwritten.

/** Runs git in a folder. */
type OwnGit = (
  args: readonly string[],
  cwd: string,
) => Promise<{ status: number; stdout: string; stderr: string }>;

interface Destination {
  url: string;
  /** Name of the branch, without `refs/heads/`. */
  branch: string;
}

/** Throws ConflictError `BRANCH_EXISTS` for a branch that is there, LocalIoError where the repository cannot be reached. */
async function refuseBranch(git: OwnGit, { url, branch }: Destination): Promise<void> {
  const { status, stdout, stderr } = await git(
    ['ls-remote', '--heads', '--', url, `refs/heads/${branch}`],
    tmpdir(),
  );
  if (status !== 0) throw failed('reach', url, stderr);
  if (stdout.trim() !== '') throw taken(url, branch);
}

/** Returns the ID of the commit. Throws as `refuseBranch` does. */
async function pushFiles(
  git: OwnGit,
  files: AsyncIterable<RepositoryFile>,
  { url, branch, message }: Destination & { message: string },
): Promise<{ commit: string; files: number }> {
  const folder = makeTemporaryFolder('docs-push-');
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

/** Throws UsageError for several spaces, LocalIoError for a folder that holds something. */
export async function writeRepository(run: RestoreRun, spaces: readonly BackupSpace[]): Promise<void> {
  const { io, cwd } = run.context;
  const typed = String(run.flags.toRepository);
  const [backup, second] = spaces;
  if (!backup || second) throw seeHelp(run.path, '--to-repository is for one space: name it with --space');
  const path = resolve(cwd, typed);
  refuseFull(path, typed);
  const what = `of space "${backup.entry.title}" to ${typed}`;
  if (run.flags.dryRun === true) return showUnwritten(run, backup, what);
  const { openExportFolder } = await import('../export/folder.ts');
  const folder = await openExportFolder(path);
  const written: string[] = [];
  try {
    for await (const { path: file, bytes } of repositoryFiles(backup)) {
      const staged = await folder.stage(file, (write) => write(bytes));
      await staged.place();
      written.push(file);
    }
  } catch (error) {
    // Only an empty folder is written to: the next run finds one.
    for (const file of written) await folder.remove(file).catch(() => {});
    throw error;
  } finally {
    await folder.close({ finished: false });
  }
  sayLeftOut(run, backup);
  done(io, `wrote ${plural(written.length, 'file')} ${what}`, {
    ...{ outcome: 'written', folder: path, files: written.length },
  });
  note(io, 'next: push the folder to a repository that the host can reach, then docs git import');
}

async function showUnwritten(run: RestoreRun, backup: BackupSpace, what: string): Promise<void> {
  let count = 0;
  for await (const _ of repositoryFiles(backup)) count += 1;
  sayLeftOut(run, backup);
  done(run.context.io, `dry run: ${plural(count, 'file')} ${what} would be written; nothing was sent`, {
    ...{ outcome: 'would be written', files: count },
  });
}

/** What no repository holds. */
function sayLeftOut(
  { context: { io } }: RestoreRun,
  { comments, reusable, changeRequests }: BackupSpace,
): void {
  if (comments.length > 0)
    note(io, `left out: ${plural(comments.length, 'comment')}, which no repository holds`);
  if (changeRequests.length > 0)
    note(io, `left out: ${plural(changeRequests.length, 'open change request')}, which no repository holds`);
  if (reusable.length > 0) note(io, `left out: reusable content ${reusable.join(', ')}`);
}

/** Throws UsageError for a file, LocalIoError for a folder with more in it than a new repository has. */
function refuseFull(path: string, typed: string): void {
  const found = statsAt(path, { to: 'write', shown: typed, behind: true });
  if (!found) return;
  const hint = 'choose an empty folder, or a new repository';
  if (!found.isDirectory()) throw notA('folder', typed, hint);
  const [other] = readdirSync(path).filter((name) => name !== '.git');
  if (other !== undefined)
    throw new LocalIoError(`"${typed}" is not empty: it contains ${other}`, {
      code: 'FOLDER_NOT_EMPTY',
      hint,
    });
}
