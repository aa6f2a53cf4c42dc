// Connections of spaces and sites to repositories of GitHub and GitLab.
import { resource } from '../schema.ts';
import * as wire from './git-installations.generated.ts';

const op = resource('gitInstallations', {
  newer: 'git installations',
  says: {
    installationId: 'git installation',
    accountName: 'account',
    repositoryName: 'repository, as account/name, or a project ID',
    path: 'path of the file in the repository',
    ref: 'branch, tag or commit',
  },
});
export const listSiteGitInstallations = op('list', 'List the git installations of a site and its spaces', {
  ...wire.listSiteGitSyncInstallations,
});
export const createGitInstallation = op('create', 'Start connecting a space or site to a git provider', {
  ...wire.installGitSyncProviderOnTarget,
  says: { provider: 'git provider', target: 'space or site to connect' },
});
export const getGitInstallation = op('get', 'Show a git installation', wire.getGitSyncInstallationById);
export const updateGitInstallation = op(
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
export const deleteGitInstallation = op('delete', 'Disconnect a space or site from its repository', {
  ...wire.uninstallGitSyncInstallation,
});
export const listGitHubRepositories = op(
  'githubRepositories',
  'List the repositories a git installation can use',
  wire.listGitHubRepositoriesForGitSyncInstallation,
);
export const listGitHubBranches = op('githubBranches', 'List the branches of a repository', {
  ...wire.listGitHubRepoBranchesForGitSyncInstallation,
});
export const getGitHubFile = op('githubFile', 'Show a file of a repository at a branch or commit', {
  ...wire.getGitHubRepoFileForGitSyncInstallation,
});
export const listGitLabProjects = op('gitlabProjects', 'List the projects a git installation can use', {
  ...wire.listGitLabProjectsForGitSyncInstallation,
});
export const listGitLabBranches = op('gitlabBranches', 'List the branches of a project', {
  ...wire.listGitLabProjectBranchesForGitSyncInstallation,
});
export const getGitLabFile = op('gitlabFile', 'Show a file of a project at a branch or commit', {
  ...wire.getGitLabProjectFileForGitSyncInstallation,
});
