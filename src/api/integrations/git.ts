// Git synchronisation of a space.

import { GitSync } from '../content/spaces.ts';
import { DateTime, Enum, operation, SpaceRef, Type } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Boolean: Bool } = Type;

/** A branch, in full: `refs/heads/<branch>`. */
export const Ref = Str({
  pattern: '^refs/heads/[^\\s~^:?*\\[\\\\\\x00-\\x20\\x7f]+$',
  maxLength: 1024,
  description: 'branch to use, as refs/heads/<branch>',
});

const repository = {
  url: Str({ minLength: 1, description: 'URL of the repository; may contain credentials' }),
  ref: Ref,
  repoCacheID: Optional(Str({ description: 'cache key shared by operations on one repository' })),
  repoTreeURL: Optional(Str({ description: 'URL prefix for files outside the project' })),
  repoCommitURL: Optional(Str({ description: 'URL prefix for commits' })),
  repoProjectDirectory: Optional(Str({ description: 'folder of the project in the repository' })),
  timestamp: Optional(DateTime({ description: 'time of the triggering event, used to order operations' })),
  force: Optional(Bool({ description: 'overwrite content on the other side' })),
  gitInfo: Optional(
    Obj({
      provider: Optional(Enum(['github', 'gitlab'], { description: 'provider to show for the space' })),
      url: Optional(Str({ description: 'repository URL to show for the space' })),
    }),
  ),
};

export const importGit = operation('git.import', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/git/import',
  summary: 'Import a git repository into a space',
  params: SpaceRef,
  body: Obj({
    ...repository,
    standalone: Optional(
      Bool({ description: 'create a revision without changing the content of the space' }),
    ),
  }),
  success: [204],
});

export const exportGit = operation('git.export', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/git/export',
  summary: 'Export a space to a git repository',
  params: SpaceRef,
  body: Obj({ ...repository, commitMessage: Str({ description: 'commit message' }) }),
  success: [204],
});

export const getGitInfo = operation('git.info', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/git/info',
  summary: 'Show the git repository of a space',
  params: SpaceRef,
  result: GitSync,
  errors: [404],
});

export const removeLegacyGit = operation('git.removeLegacy', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/git/legacy-installation',
  summary: 'Remove the legacy git integration of a space',
  params: SpaceRef,
  token: 'internal',
});
