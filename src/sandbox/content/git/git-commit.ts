// Commits a set of changed files on top of a commit, and pushes: no working copy is ever made.
import { ConflictError, LocalIoError } from '../../../errors.ts';
import { maskUrls } from '../../../files/mask-url.ts';
import { gitFailure } from '../../../jobs/folder/git-failure.ts';
import type { Repository } from './git-repository.ts';

export interface Author {
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
export async function commitFiles({ git }: Repository, input: CommitInput): Promise<string> {
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
export async function pushCommit(
  { git, address, branch }: Repository,
  oid: string,
  force: boolean,
): Promise<void> {
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
