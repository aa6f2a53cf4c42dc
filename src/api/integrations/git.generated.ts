// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { GitSyncState } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Literal, Nullable, Num, Obj, Optional, RecordOf, Str, Union, Uri } =
  builders;

export const GitSyncInstallationTarget = Union([
  Obj({ type: Literal('space'), spaceId: Str(), siteId: Optional(Str()) }),
  Obj({ type: Literal('site'), siteId: Str() }),
]);
export type GitSyncInstallationTarget = Static<typeof GitSyncInstallationTarget>;

export const GitSyncInstallation = Obj({
  projectDirectory: Optional(Str()),
  commitMessageTemplate: Optional(Str()),
  previewExternalBranches: Optional(Bool()),
  agentInstructions: Optional(ArrayOf(Enum(['agents', 'claude']))),
  priority: Optional(Enum(['git', 'gitbook'])),
  provider: Enum(['github', 'gitlab']),
  providerConfiguration: Union([
    Obj({ repositoryId: Optional(Num()), branch: Optional(Str({ pattern: '^refs/heads/.+$' })) }),
    Obj({
      projectId: Optional(Num()),
      accessToken: Optional(Str()),
      customInstanceURL: Optional(Nullable(Str())),
      branch: Optional(Str({ pattern: '^refs/heads/.+$' })),
    }),
  ]),
  object: Literal('git-sync-installation'),
  id: Str(),
  parentInstallationId: Optional(Str()),
  target: GitSyncInstallationTarget,
  status: Enum(['unauthenticated', 'active', 'pending']),
  repositoryConnection: Optional(
    Obj({
      object: Literal('git-repository-connection'),
      id: Str(),
      provider: Enum(['github', 'gitlab']),
      repositoryId: Str(),
      repositoryName: Str(),
      repositoryUrl: Uri(),
      defaultBranch: Optional(Str()),
      authState: Enum(['pending', 'active', 'unauthenticated']),
      capabilities: Obj({ pullRequests: Bool(), commitStatuses: Bool() }),
      createdAt: DateTime(),
      updatedAt: DateTime(),
    }),
  ),
  repositoryRef: Optional(
    Obj({
      object: Literal('git-repository-ref'),
      id: Str(),
      name: Str(),
      type: Enum(['branch', 'tag', 'change-request-head']),
      latestObservedCommitId: Optional(Str()),
      latestImportedCommitId: Optional(Str()),
      updatedAt: DateTime(),
    }),
  ),
  syncRoot: Optional(
    Obj({
      object: Literal('git-sync-root'),
      id: Str(),
      installationId: Str(),
      target: GitSyncInstallationTarget,
      defaultMergeAuthorityPolicy: Enum(['provider', 'gitbook']),
      status: Enum(['active', 'disabled']),
      createdAt: DateTime(),
      updatedAt: DateTime(),
    }),
  ),
  createdAt: DateTime(),
  createdBy: Str(),
  updatedAt: DateTime(),
  urls: Obj({ location: Uri() }),
});
export type GitSyncInstallation = Static<typeof GitSyncInstallation>;

export const importGitRepository = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/git/import',
  body: Obj({
    url: Str(),
    ref: Str(),
    repoCacheID: Optional(Str()),
    repoTreeURL: Optional(Str()),
    repoCommitURL: Optional(Str()),
    repoProjectDirectory: Optional(Str()),
    timestamp: Optional(DateTime()),
    force: Optional(Bool()),
    standalone: Optional(Bool()),
    gitInfo: Optional(Obj({ provider: Optional(Enum(['github', 'gitlab'])), url: Optional(Str()) })),
  }),
  success: [204],
  token: 'any',
} as const;

export const exportToGitRepository = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/git/export',
  body: Obj({
    url: Str(),
    ref: Str(),
    commitMessage: Str(),
    repoCacheID: Optional(Str()),
    repoTreeURL: Optional(Str()),
    repoCommitURL: Optional(Str()),
    repoProjectDirectory: Optional(Str()),
    timestamp: Optional(DateTime()),
    force: Optional(Bool()),
    gitInfo: Optional(Obj({ provider: Optional(Enum(['github', 'gitlab'])), url: Optional(Str()) })),
    standalone: Optional(Bool()),
  }),
  success: [204],
  token: 'any',
} as const;

