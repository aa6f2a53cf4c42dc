// Connections of spaces and sites to repositories, and what is in those.
import {
  createGitInstallation,
  deleteGitInstallation,
  getGitHubFile,
  getGitInstallation,
  getGitLabFile,
  listGitHubBranches,
  listGitHubRepositories,
  listGitLabBranches,
  listGitLabProjects,
  listSiteGitInstallations,
  updateGitInstallation,
} from '../../../api/integrations/git.ts';
import * as installations from '../../actions/integrations/git-installations.ts';
import { readSite } from '../../actions/sites/settings.ts';
import {
  branchesOf,
  defaultBranchOf,
  fileAt,
  type LocalRepository,
} from '../../content/git/local-repositories.ts';
import { gitInstallations } from '../../db/integrations/git.ts';
import { deleted, type FidelityOf, handle, reply } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { gitPlace, gitInstallationView as view } from '../../views/integrations/git-installations.ts';
import { notFound } from '../../wire-error.ts';

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
  handle(listSiteGitInstallations, async (call, ref) => {
    const site = readSite(call, ref);
    const spaces = call.db.all<{ space: string }>('SELECT space FROM siteSpaces WHERE site = ?', site.id);
    const onSite = new Set([site.id, ...spaces.map(({ space }) => space)]);
    const rows = gitInstallations(call.db).all({ organization: site.organization }, 'createdAt, rowid');
    const shown = rows.filter((row) => onSite.has(row.target) && installations.seesTarget(call, row));
    return { items: await Promise.all(shown.map((row) => view(call, row))) };
  }),
  handle(createGitInstallation, async (call, input) =>
    reply(201, await view(call, installations.createGitInstallation(call, input))),
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
    return { items: await branchesOf(named(all, `${accountName}/${repositoryName}`), gitPlace(call)) };
  }),
  handle(listGitLabBranches, async (call, { installationId, projectId }) => {
    const all = installations.repositoriesFor(call, installationId, 'gitlab');
    return { items: await branchesOf(named(all, projectId), gitPlace(call)) };
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
  'gitInstallations.create': { limited: `No sign-in to a provider is needed. ${SYNC}` },
  'gitInstallations.githubBranches': { limited: NOTE },
  'gitInstallations.githubFile': { limited: NOTE },
  'gitInstallations.githubRepositories': { limited: NOTE },
  'gitInstallations.gitlabBranches': { limited: NOTE },
  'gitInstallations.gitlabFile': { limited: NOTE },
  'gitInstallations.gitlabProjects': { limited: NOTE },
  'gitInstallations.update': { limited: `An access token is not kept. ${SYNC}` },
};
