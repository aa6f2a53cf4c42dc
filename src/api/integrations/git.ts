// Git synchronisation of a space.
import { resource, Type } from '../schema.ts';
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

const op = resource('git');

export const importGit = op('import', 'Import a git repository into a space', {
  ...wire.importGitRepository,
  body: Obj({ ...wire.importGitRepository.body.properties, ...repository }),
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
export const exportGit = op('export', 'Export a space to a git repository', {
  ...wire.exportToGitRepository,
  body: Obj({ ...wire.exportToGitRepository.body.properties, ...repository }),
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
export const getGitInfo = op('info', 'Show the git repository of a space', {
  ...wire.getSpaceGitInfo,
  errors: [404],
});
export const removeLegacyGit = op('removeLegacy', 'Remove the legacy git integration of a space', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/git/legacy-installation',
  token: 'internal',
});
