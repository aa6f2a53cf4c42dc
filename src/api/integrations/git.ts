// Git synchronisation of a space.
import { builders, resource, withFields } from '../schema.ts';
import * as wire from './git.generated.ts';

const { Str } = builders;
/** A branch, in full: `refs/heads/<branch>`. */
const Ref = Str({ pattern: '^refs/heads/[^\\s~^:?*\\[\\\\\\x00-\\x20\\x7f]+$', maxLength: 1024 });

/** What hosts refuse, and the contract does not say. */
const repository = { url: Str({ minLength: 1 }), ref: Ref };

const op = resource('git', {
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
  },
});
export const importGit = op('import', 'Import a git repository into a space', {
  ...wire.importGitRepository,
  body: withFields(wire.importGitRepository.body, repository),
  says: { standalone: 'create a revision without changing the content of the space' },
});
export const exportGit = op('export', 'Export a space to a git repository', {
  ...wire.exportToGitRepository,
  body: withFields(wire.exportToGitRepository.body, repository),
  says: {
    standalone: 'copy the content only: the space is not linked to the repository',
    commitMessage: 'commit message',
  },
});
export const getGitInfo = op('info', 'Show the git repository of a space', wire.getSpaceGitInfo);
export const removeLegacyGit = op('removeLegacy', 'Remove the legacy git integration of a space', {
  ...wire.deleteLegacyGitInstallation,
  token: 'internal',
});
