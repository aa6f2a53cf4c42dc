// Git synchronisation of a space.
import { operation, SpaceRef, Type } from '../schema.ts';
import * as wire from './git.generated.ts';

const { Object: Obj, String: Str } = Type;

/** A branch, in full: `refs/heads/<branch>`. */
const Ref = Str({
  pattern: '^refs/heads/[^\\s~^:?*\\[\\\\\\x00-\\x20\\x7f]+$',
  maxLength: 1024,
  description: 'branch to use, as refs/heads/<branch>',
});

/** What hosts refuse, and the contract does not say. */
const repository = { url: Str({ minLength: 1 }), ref: Ref };

export const importGit = operation('git.import', {
  ...wire.importGitRepository,
  body: Obj({ ...wire.importGitRepository.body.properties, ...repository }),
  summary: 'Import a git repository into a space',
  params: SpaceRef,
  says: {
    url: 'URL of the repository; may contain credentials',
    ref: 'branch to use, as refs/heads/<branch>',
    repoCacheID: 'cache key shared by operations on one repository',
    repoTreeURL: 'URL prefix for files outside the project',
    repoCommitURL: 'URL prefix for commits',
    repoProjectDirectory: 'folder of the project in the repository',
    timestamp: 'time of the triggering event, used to order operations',
    force: 'overwrite content on the other side',
    'gitInfo.provider': 'provider to show for the space',
    'gitInfo.url': 'repository URL to show for the space',
    standalone: 'create a revision without changing the content of the space',
  },
  token: 'any',
});

export const exportGit = operation('git.export', {
  ...wire.exportToGitRepository,
  body: Obj({ ...wire.exportToGitRepository.body.properties, ...repository }),
  summary: 'Export a space to a git repository',
  params: SpaceRef,
  says: {
    standalone: 'copy the content only: the space is not linked to the repository',
    url: 'URL of the repository; may contain credentials',
    ref: 'branch to use, as refs/heads/<branch>',
    repoCacheID: 'cache key shared by operations on one repository',
    repoTreeURL: 'URL prefix for files outside the project',
    repoCommitURL: 'URL prefix for commits',
    repoProjectDirectory: 'folder of the project in the repository',
    timestamp: 'time of the triggering event, used to order operations',
    force: 'overwrite content on the other side',
    'gitInfo.provider': 'provider to show for the space',
    'gitInfo.url': 'repository URL to show for the space',
    commitMessage: 'commit message',
  },
  token: 'any',
});

export const getGitInfo = operation('git.info', {
  ...wire.getSpaceGitInfo,
  summary: 'Show the git repository of a space',
  params: SpaceRef,
  errors: [404],
});

export const removeLegacyGit = operation('git.removeLegacy', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/git/legacy-installation',
  summary: 'Remove the legacy git integration of a space',
  params: SpaceRef,
  token: 'internal',
});
