// Reads the .gitbook.yaml of a commit.
import { ValidationError } from '../../../errors.ts';
import type { Git } from '../../../jobs/folder/git-binary.ts';
import { readBlobs } from '../../../jobs/folder/git-failure.ts';
import { inRepository } from '../../../jobs/folder/paths.ts';
import { type RepoSettings, readSettings, SETTINGS } from '../../../jobs/folder/settings.ts';

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