export const getSpaceGitInfo = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/git/info',
  result: GitSyncState,
  errors: [404],
} as const;

export const deleteLegacyGitInstallation = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/git/legacy-installation',
  only: '0.146.0',
} as const;

export const listSiteGitSyncInstallations = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/spaces/git/installations',
  result: Obj({ items: ArrayOf(GitSyncInstallation) }),
  errors: [400, 401, 404],
  only: '0.202.0',
} as const;

export const installGitSyncProviderOnTarget = {
  method: 'POST',
  path: '/v1/git/installations',
  body: Obj({ provider: Enum(['github', 'gitlab']), target: GitSyncInstallationTarget }),
  result: GitSyncInstallation,
  success: [201],
  errors: [404, 409],
  only: '0.202.0',
} as const;

export const getGitSyncInstallationById = {
  method: 'GET',
  path: '/v1/git/installations/{installationId}',
  result: GitSyncInstallation,
  errors: [401, 404],
  only: '0.202.0',
} as const;

export const updateGitSyncInstallationById = {
  method: 'PATCH',
  path: '/v1/git/installations/{installationId}',
  body: Obj({
    projectDirectory: Optional(Str()),
    commitMessageTemplate: Optional(Str()),
    previewExternalBranches: Optional(Bool()),
    agentInstructions: Optional(ArrayOf(Enum(['agents', 'claude']))),
    priority: Optional(Enum(['git', 'gitbook'])),
    provider: Enum(['github', 'gitlab']),
    providerConfiguration: Obj({
      repositoryId: Optional(Num()),
      branch: Optional(Str({ pattern: '^refs/heads/.+$' })),
      projectId: Optional(Num()),
      accessToken: Optional(Str()),
      customInstanceURL: Optional(Nullable(Str())),
    }),
    childInstallationProjectDirectories: Optional(RecordOf(Str(), Str())),
  }),
  result: GitSyncInstallation,
  errors: [401, 404, 409],
  only: '0.202.0',
} as const;

export const uninstallGitSyncInstallation = {
  method: 'DELETE',
  path: '/v1/git/installations/{installationId}',
  success: [205],
  errors: [404],
  only: '0.202.0',
} as const;

export const listGitHubRepositoriesForGitSyncInstallation = {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/github/repos',
  result: Obj({
    items: ArrayOf(
      Obj({
        id: Num(),
        accountName: Str(),
        repositoryName: Str(),
        fullName: Str(),
        defaultBranch: Nullable(Str()),
      }),
    ),
  }),
  errors: [401, 404],
  only: '0.202.0',
} as const;

export const listGitHubRepoBranchesForGitSyncInstallation = {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/github/repos/{accountName}/{repositoryName}/branches',
  result: Obj({ items: ArrayOf(Obj({ name: Str(), ref: Str() })) }),
  errors: [401, 404],
  only: '0.202.0',
} as const;

export const getGitHubRepoFileForGitSyncInstallation = {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/github/repos/{accountName}/{repositoryName}/file',
  query: Obj({ path: Str(), ref: Str() }),
  result: Obj({ name: Str(), path: Str(), sha: Str(), size: Num() }),
  errors: [401, 404],
  only: '0.202.0',
} as const;

export const listGitLabProjectsForGitSyncInstallation = {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/gitlab/projects',
  result: Obj({
    items: ArrayOf(
      Obj({
        id: Num(),
        accountName: Str(),
        repositoryName: Str(),
        fullName: Str(),
        defaultBranch: Nullable(Str()),
      }),
    ),
  }),
  errors: [401, 404],
  only: '0.202.0',
} as const;

export const listGitLabProjectBranchesForGitSyncInstallation = {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/gitlab/projects/{projectId}/branches',
  result: Obj({ items: ArrayOf(Obj({ name: Str(), ref: Str() })) }),
  errors: [401, 404],
  only: '0.202.0',
} as const;

export const getGitLabProjectFileForGitSyncInstallation = {
  method: 'GET',
  path: '/v1/git/installations/{installationId}/gitlab/projects/{projectId}/file',
  query: Obj({ path: Str(), ref: Str() }),
  result: Obj({ name: Str(), path: Str(), sha: Str(), size: Num() }),
  errors: [401, 404],
  only: '0.202.0',
} as const;
