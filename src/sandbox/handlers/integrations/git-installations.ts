// Connections of spaces and sites to repositories, and what is in those.
import {
  createGitInstallation,
  deleteGitInstallation,
  type GitSyncInstallation,
  type GitSyncInstallationTarget,
  getGitHubFile,
  getGitInstallation,
  getGitLabFile,
  listGitHubBranches,
  listGitHubRepositories,
  listGitLabBranches,
  listGitLabProjects,
  listSiteGitInstallations,
  updateGitInstallation,
} from '../../../api/integrations/git-installations.ts';
import * as installations from '../../actions/integrations/git-installations.ts';
import { readSite } from '../../actions/sites/settings.ts';
import { clonesFolder, makeClonesFolder } from '../../clones.ts';
import {
  branchesOf,
  defaultBranchOf,
  fileAt,
  type LocalRepository,
  localRepositories,
} from '../../content/git/local-repositories.ts';
import { type GitInstallationRow, gitInstallationStore } from '../../db/integrations/git-installations.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { deleted, handle, reply } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';

function view(call: Call, row: GitInstallationRow): GitSyncInstallation {
  const { id, provider, createdAt, createdBy, updatedAt, repository, branch } = row;
  const target: GitSyncInstallationTarget =
    row.targetKind === 'space'
      ? { type: 'space', spaceId: row.target }
      : { type: 'site', siteId: row.target };
  const found = localRepositories(call.file).find((one) => one.id === repository);
  const chosen = provider === 'github' ? 'repositoryId' : 'projectId';
  return {
    object: 'git-sync-installation',
    id,
    ...(row.parent !== null && { parentInstallationId: row.parent }),
    provider,
    providerConfiguration: {
      ...(repository !== null && { [chosen]: repository }),
      ...(branch !== null && { branch }),
    },
    // Written by our own store.
    ...(JSON.parse(row.settings) as Pick<GitSyncInstallation, 'projectDirectory'>),
    target,
    status: installations.statusOf(row),
    ...(found && { repositoryConnection: connection(row, found) }),
    createdAt,
    createdBy,
    updatedAt,
    urls: { location: locationUrl(call, `/v1/git/installations/${id}`) },
  };
}

const connection = ({ id, provider, createdAt, updatedAt }: GitInstallationRow, found: LocalRepository) => ({
  object: 'git-repository-connection' as const,
  id,
  provider,
  repositoryId: String(found.id),
  repositoryName: found.fullName,
  repositoryUrl: `file://${found.folder}`,
  authState: 'active' as const,
  capabilities: { pullRequests: false, commitStatuses: false },
  createdAt,
  updatedAt,
});

const placeOf = (call: Call) => ({ home: makeClonesFolder(clonesFolder(call.file)), env: call.env });

async function listed(call: Call, repositories: readonly LocalRepository[]) {
  const items = [];
  for (const one of repositories) {
    const { folder: _, ...shown } = one;
    items.push({ ...shown, defaultBranch: await defaultBranchOf(one, placeOf(call)) });
  }
  return { items };
}

function named(repositories: readonly LocalRepository[], fullName: string): LocalRepository {
  const found = repositories.find((one) => one.fullName === fullName || String(one.id) === fullName);
  if (!found) throw notFound('repository', fullName);
  return found;
}

async function showFile(call: Call, repository: LocalRepository, at: { path: string; ref: string }) {
  const found = await fileAt(repository, at, placeOf(call));
  if (!found) throw notFound('file', `${at.path} at ${at.ref}`);
  return { name: at.path.split('/').at(-1) ?? at.path, path: at.path, ...found };
}

export default [
  handle(listSiteGitInstallations, (call, ref) => {
    const site = readSite(call, ref);
    const spaces = call.db.all<{ space: string }>('SELECT space FROM siteSpaces WHERE site = ?', site.id);
    const onSite = new Set([site.id, ...spaces.map(({ space }) => space)]);
    const rows = gitInstallationStore(call.db).all(site.organization);
    const shown = rows.filter((row) => onSite.has(row.target) && installations.seesTarget(call, row));
    return { items: shown.map((row) => view(call, row)) };
  }),
  handle(createGitInstallation, (call, input) =>
    reply(201, view(call, installations.createGitInstallation(call, input))),
  ),
  handle(getGitInstallation, (call, { installationId }) =>
    view(call, installations.readGitInstallation(call, installationId)),
  ),
  handle(updateGitInstallation, (call, input) =>
    view(call, installations.updateGitInstallation(call, input)),
  ),
  handle(deleteGitInstallation, (call, { installationId }) =>
    deleted(installations.deleteGitInstallation(call, installationId)),
  ),
  handle(listGitHubRepositories, (call, { installationId }) =>
    listed(call, installations.repositoriesFor(call, installationId, 'github')),
  ),
  handle(listGitLabProjects, (call, { installationId }) =>
    listed(call, installations.repositoriesFor(call, installationId, 'gitlab')),
  ),
  handle(listGitHubBranches, async (call, { installationId, accountName, repositoryName }) => {
    const all = installations.repositoriesFor(call, installationId, 'github');
    return { items: await branchesOf(named(all, `${accountName}/${repositoryName}`), placeOf(call)) };
  }),
  handle(listGitLabBranches, async (call, { installationId, projectId }) => {
    const all = installations.repositoriesFor(call, installationId, 'gitlab');
    return { items: await branchesOf(named(all, projectId), placeOf(call)) };
  }),
  handle(getGitHubFile, (call, { installationId, accountName, repositoryName, path, ref }) => {
    const all = installations.repositoriesFor(call, installationId, 'github');
    return showFile(call, named(all, `${accountName}/${repositoryName}`), { path, ref });
  }),
  handle(getGitLabFile, (call, { installationId, projectId, path, ref }) => {
    const all = installations.repositoriesFor(call, installationId, 'gitlab');
    return showFile(call, named(all, projectId), { path, ref });
  }),
];

const NOTE =
  'The provider is the folder <file>-repositories beside the sandbox, with <account>/<repository>.';
const SYNC = 'It starts no sync. Use docs git import or docs git export for that.';

export const fidelity: FidelityOf = {
  create: { limited: `No sign-in to a provider is needed. ${SYNC}` },
  delete: 'real',
  get: 'real',
  githubBranches: { limited: NOTE },
  githubFile: { limited: NOTE },
  githubRepositories: { limited: NOTE },
  gitlabBranches: { limited: NOTE },
  gitlabFile: { limited: NOTE },
  gitlabProjects: { limited: NOTE },
  list: 'real',
  update: { limited: `An access token is not kept. ${SYNC}` },
};
