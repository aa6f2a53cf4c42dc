// docs git: a space and its repository.

import { getSpace } from '../../../api/content/spaces.ts';
import { exportGit, getGitInfo, importGit, removeLegacyGit } from '../../../api/integrations/git.ts';
import { command, group } from '../../../engine/model/command.ts';
import { describe } from '../../../engine/run/target.ts';
import { WAIT_FLAGS } from '../../../engine/run/wait.ts';
import dangers from '../../../workflows/dangers/integrations.ts';
import { checkGitAddresses } from './git-address.ts';
import { importStakes, repositoryName } from './git-consent.ts';
import { gitBranches, gitFile, gitInstallations, gitRepos } from './git-installations.ts';
import { gitStatus } from './git-status.ts';
import { watchGit } from './git-wait.ts';

export default group(
  'git',
  'Sync spaces with git repositories',
  [
    command('import', importGit, {
      options: WAIT_FLAGS,
      prepare: checkGitAddresses,
      target: getSpace,
      ...dangers['git.import'],
      stakes: importStakes,
      done: 'started the git import of',
      check: 'docs git status --space {spaceId}',
      after: async (run) => watchGit(run, 'import'),
      examples: [
        'docs git import --space Guides --url https://git.example.com/guides.git --ref refs/heads/main --yes --dry-run',
      ],
      notes:
        'The import runs in the background; --wait reports the result. Credentials are safer in --data - than in --url.',
    }),
    command('export', exportGit, {
      options: WAIT_FLAGS,
      prepare: checkGitAddresses,
      target: getSpace,
      ...dangers['git.export'],
      stakes: ({ input }) => ({ change: `to ${repositoryName(input)}` }),
      done: 'started the git export of',
      check: 'docs git status --space {spaceId}',
      after: async (run) => watchGit(run, 'export'),
      examples: [
        'docs git export --space Guides --url https://git.example.com/guides.git --ref refs/heads/main --commit-message "Update docs" --yes --dry-run',
      ],
    }),
    command('info', getGitInfo, {
      columns: ['repoName', 'installationProvider', 'integration', 'url', 'updatedAt'],
      examples: ['docs git info --space "API reference"'],
    }),
    gitStatus,
    gitInstallations,
    gitRepos,
    gitBranches,
    gitFile,
    command('remove-legacy', removeLegacyGit, {
      args: ['spaceId'],
      ...dangers['git.removeLegacy'],
      target: getSpace,
      without: 'has no legacy git installation',
      success: (run) => `removed the legacy git integration of ${describe(run)}`,
      check: 'docs git info --space {spaceId}',
      examples: ['docs git remove-legacy "API reference" --yes'],
    }),
  ],
  [
    ['Show the sync status of all spaces', 'docs git status --all-spaces --stale 7d'],
    ['Show the repository of a space', 'docs git info --space "API reference"'],
    [
      'Preview an import',
      'docs git import --space Guides --url https://git.example.com/guides.git --ref refs/heads/main --yes --dry-run',
    ],
  ],
);
