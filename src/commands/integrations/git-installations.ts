// docs git installations, repos, branches and file: which repository a space or site is connected to.

import { getSpace } from '../../api/content/spaces.ts';
import * as api from '../../api/integrations/git.ts';
import type { Operation } from '../../api/operation.ts';
import { getSite } from '../../api/sites/sites.ts';
import dangers from '../../domain/dangers/integrations.ts';
import { asItem } from '../../domain/reversals/reversal.ts';
import { APP_JOBS } from '../../engine/find/app-jobs.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { idBehind } from '../../engine/references/names.ts';
import type { Run } from '../../engine/run/run.ts';
import { seeHelp, UsageError } from '../../errors.ts';

const ROW = [
  'id',
  'provider',
  'status',
  'target',
  'repositoryConnection.repositoryName',
  'updatedAt',
] as const;
const labels = { 'repositoryConnection.repositoryName': 'repository', repositoryConnection: 'repository' };
const TARGET_FLAGS = [
  flag('--target-space <space>', 'space to connect'),
  flag('--target-site <site>', 'site to connect, with its spaces'),
] as const satisfies readonly Option[];

const SETUP_FLAGS = [
  flag('--repository <id>', 'ID of the repository or project', { reach: 'platform' }),
  flag('--branch <branch>', 'branch to sync with'),
] as const satisfies readonly Option[];

export const gitInstallations = subgroup(
  'installations',
  'Connect spaces and sites to git providers',
  [
    command('list', api.listSiteGitInstallations, {
      none: 'no git installations on site {}',
      rows: 'items',
      columns: ROW,
      labels,
      present,
      examples: ['docs git installations list --site "Tarnpost Docs"'],
    }),
    command('create', api.createGitInstallation, {
      columns: ROW,
      labels,
      present,
      options: TARGET_FLAGS,
      oneOf: ['--target', '--target-space', '--target-site'],
      refs: { 'target.spaceId': 'spaceId', 'target.siteId': 'siteId' },
      uses: [getSpace, getSite],
      prepare: readTarget,
      // No list holds those of one space; where there is one already, the platform refuses a second (409).
      check: 'again',
      success: (_, { id, provider }) =>
        `created the ${provider} installation (${id}); to authorize it in the app, ${APP_JOBS.git.place}`,
      notes: `The installation is pending until it is authorized in the app: ${APP_JOBS.git.place}.`,
      examples: ['docs git installations create --provider github --target-space Guides'],
    }),
    command('get', api.getGitInstallation, {
      args: ['installationId'],
      columns: [...ROW, 'providerConfiguration.branch', 'projectDirectory', 'priority'],
      labels: { ...labels, 'providerConfiguration.branch': 'branch', projectDirectory: 'folder' },
      present,
      examples: ['docs git installations get AdrteikUzWdaEmed9jvJ'],
    }),
    command('update', api.updateGitInstallation, {
      args: ['installationId'],
      ...dangers['gitInstallations.update'],
      columns: ROW,
      labels,
      present,
      hidden: ['provider', 'providerConfiguration'],
      supplied: ['provider', 'providerConfiguration'],
      options: SETUP_FLAGS,
      prepare: readSetup,
      target: api.getGitInstallation,
      check: 'docs git installations get {installationId}',
      success: (_, { id }) => `updated git installation${idBehind(id)}`,
      examples: ['docs git installations update AdrteikUzWdaEmed9jvJ --project-directory docs'],
      notes:
        'An access token of GitLab is read from a file: set providerConfiguration.accessToken there, and pass the file with --data. For the IDs of repositories, use docs git repos',
    }),
    command('delete', api.deleteGitInstallation, {
      args: ['installationId'],
      ...dangers['gitInstallations.delete'],
      target: api.getGitInstallation,
      stakes: ({ input }) => ({ what: `git installation ${input.installationId}` }),
      success: ({ input }) => `deleted git installation (${input.installationId})`,
      check: 'docs git installations get {installationId}',
      examples: ['docs git installations delete AdrteikUzWdaEmed9jvJ --yes --dry-run'],
    }),
  ],
  [
    ['See what a site is connected to', 'list'],
    ['Connect a space', 'create'],
  ],
);

