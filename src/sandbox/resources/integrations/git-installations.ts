// Connections of spaces and sites to repositories, and what is in those.
import type {
  GitSyncInstallation,
  GitSyncInstallationTarget,
} from '../../../api/integrations/git.generated.ts';
import * as api from '../../../api/integrations/git.ts';
import type { InputOf } from '../../../api/operation.ts';
import {
  branchesOf,
  commitAt,
  defaultBranchOf,
  fileAt,
  type LocalRepository,
  localRepositories,
} from '../../content/git/local-repositories.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { liveSpace, spaces } from '../../db/content/spaces.ts';
import { type GitInstallationRow, gitInstallations } from '../../db/integrations/git.ts';
import { sites } from '../../db/sites/sites.ts';
import { deleted, type FidelityOf, handle, handleChange, reply } from '../../handler.ts';
import { clonesFolder, makeClonesFolder } from '../../remove.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { locationUrl, newId } from '../../urls.ts';
import { seenSpace, sees } from '../../who-sees.ts';
import { badRequest, conflict, notFound, WireError } from '../../wire-error.ts';
import { readSite } from '../sites/settings.ts';

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

type Target = InputOf<typeof api.createGitInstallation>['target'];

/** An installation on a space or site that the caller may see. 404. */
function readGitInstallation(call: Call, id: string): GitInstallationRow {
  const row = gitInstallations(call.db).find({ id });
  if (!row || !seesTarget(call, row)) throw notFound('git installation', id);
  return row;
}

function seesTarget(call: Call, { targetKind, target, organization }: GitInstallationRow): boolean {
  if (targetKind === 'space') return seenSpace(call, target) !== undefined;
  const row = sites(call.db).find({ id: target, organization });
  return row !== undefined && sees(call, { kind: 'site', row });
}

function placeOf(
  call: Call,
  target: Target,
): Pick<GitInstallationRow, 'targetKind' | 'target' | 'organization'> {
  if (target.type === 'space') {
    const space = liveSpace(call.db, target.spaceId);
    call.access.requireSpace(space, 'triggerGitSync');
    return { targetKind: 'space', target: space.id, organization: space.organization };
  }
  const found = sites(call.db).find({ id: target.siteId });
  if (!found || call.access.memberRole(found.organization) === undefined)
    throw notFound('site', target.siteId);
  call.access.requireOrganization(found.organization, 'createContent');
  return { targetKind: 'site', target: target.siteId, organization: found.organization };
}

function requireChange(call: Call, { targetKind, target, organization }: GitInstallationRow): void {
  if (targetKind === 'space') call.access.requireSpace(liveSpace(call.db, target), 'triggerGitSync');
  else call.access.requireOrganization(organization, 'createContent');
}

function requireFree(call: Call, row: GitInstallationRow): void {
  const { organization, repository, branch } = row;
  if (repository === null || branch === null) return;
  const same = gitInstallations(call.db)
    .all({ organization, repository, branch }, 'createdAt, rowid')
    .find(
      (one) =>
        one.id !== row.id &&
        directoryOf(one) === directoryOf(row) &&
        one.parent !== row.id &&
        row.parent !== one.id,
    );
  if (same) throw conflict(`git installation "${same.id}" uses the same folder of this branch already`);
}

const directoryOf = ({ settings }: GitInstallationRow): string => settings.projectDirectory ?? '';

/** A space of the site for each folder; what was connected before keeps its ID. */
function makeChildren(
  call: Call,
  parent: GitInstallationRow,
  directories: Readonly<Record<string, string>>,
): void {
  const store = gitInstallations(call.db);
  for (const [spaceId, projectDirectory] of Object.entries(directories)) {
    if (parent.targetKind !== 'site')
      throw badRequest('childInstallationProjectDirectories is for installations of a site');
    const space = liveSpace(call.db, spaceId);
    if (space.organization !== parent.organization) throw notFound('space', spaceId);
    const known = store.find({ targetKind: 'space', target: spaceId });
    if (known && known.parent !== parent.id)
      throw conflict(`space "${space.title}" is connected to a git provider already`);
    const settings = { projectDirectory };
    if (known) store.update({ id: known.id }, { settings, updatedAt: parent.updatedAt });
    else {
      const own = { id: newId(), parent: parent.id, target: spaceId, settings };
      store.insert({ ...parent, ...own, targetKind: 'space' });
    }
  }
}

/** Repositories of the provider. 401 for GitLab without a token, 404 for the other provider. */
function repositoriesFor(
  call: Call,
  id: string,
  provider: GitInstallationRow['provider'],
): LocalRepository[] {
  const row = readGitInstallation(call, id);
  if (row.provider !== provider) throw notFound(`${provider} installation`, id);
  requireChange(call, row);
  if (statusOf(row) === 'unauthenticated')
    throw new WireError(401, 'the installation has no access token yet');
  return localRepositories(call.file);
}

