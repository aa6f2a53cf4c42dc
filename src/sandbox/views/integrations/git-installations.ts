// Connections to repositories as the platform shows them: with the repository, its branch, and what is synced with it.
import type {
  GitSyncInstallation,
  GitSyncInstallationTarget,
} from '../../../api/integrations/git.generated.ts';
import { statusOf } from '../../actions/integrations/git-installations.ts';
import { clonesFolder, makeClonesFolder } from '../../clones.ts';
import {
  commitAt,
  defaultBranchOf,
  type LocalRepository,
  localRepositories,
} from '../../content/git/local-repositories.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { spaces } from '../../db/content/spaces.ts';
import type { GitInstallationRow } from '../../db/integrations/git.ts';
import type { Sandbox } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

/** Where git works for the sandbox. */
export const gitPlace = (sandbox: Sandbox) => ({
  home: makeClonesFolder(clonesFolder(sandbox.file)),
  env: sandbox.env,
});

type Setup = GitInstallationRow['settings'];

export async function gitInstallationView(
  sandbox: Sandbox,
  row: GitInstallationRow,
): Promise<GitSyncInstallation> {
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
