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

const installationOp = resource('gitInstallations', {
  newer: 'git installations',
  says: {
    installationId: 'git installation',
    accountName: 'account',
    repositoryName: 'repository, as account/name, or a project ID',
    path: 'path of the file in the repository',
    ref: 'branch, tag or commit',
  },
});
export const listSiteGitInstallations = installationOp(
  'list',
  'List the git installations of a site and its spaces',
  {
    ...wire.listSiteGitSyncInstallations,
  },
);
export const createGitInstallation = installationOp(
  'create',
  'Start connecting a space or site to a git provider',
  {
    ...wire.installGitSyncProviderOnTarget,
    says: { provider: 'git provider', target: 'space or site to connect' },
  },
);
export const getGitInstallation = installationOp(
  'get',
  'Show a git installation',
  wire.getGitSyncInstallationById,
);
export const updateGitInstallation = installationOp(
  'update',
  'Choose the repository and settings of a git installation',
  {
    ...wire.updateGitSyncInstallationById,
    says: {
      projectDirectory: 'folder of the project in the repository',
      commitMessageTemplate: 'template of commit messages',
      previewExternalBranches: 'show previews of other branches',
      agentInstructions: 'instruction files for AI agents to write',
      priority: 'which side wins when they are first synced',
      childInstallationProjectDirectories: 'folder of each space of a site, by space ID',
    },
  },
);
export const deleteGitInstallation = installationOp(
  'delete',
  'Disconnect a space or site from its repository',
  {
    ...wire.uninstallGitSyncInstallation,
  },
);
export const listGitHubRepositories = installationOp(
  'githubRepositories',
  'List the repositories a git installation can use',
  wire.listGitHubRepositoriesForGitSyncInstallation,
);
export const listGitHubBranches = installationOp('githubBranches', 'List the branches of a repository', {
  ...wire.listGitHubRepoBranchesForGitSyncInstallation,
});
export const getGitHubFile = installationOp(
  'githubFile',
  'Show a file of a repository at a branch or commit',
  {
    ...wire.getGitHubRepoFileForGitSyncInstallation,
  },
);
export const listGitLabProjects = installationOp(
  'gitlabProjects',
  'List the projects a git installation can use',
  {
    ...wire.listGitLabProjectsForGitSyncInstallation,
  },
);
export const listGitLabBranches = installationOp('gitlabBranches', 'List the branches of a project', {
  ...wire.listGitLabProjectBranchesForGitSyncInstallation,
});
export const getGitLabFile = installationOp('gitlabFile', 'Show a file of a project at a branch or commit', {
  ...wire.getGitLabProjectFileForGitSyncInstallation,
});
