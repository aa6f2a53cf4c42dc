// Connections of spaces and sites to repositories, and what is in those.

import type {
  GitSyncInstallation,
  GitSyncInstallationTarget,
} from '../../../api/integrations/git.generated.ts';
import * as api from '../../../api/integrations/git.ts';
import { clonesFolder, makeClonesFolder } from '../../clones.ts';
import {
  branchesOf,
  commitAt,
  defaultBranchOf,
  fileAt,
  type LocalRepository,
  localRepositories,
} from '../../content/git/local-repositories.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { spaces } from '../../db/content/spaces.ts';
import { type GitInstallationRow, gitInstallations } from '../../db/integrations/git.ts';
import { deleted, type FidelityOf, handle, handleChange, reply } from '../../handler.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';
import { readSite } from '../sites/settings.ts';
import * as installations from './git-installations-rules.ts';
import { statusOf } from './git-installations-rules.ts';

// Connections to repositories as the platform shows them: with the repository, its branch, and what is synced with it.

/** Where git works for the sandbox. */
const gitPlace = (sandbox: Sandbox) => ({
  home: makeClonesFolder(clonesFolder(sandbox.file)),
  env: sandbox.env,
});

type Setup = GitInstallationRow['settings'];

async function gitInstallationView(sandbox: Sandbox, row: GitInstallationRow): Promise<GitSyncInstallation> {
  const { id, provider, createdAt, createdBy, updatedAt, repository, branch } = row;
  const found = localRepositories(sandbox.file).find((one) => one.id === repository);
  const chosen = provider === 'github' ? 'repositoryId' : 'projectId';
  const setup = row.settings;
  return {
    object: 'git-sync-installation',
    id,
    ...(row.parent !== null && { parentInstallationId: row.parent }),
    provider,
    providerConfiguration: {
      ...(repository !== null && { [chosen]: repository }),
      ...(branch !== null && { branch }),
    },
    ...setup,
    target: targetOf(row),
    status: statusOf(row),
    ...(found && { repositoryConnection: await connection(sandbox, row, found) }),
    ...(found && branch !== null && { repositoryRef: await branchRef(sandbox, row, found, branch) }),
    ...(statusOf(row) === 'active' && { syncRoot: syncRoot(row, setup) }),
    createdAt,
    createdBy,
    updatedAt,
    urls: { location: locationUrl(sandbox, `/v1/git/installations/${id}`) },
  };
}

const targetOf = ({ targetKind, target }: GitInstallationRow): GitSyncInstallationTarget =>
  targetKind === 'space' ? { type: 'space', spaceId: target } : { type: 'site', siteId: target };

async function connection(sandbox: Sandbox, row: GitInstallationRow, found: LocalRepository) {
  const { id, provider, createdAt, updatedAt } = row;
  const defaultBranch = await defaultBranchOf(found, gitPlace(sandbox));
  return {
    object: 'git-repository-connection' as const,
    id,
    provider,
    repositoryId: String(found.id),
    repositoryName: found.fullName,
    repositoryUrl: `file://${found.folder}`,
    ...(defaultBranch !== null && { defaultBranch }),
    authState: statusOf(row) === 'unauthenticated' ? ('unauthenticated' as const) : ('active' as const),
    capabilities: { pullRequests: false, commitStatuses: false },
    createdAt,
    updatedAt,
  };
}

/** The branch with its commit now, and with the one that the space holds where that is of this repository. */
async function branchRef(
  sandbox: Sandbox,
  { id, targetKind, target, updatedAt }: GitInstallationRow,
  found: LocalRepository,
  branch: string,
) {
  const observed = await commitAt(found, branch, gitPlace(sandbox));
  const imported = targetKind === 'space' ? importedCommit(sandbox, target, branch) : undefined;
  const isHere = imported !== undefined && (await commitAt(found, imported, gitPlace(sandbox))) !== undefined;
  return {
    object: 'git-repository-ref' as const,
    id: `${id}-ref`,
    name: branch.replace('refs/heads/', ''),
    type: 'branch' as const,
    ...(observed !== undefined && { latestObservedCommitId: observed }),
    ...(isHere && { latestImportedCommitId: imported }),
    updatedAt,
  };
}

function importedCommit({ db }: Sandbox, spaceId: string, branch: string): string | undefined {
  const space = spaces(db).find({ id: spaceId });
  const git = space && revisionsStore(db).get(space.revision)?.git;
  return git?.ref === branch || git?.ref === branch.replace('refs/heads/', '') ? git?.oid : undefined;
}