function repositoryOf(call: Call, id: number): LocalRepository {
  const found = localRepositories(call.file).find((one) => one.id === id);
  if (!found) throw notFound('repository', String(id));
  return found;
}

/** GitLab wants a token first; both want a repository and a branch. */
function statusOf({ provider, hasToken, repository, branch }: GitInstallationRow) {
  if (provider === 'gitlab' && hasToken === 0) return 'unauthenticated';
  return repository === null || branch === null ? 'pending' : 'active';
}

export default [
  handle(api.listSiteGitInstallations, readSite, async (call, _, site) => {
    const spaces = call.db.all<{ space: string }>('SELECT space FROM siteSpaces WHERE site = ?', site.id);
    const onSite = new Set([site.id, ...spaces.map(({ space }) => space)]);
    const rows = gitInstallations(call.db).all({ organization: site.organization }, 'createdAt, rowid');
    const shown = rows.filter((row) => onSite.has(row.target) && seesTarget(call, row));
    return { items: await Promise.all(shown.map((row) => gitInstallationView(call, row))) };
  }),
  // Throws 403, 404 for a space or site that is not there, and 409 for one that is connected already.
  handle(api.createGitInstallation, async (call, { provider, target }) => {
    const made = call.db.transaction(() => {
      const place = placeOf(call, target);
      const store = gitInstallations(call.db);
      if (store.find({ targetKind: place.targetKind, target: place.target }))
        throw conflict(`the ${place.targetKind} is connected to a git provider already`);
      const now = call.now().toISOString();
      const row: GitInstallationRow = {
        id: newId(),
        parent: null,
        provider,
        ...place,
        hasToken: 0,
        repository: null,
        branch: null,
        settings: {},
        createdBy: call.caller.userId,
        createdAt: now,
        updatedAt: now,
      };
      store.insert(row);
      return row;
    });
    return reply(201, await gitInstallationView(call, made));
  }),
  handle(api.getGitInstallation, (call, { installationId }) =>
    gitInstallationView(call, readGitInstallation(call, installationId)),
  ),
  // Throws 400 for another provider, 404 for a repository that is not there, 409 where another one has the same
  // folder of it.
  handle(api.updateGitInstallation, (call, { installationId, ...setup }) => {
    const changed = call.db.transaction(() => {
      const row = readGitInstallation(call, installationId);
      requireChange(call, row);
      if (setup.provider !== row.provider)
        throw badRequest(`provider must be ${row.provider}, as the installation was made`);
      const { providerConfiguration: given, provider: _, ...settings } = setup;
      const { childInstallationProjectDirectories, ...rest } = settings;
      const id = row.provider === 'github' ? given.repositoryId : given.projectId;
      if (id !== undefined) repositoryOf(call, id);
      const next: GitInstallationRow = {
        ...row,
        hasToken: given.accessToken === undefined ? row.hasToken : 1,
        repository: id ?? row.repository,
        branch: given.branch ?? row.branch,
        settings: { ...row.settings, ...rest },
        updatedAt: call.now().toISOString(),
      };
      requireFree(call, next);
      const { id: _id, ...changes } = next;
      gitInstallations(call.db).update({ id: row.id }, changes);
      makeChildren(call, next, childInstallationProjectDirectories ?? {});
      return next;
    });
    return gitInstallationView(call, changed);
  }),
  // Those of the spaces of a site go with it. 404 for one that is not.
  handleChange(api.deleteGitInstallation, (call, { installationId: id }) => {
    const row = readGitInstallation(call, id);
    requireChange(call, row);
    return deleted(gitInstallations(call.db).remove({ id: row.id }));
  }),
  handle(api.listGitHubRepositories, (call, { installationId }) =>
    listed(call, repositoriesFor(call, installationId, 'github')),
  ),
  handle(api.listGitLabProjects, (call, { installationId }) =>
    listed(call, repositoriesFor(call, installationId, 'gitlab')),
  ),
  handle(api.listGitHubBranches, async (call, { installationId, accountName, repositoryName }) => {
    const all = repositoriesFor(call, installationId, 'github');
    return { items: await branchesOf(named(all, `${accountName}/${repositoryName}`), gitPlace(call)) };
  }),
  handle(api.listGitLabBranches, async (call, { installationId, projectId }) => {
    const all = repositoriesFor(call, installationId, 'gitlab');
    return { items: await branchesOf(named(all, projectId), gitPlace(call)) };
  }),
  handle(api.getGitHubFile, (call, { installationId, accountName, repositoryName, path, ref }) => {
    const all = repositoriesFor(call, installationId, 'github');
    return showFile(call, named(all, `${accountName}/${repositoryName}`), { path, ref });
  }),
  handle(api.getGitLabFile, (call, { installationId, projectId, path, ref }) => {
    const all = repositoriesFor(call, installationId, 'gitlab');
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