export const gitRepos = command('repos', api.listGitHubRepositories, {
  args: ['installationId'],
  none: 'no repositories for git installation {}',
  rows: 'items',
  columns: ['id', 'fullName', 'defaultBranch'],
  uses: [api.getGitInstallation, api.listGitLabProjects],
  prepare: (run) => byProvider(run, api.listGitLabProjects),
  examples: ['docs git repos AdrteikUzWdaEmed9jvJ'],
});

export const gitBranches = command('branches', api.listGitHubBranches, {
  args: ['installationId', 'repositoryName'],
  none: 'no branches',
  rows: 'items',
  idField: 'name',
  columns: ['name', 'ref'],
  uses: [api.getGitInstallation, api.listGitLabBranches],
  prepare: (run) => byProvider(run, api.listGitLabBranches),
  examples: ['docs git branches AdrteikUzWdaEmed9jvJ tarnpost/guides --dry-run'],
});

export const gitFile = command('file', api.getGitHubFile, {
  args: ['installationId', 'repositoryName'],
  idField: 'sha',
  columns: ['name', 'path', 'sha', 'size'],
  uses: [api.getGitInstallation, api.getGitLabFile],
  prepare: (run) => byProvider(run, api.getGitLabFile),
  examples: ['docs git file AdrteikUzWdaEmed9jvJ tarnpost/guides --path README.md --ref main --dry-run'],
});

/** A target as `space Fh0f...`. */
function present(row: object) {
  const { target } = asItem(row);
  const { type, spaceId, siteId } = asItem(target);
  return {
    ...row,
    target: [type, spaceId ?? siteId].filter((one) => one !== undefined && one !== null).join(' '),
  };
}

async function readTarget(run: Run<FlagsOf<typeof TARGET_FLAGS>>): Promise<void> {
  const { targetSpace, targetSite } = run.flags;
  if (targetSpace !== undefined && targetSite !== undefined)
    throw new UsageError('--target-space and --target-site cannot be used together', {
      hint: `${run.path} --provider github --target-space <space>`,
    });
  if (targetSpace !== undefined)
    run.input = { ...run.input, target: { type: 'space', spaceId: targetSpace } };
  if (targetSite !== undefined) run.input = { ...run.input, target: { type: 'site', siteId: targetSite } };
}

/** The provider is that of the installation; a branch by its short name is understood. */
async function readSetup(run: Run<FlagsOf<typeof SETUP_FLAGS>>): Promise<void> {
  const { repository, branch } = run.flags;
  const provider = run.input.provider ?? (await providerOf(run));
  const given = asItem(run.input.providerConfiguration);
  if (repository !== undefined && !/^\d+$/.test(repository))
    throw new UsageError(`--repository must be a number, not "${repository}"`, {
      hint: 'docs git repos --help',
    });
  run.input = {
    ...run.input,
    provider,
    providerConfiguration: {
      ...given,
      ...(repository !== undefined && {
        [provider === 'gitlab' ? 'projectId' : 'repositoryId']: Number(repository),
      }),
      ...(branch !== undefined && {
        branch: branch.startsWith('refs/') ? branch : `refs/heads/${branch}`,
      }),
    },
  };
}

async function providerOf(run: Run): Promise<unknown> {
  const client = await run.client();
  const found = await client.call(api.getGitInstallation, {
    installationId: String(run.input.installationId),
  });
  return found?.provider;
}

/** GitHub knows a repository by account and name, GitLab a project by its ID. */
async function byProvider(run: Run, gitLab: Operation): Promise<void> {
  const { repositoryName, ...rest } = run.input;
  if (rest.installationId === undefined)
    throw new UsageError('no git installation given', { hint: 'docs git installations list --site <site>' });
  const isGitLab = (await providerOf(run)) === 'gitlab';
  if (isGitLab) run.operation = gitLab;
  if (repositoryName === undefined || 'projectId' in rest || 'accountName' in rest) return;
  if (isGitLab) {
    run.input = { ...rest, projectId: repositoryName };
    return;
  }
  const [, accountName, name] = /^([^/]+)\/([^/]+)$/.exec(String(repositoryName)) ?? [];
  if (accountName === undefined)
    throw seeHelp(run.path, `"${repositoryName}" is not a repository: write account/name`);
  run.input = { ...rest, accountName, repositoryName: name };
}
