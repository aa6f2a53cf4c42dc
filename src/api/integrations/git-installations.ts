// Connections of spaces and sites to repositories of GitHub and GitLab.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, NoParams, Nullable, operation, SiteRef, Type } from '../schema.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Union,
  Literal,
  Boolean: Bool,
  Number: Num,
  Record: RecordOf,
} = Type;

const Provider = Enum(['github', 'gitlab']);
const Branch = Str({ pattern: '^refs/heads/.+$' });

const GitSyncInstallationTarget = Union([
  Obj({ type: Literal('space'), spaceId: Str(), siteId: Optional(Str()) }),
  Obj({ type: Literal('site'), siteId: Str() }),
]);
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

const GitRepositoryConnection = Obj({
  object: Literal('git-repository-connection'),
  id: Str(),
  provider: Provider,
  repositoryId: Str(),
  repositoryName: Str(),
  repositoryUrl: Str(),
  defaultBranch: Optional(Str()),
  authState: Enum(['pending', 'active', 'unauthenticated']),
  capabilities: Obj({ pullRequests: Bool(), commitStatuses: Bool() }),
  createdAt: DateTime(),
  updatedAt: DateTime(),
});
const GitRepositoryRef = Obj({
  object: Literal('git-repository-ref'),
  id: Str(),
  name: Str(),
  type: Enum(['branch', 'tag', 'change-request-head']),
  latestObservedCommitId: Optional(Str()),
  latestImportedCommitId: Optional(Str()),
  updatedAt: DateTime(),
});
const GitSyncRoot = Obj({
  object: Literal('git-sync-root'),
  id: Str(),
  installationId: Str(),
  target: GitSyncInstallationTarget,
  defaultMergeAuthorityPolicy: Enum(['provider', 'gitbook']),
  status: Enum(['active', 'disabled']),
  createdAt: DateTime(),
  updatedAt: DateTime(),
});

export const GitSyncInstallation = Obj({
  object: Literal('git-sync-installation'),
  id: Str(),
  parentInstallationId: Optional(Str()),
  provider: Provider,
  providerConfiguration: ProviderConfiguration,
  ...setup,
  target: GitSyncInstallationTarget,
  status: Enum(['unauthenticated', 'active', 'pending']),
  repositoryConnection: Optional(GitRepositoryConnection),
  repositoryRef: Optional(GitRepositoryRef),
  syncRoot: Optional(GitSyncRoot),
  createdAt: DateTime(),
  createdBy: Str(),
  updatedAt: DateTime(),
  urls: Obj({ location: Str() }),
});
export type GitSyncInstallation = Static<typeof GitSyncInstallation>;

const repository = { id: Num(), accountName: Str(), repositoryName: Str(), fullName: Str() };
const GitSyncGitHubRepository = Obj({ ...repository, defaultBranch: Nullable(Str()) });
const GitSyncGitLabProject = Obj({ ...repository, defaultBranch: Nullable(Str()) });
const GitSyncBranch = Obj({ name: Str(), ref: Str() });
const GitSyncRepositoryFile = Obj({ name: Str(), path: Str(), sha: Str(), size: Num() });

const InstallationRef = { installationId: Str({ description: 'git installation' }) };
const GitHubRef = Obj({
  ...InstallationRef,
  accountName: Str({ description: 'account' }),
  repositoryName: Str({ description: 'repository, as account/name, or a project ID' }),
});
const GitLabRef = Obj({ ...InstallationRef, projectId: Str({ description: 'project' }) });
const FileQuery = Obj({
  path: Str({ description: 'path of the file in the repository' }),
  ref: Str({ description: 'branch, tag or commit' }),
});
const newer = 'git installations';

export const listSiteGitInstallations = operation('gitInstallations.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/spaces/git/installations',
  summary: 'List the git installations of a site and its spaces',
  params: SiteRef,
  result: Obj({ items: ArrayOf(GitSyncInstallation) }),
  errors: [400, 401, 404],
  newer,
});

export const createGitInstallation = operation('gitInstallations.create', {
  method: 'POST',
  path: '/v1/git/installations',
  summary: 'Start connecting a space or site to a git provider',
  params: NoParams,
  body: Obj({
    provider: Enum(['github', 'gitlab'], { description: 'git provider' }),
    target: Union(GitSyncInstallationTarget.anyOf, { description: 'space or site to connect' }),
  }),
  result: GitSyncInstallation,
  success: [201],
  errors: [404, 409],
  newer,
});

export const getGitInstallation = operation('gitInstallations.get', {
  method: 'GET',
  path: '/v1/git/installations/{installationId}',
  summary: 'Show a git installation',
  params: Obj(InstallationRef),
  result: GitSyncInstallation,
  errors: [401, 404],
  newer,
});

export const updateGitInstallation = operation('gitInstallations.update', {
  method: 'PATCH',
  path: '/v1/git/installations/{installationId}',
  summary: 'Choose the repository and settings of a git installation',
  params: Obj(InstallationRef),
  body: Obj({
    provider: Provider,
    providerConfiguration: ProviderConfiguration,
    ...setup,
    childInstallationProjectDirectories: Optional(
      RecordOf(Str(), Str(), { description: 'folder of each space of a site, by space ID' }),
    ),
  }),
  result: GitSyncInstallation,
  errors: [401, 404, 409],
  newer,
});

export const deleteGitInstallation = operation('gitInstallations.delete', {
  method: 'DELETE',
  path: '/v1/git/installations/{installationId}',
  summary: 'Disconnect a space or site from its repository',
  params: Obj(InstallationRef),
  success: [205],
  errors: [404],
  newer,
});

export const listGitHubRepositories = operation('gitInstallations.githubRepositories', {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/github/repos',
  summary: 'List the repositories a git installation can use',
  params: Obj(InstallationRef),
  result: Obj({ items: ArrayOf(GitSyncGitHubRepository) }),
  errors: [401, 404],
  newer,
});

export const listGitHubBranches = operation('gitInstallations.githubBranches', {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/github/repos/{accountName}/{repositoryName}/branches',
  summary: 'List the branches of a repository',
  params: GitHubRef,
  result: Obj({ items: ArrayOf(GitSyncBranch) }),
  errors: [401, 404],
  newer,
});

export const getGitHubFile = operation('gitInstallations.githubFile', {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/github/repos/{accountName}/{repositoryName}/file',
  summary: 'Show a file of a repository at a branch or commit',
  params: GitHubRef,
  query: FileQuery,
  result: GitSyncRepositoryFile,
  errors: [401, 404],
  newer,
});

export const listGitLabProjects = operation('gitInstallations.gitlabProjects', {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/gitlab/projects',
  summary: 'List the projects a git installation can use',
  params: Obj(InstallationRef),
  result: Obj({ items: ArrayOf(GitSyncGitLabProject) }),
  errors: [401, 404],
  newer,
});

export const listGitLabBranches = operation('gitInstallations.gitlabBranches', {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/gitlab/projects/{projectId}/branches',
  summary: 'List the branches of a project',
  params: GitLabRef,
  result: Obj({ items: ArrayOf(GitSyncBranch) }),
  errors: [401, 404],
  newer,
});

export const getGitLabFile = operation('gitInstallations.gitlabFile', {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/gitlab/projects/{projectId}/file',
  summary: 'Show a file of a project at a branch or commit',
  params: GitLabRef,
  query: FileQuery,
  result: GitSyncRepositoryFile,
  errors: [401, 404],
  newer,
});