const syncRoot = (row: GitInstallationRow, { priority }: Setup) => ({
  object: 'git-sync-root' as const,
  id: `${row.id}-root`,
  installationId: row.id,
  target: targetOf(row),
  defaultMergeAuthorityPolicy: priority === 'gitbook' ? ('gitbook' as const) : ('provider' as const),
  status: 'active' as const,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

async function listed(call: Call, repositories: readonly LocalRepository[]) {
  const items = [];
  for (const one of repositories) {
    const { folder: _, ...shown } = one;
    items.push({ ...shown, defaultBranch: await defaultBranchOf(one, gitPlace(call)) });
  }
  return { items };
}

function named(repositories: readonly LocalRepository[], fullName: string): LocalRepository {
  const found = repositories.find((one) => one.fullName === fullName || String(one.id) === fullName);
  if (!found) throw notFound('repository', fullName);
  return found;
}

async function showFile(call: Call, repository: LocalRepository, at: { path: string; ref: string }) {
  const found = await fileAt(repository, at, gitPlace(call));
  if (!found) throw notFound('file', `${at.path} at ${at.ref}`);
  return { name: at.path.split('/').at(-1) ?? at.path, path: at.path, ...found };
}

export default [
  handle(api.listSiteGitInstallations, async (call, ref) => {
    const site = readSite(call, ref);
    const spaces = call.db.all<{ space: string }>('SELECT space FROM siteSpaces WHERE site = ?', site.id);
    const onSite = new Set([site.id, ...spaces.map(({ space }) => space)]);
    const rows = gitInstallations(call.db).all({ organization: site.organization }, 'createdAt, rowid');
    const shown = rows.filter((row) => onSite.has(row.target) && installations.seesTarget(call, row));
    return { items: await Promise.all(shown.map((row) => gitInstallationView(call, row))) };
  }),
  handle(api.createGitInstallation, async (call, input) =>
    reply(201, await gitInstallationView(call, installations.createGitInstallation(call, input))),
  ),
  handle(api.getGitInstallation, (call, { installationId }) =>
    gitInstallationView(call, installations.readGitInstallation(call, installationId)),
  ),
  handle(api.updateGitInstallation, (call, input) =>
    gitInstallationView(call, installations.updateGitInstallation(call, input)),
  ),
  handleChange(api.deleteGitInstallation, (call, { installationId }) =>
    deleted(installations.deleteGitInstallation(call, installationId)),
  ),
  handle(api.listGitHubRepositories, (call, { installationId }) =>
    listed(call, installations.repositoriesFor(call, installationId, 'github')),
  ),
  handle(api.listGitLabProjects, (call, { installationId }) =>
    listed(call, installations.repositoriesFor(call, installationId, 'gitlab')),
  ),
  handle(api.listGitHubBranches, async (call, { installationId, accountName, repositoryName }) => {
    const all = installations.repositoriesFor(call, installationId, 'github');
    return { items: await branchesOf(named(all, `${accountName}/${repositoryName}`), gitPlace(call)) };
  }),
  handle(api.listGitLabBranches, async (call, { installationId, projectId }) => {
    const all = installations.repositoriesFor(call, installationId, 'gitlab');
    return { items: await branchesOf(named(all, projectId), gitPlace(call)) };
  }),
  handle(api.getGitHubFile, (call, { installationId, accountName, repositoryName, path, ref }) => {
    const all = installations.repositoriesFor(call, installationId, 'github');
    return showFile(call, named(all, `${accountName}/${repositoryName}`), { path, ref });
  }),
  handle(api.getGitLabFile, (call, { installationId, projectId, path, ref }) => {
    const all = installations.repositoriesFor(call, installationId, 'gitlab');
    return showFile(call, named(all, projectId), { path, ref });
  }),
];

const NOTE =
  'The provider is the folder <file>-repositories beside the sandbox, with <account>/<repository>.';
const SYNC = 'It starts no sync. Use docs git import or docs git export for that.';

export const fidelity: FidelityOf = {
  'gitInstallations.create': `No sign-in to a provider is needed. ${SYNC}`,
  'gitInstallations.githubBranches': NOTE,
  'gitInstallations.githubFile': NOTE,
  'gitInstallations.githubRepositories': NOTE,
  'gitInstallations.gitlabBranches': NOTE,
  'gitInstallations.gitlabFile': NOTE,
  'gitInstallations.gitlabProjects': NOTE,
  'gitInstallations.update': `An access token is not kept. ${SYNC}`,
};
