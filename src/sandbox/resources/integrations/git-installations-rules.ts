// Connections to the git provider of the sandbox: made, set up with a repository and branch, ended.
import type {
  createGitInstallation as createOperation,
  updateGitInstallation as updateOperation,
} from '../../../api/integrations/git.ts';
import type { InputOf } from '../../../api/operation.ts';
import { type LocalRepository, localRepositories } from '../../content/git/local-repositories.ts';
import { liveSpace, spaces } from '../../db/content/spaces.ts';
import { type GitInstallationRow, gitInstallations } from '../../db/integrations/git.ts';
import { sites } from '../../db/sites/sites.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { sees } from '../../who-sees.ts';
import { badRequest, conflict, notFound, WireError } from '../../wire-error.ts';

type Target = InputOf<typeof createOperation>['target'];
type Update = InputOf<typeof updateOperation>;

/** An installation on a space or site that the caller may see. 404. */
export function readGitInstallation(call: Call, id: string): GitInstallationRow {
  const row = gitInstallations(call.db).find({ id });
  if (!row || !seesTarget(call, row)) throw notFound('git installation', id);
  return row;
}

export function seesTarget(call: Call, { targetKind, target, organization }: GitInstallationRow): boolean {
  if (targetKind === 'space') {
    const row = spaces(call.db).find({ id: target });
    return row !== undefined && row.deletedAt === null && sees(call, { kind: 'space', row });
  }
  const row = sites(call.db).find({ id: target, organization });
  return row !== undefined && sees(call, { kind: 'site', row });
}

/** Throws 403, 404 for a space or site that is not there, and 409 for one that is connected already. */
export function createGitInstallation(
  call: Call,
  { provider, target }: InputOf<typeof createOperation>,
): GitInstallationRow {
  return call.db.transaction(() => {
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
  const found = call.db.get<{ organization: string }>(
    'SELECT organization FROM sites WHERE id = ?',
    target.siteId,
  );
  if (!found || call.access.memberRole(found.organization) === undefined)
    throw notFound('site', target.siteId);
  call.access.requireOrganization(found.organization, 'createContent');
  return { targetKind: 'site', target: target.siteId, organization: found.organization };
}

function requireChange(call: Call, { targetKind, target, organization }: GitInstallationRow): void {
  if (targetKind === 'space') call.access.requireSpace(liveSpace(call.db, target), 'triggerGitSync');
  else call.access.requireOrganization(organization, 'createContent');
}

/** Throws 400 for another provider, 404 for a repository that is not there, 409 where another one has the same folder of it. */
export function updateGitInstallation(call: Call, { installationId, ...setup }: Update): GitInstallationRow {
  return call.db.transaction(() => {
    const row = readGitInstallation(call, installationId);
    requireChange(call, row);
    if (setup.provider !== row.provider)
      throw badRequest(`provider must be ${row.provider}, as the installation was made`);
    const { providerConfiguration: given, provider: _, childInstallationProjectDirectories, ...rest } = setup;
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
}

function requireFree(call: Call, row: GitInstallationRow): void {
  if (row.repository === null || row.branch === null) return;
  const same = gitInstallations(call.db)
    .all({ organization: row.organization }, 'createdAt, rowid')
    .find(
      (one) =>
        one.id !== row.id &&
        one.repository === row.repository &&
        one.branch === row.branch &&
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
    else
      store.insert({
        ...parent,
        id: newId(),
        parent: parent.id,
        targetKind: 'space',
        target: spaceId,
        settings,
      });
  }
}

/** Returns whether it was there; those of the spaces of a site go with it. 404 for one that is not. */
export function deleteGitInstallation(call: Call, id: string): boolean {
  const row = readGitInstallation(call, id);
  requireChange(call, row);
  return gitInstallations(call.db).remove({ id: row.id });
}

/** Repositories of the provider. 401 for GitLab without a token, 404 for the other provider. */
export function repositoriesFor(
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

export function repositoryOf(call: Call, id: number): LocalRepository {
  const found = localRepositories(call.file).find((one) => one.id === id);
  if (!found) throw notFound('repository', String(id));
  return found;
}

/** GitLab wants a token first; both want a repository and a branch. */
export function statusOf({ provider, hasToken, repository, branch }: GitInstallationRow) {
  if (provider === 'gitlab' && hasToken === 0) return 'unauthenticated';
  return repository === null || branch === null ? 'pending' : 'active';
}
