// Made by npm run contract from version 0.202.0 of the published contract.
import { GitSyncState } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';

const { Bool, DateTime, Enum, Obj, Optional, Str } = builders;

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
