// Git synchronisation of a space (specification, document 1, Git).
import { DateTime, Enum, operation, SpaceRef, Type } from './schema.ts';
import { GitSync } from './spaces.ts';

const { Object: Obj, String: Str, Optional, Boolean: Bool } = Type;

/** A branch, in full: `refs/heads/<branch>`. */
export const Ref = Str({
  pattern: '^refs/heads/[^\\s~^:?*\\[\\\\\\x00-\\x20\\x7f]+$',
  maxLength: 1024,
  description: 'refs/heads/<branch>',
});

const repository = {
  url: Str({ minLength: 1, description: 'repository; may embed basic-auth credentials' }),
  ref: Ref,
  repoCacheID: Optional(Str({ description: 'cache key shared by operations on one repository' })),
  repoTreeURL: Optional(Str({ description: 'prefix of references to files outside the project' })),
  repoCommitURL: Optional(Str({ description: 'prefix of commit URLs' })),
  repoProjectDirectory: Optional(Str({ description: 'root of the project in the repository' })),
  timestamp: Optional(DateTime({ description: 'time of the event that triggers it; orders operations' })),
  force: Optional(Bool({ description: 'overwrite what the other side has' })),
  gitInfo: Optional(
    Obj({
      provider: Optional(Enum(['github', 'gitlab'], { description: 'provider shown for the space' })),
      url: Optional(Str({ description: 'repository URL shown for the space' })),
    }),
  ),
};

export const importGit = operation('git.import', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/git/import',
  summary: 'Import the content of a space from a git repository',
  params: SpaceRef,
  body: Obj({
    ...repository,
    standalone: Optional(Bool({ description: 'make a revision, leave the content of the space as it is' })),
  }),
  success: [204],
  source: 'document 1, Git',
});

export const exportGit = operation('git.export', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/git/export',
  summary: 'Export the content of a space to a git repository',
  params: SpaceRef,
  body: Obj({ ...repository, commitMessage: Str({ description: 'message of the commit' }) }),
  success: [204],
  source: 'document 1, Git',
});

export const getGitInfo = operation('git.info', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/git/info',
  summary: 'Show which repository a space is synchronised with',
  params: SpaceRef,
  result: GitSync,
  errors: [404],
  source: 'document 1, Git',
});

export const removeLegacyGit = operation('git.removeLegacy', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/git/legacy-installation',
  summary: 'Remove the legacy git installation of a space',
  params: SpaceRef,
  token: 'internal',
  source: 'document 1, Git',
});
