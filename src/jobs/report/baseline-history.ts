// What a baseline held at each of its commits: how findings came and went, where the file is kept in git.

import { basename, dirname } from 'node:path';
import { LocalIoError } from '../../errors.ts';
import { jsonIn } from '../../files/texts.ts';
import { type GitOptions, openGit } from '../../folder/git-binary.ts';
import { type Known, knownIn } from './baseline.ts';

export interface Earlier {
  at: string;
  known: readonly Known[];
}

/** As many columns as a page has room for. */
const MOST_COMMITS = 60;

/** The oldest first; none where the file is in no repository, or git is missing. */
export async function baselineHistory(
  path: string,
  where: Pick<GitOptions, 'env' | 'signal'>,
): Promise<Earlier[]> {
  const [cwd, name] = [dirname(path), basename(path)];
  try {
    // Nobody's settings are read, so the owner of a checkout that another user made is not asked for.
    const git = openGit({ ...where, home: cwd, config: { 'safe.directory': '*' } });
    const lines = ['log', '-n', String(MOST_COMMITS), '--format=%H %cI', '--', name];
    const { status, stdout } = await git(lines, { cwd });
    if (status !== 0) return [];
    const found: Earlier[] = [];
    for (const line of stdout.toString().split('\n').filter(Boolean).reverse()) {
      const [commit = '', at = ''] = line.split(' ');
      // A commit may have deleted the file.
      const known = knownIn(jsonIn((await git(['show', `${commit}:./${name}`], { cwd })).stdout.toString()));
      if (known) found.push({ at, known });
    }
    return found;
  } catch (error) {
    if (error instanceof LocalIoError && error.code === 'GIT_MISSING') return [];
    throw error;
  }
}
