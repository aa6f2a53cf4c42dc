// Connections of spaces and sites to repositories of GitHub and GitLab.
import type { Static } from '@sinclair/typebox';
import { Enum, Nullable, resource, Type } from '../schema.ts';
import * as wire from './git-installations.generated.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Boolean: Bool,
  Number: Num,
  Record: RecordOf,
} = Type;
const Provider = Enum(['github', 'gitlab']);
const Branch = Str({ pattern: '^refs/heads/.+$' });

const GitSyncInstallationTarget = wire.GitSyncInstallationTarget;
export type GitSyncInstallationTarget = Static<typeof GitSyncInstallationTarget>;

/** Of GitHub a repository, of GitLab a project; the token is never answered. */
const ProviderConfiguration = Obj({
  repositoryId: Optional(Num()),
  projectId: Optional(Num()),
  accessToken: Optional(Str()),
  customInstanceURL: Optional(Nullable(Str())),
  branch: Optional(Branch),
});

const setup = {
  projectDirectory: Optional(Str({ description: 'folder of the project in the repository' })),
  commitMessageTemplate: Optional(Str({ description: 'template of commit messages' })),
  previewExternalBranches: Optional(Bool({ description: 'show previews of other branches' })),
  agentInstructions: Optional(
    ArrayOf(Enum(['agents', 'claude']), { description: 'instruction files for AI agents to write' }),
  ),
  priority: Optional(Enum(['git', 'gitbook'], { description: 'which side wins when they are first synced' })),
};

export const GitSyncInstallation = wire.GitSyncInstallation;
export type GitSyncInstallation = Static<typeof GitSyncInstallation>;

const op = resource('gitInstallations', {
  newer: 'git installations',
  says: {
    installationId: 'git installation',
    accountName: 'account',
    repositoryName: 'repository, as account/name, or a project ID',
  },
});
export const listSiteGitInstallations = op('list', 'List the git installations of a site and its spaces', {
  ...wire.listSiteGitSyncInstallations,
});
export const createGitInstallation = op('create', 'Start connecting a space or site to a git provider', {
  ...wire.installGitSyncProviderOnTarget,
  says: { provider: 'git provider', target: 'space or site to connect' },
});
export const getGitInstallation = op('get', 'Show a git installation', {
  ...wire.getGitSyncInstallationById,
});
export const updateGitInstallation = op(
  'update',
  'Choose the repository and settings of a git installation',
  {
    ...wire.updateGitSyncInstallationById,
    body: Obj({
      provider: Provider,
      providerConfiguration: ProviderConfiguration,
      ...setup,
      childInstallationProjectDirectories: Optional(
        RecordOf(Str(), Str(), { description: 'folder of each space of a site, by space ID' }),
      ),
    }),
  },
);
export const deleteGitInstallation = op('delete', 'Disconnect a space or site from its repository', {
  ...wire.uninstallGitSyncInstallation,
});
export const listGitHubRepositories = op(
  'githubRepositories',
  'List the repositories a git installation can use',
  {
    ...wire.listGitHubRepositoriesForGitSyncInstallation,
  },
);
export const listGitHubBranches = op('githubBranches', 'List the branches of a repository', {
  ...wire.listGitHubRepoBranchesForGitSyncInstallation,
});
export const getGitHubFile = op('githubFile', 'Show a file of a repository at a branch or commit', {
  ...wire.getGitHubRepoFileForGitSyncInstallation,
  says: { path: 'path of the file in the repository', ref: 'branch, tag or commit' },
});
export const listGitLabProjects = op('gitlabProjects', 'List the projects a git installation can use', {
  ...wire.listGitLabProjectsForGitSyncInstallation,
});
export const listGitLabBranches = op('gitlabBranches', 'List the branches of a project', {
  ...wire.listGitLabProjectBranchesForGitSyncInstallation,
});
export const getGitLabFile = op('gitlabFile', 'Show a file of a project at a branch or commit', {
  ...wire.getGitLabProjectFileForGitSyncInstallation,
  says: { path: 'path of the file in the repository', ref: 'branch, tag or commit' },
});
