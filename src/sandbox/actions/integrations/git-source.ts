// What import and export say of the repository, and how it is handed to the git engine.

import type { RepoSettings } from '../../../jobs/folder/settings.ts';
import { clonesFolder, makeClonesFolder } from '../../clones.ts';
import type { Hash } from '../../content/model.ts';
import { gitStore } from '../../db/integrations/git-operations.ts';
import type { Sandbox } from '../../sandbox.ts';
import { withoutCredentials } from './git-address.ts';

/** The fields import and export have in common, as the documents name them. */
export interface GitFields {
  spaceId: string;
  /** May hold credentials: it goes to git, and nowhere else. */
  url: string;
  /** `refs/heads/<branch>` */
  ref: string;
  repoCacheID?: string;
  repoTreeURL?: string;
  repoCommitURL?: string;
  repoProjectDirectory?: string;
  timestamp?: string;
  force?: boolean;
  gitInfo?: { provider?: 'github' | 'gitlab'; url?: string };
}

/** Repository, branch and directory in one text: what a space has in common with one says nothing of another. */
export function repositoryKey({ url, ref, repoProjectDirectory = '' }: GitFields): string {
  const directory = repoProjectDirectory.split('/').filter((part) => part !== '' && part !== '.');
  return [withoutCredentials(url), ref, directory.join('/')].join('\n');
}

/** The tree that space and branch had in common last; undefined before the first synchronisation with that branch. */
export function commonTree({ db }: Sandbox, fields: GitFields): Hash | undefined {
  const setup = gitStore(db).setup(fields.spaceId);
  return setup?.syncedWith === repositoryKey(fields) ? (setup.syncedTree ?? undefined) : undefined;
}

/** What is kept of the .gitbook.yaml that a repository has. */
export const setupOf = ({ text, redirects }: RepoSettings) => ({
  settings: text ?? null,
  redirects: Object.keys(redirects).length > 0 ? JSON.stringify(redirects) : null,
});

/** What the git engine needs of the fields; makes the folder of clones. Throws LocalIoError. */
export function sourceOf(sandbox: Sandbox, fields: GitFields) {
  const { url, ref, repoCacheID, repoTreeURL, repoProjectDirectory } = fields;
  return {
    url,
    ref,
    cacheDir: makeClonesFolder(clonesFolder(sandbox.file)),
    env: sandbox.env,
    ...(repoCacheID !== undefined && { cacheId: repoCacheID }),
    // It is written into pages.
    ...(repoTreeURL !== undefined && { treeUrl: withoutCredentials(repoTreeURL) }),
    ...(repoProjectDirectory !== undefined && { projectDirectory: repoProjectDirectory }),
  };
}
