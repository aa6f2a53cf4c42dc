// The git provider of the sandbox: real repositories in a folder, connected to spaces and sites.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as api from '../../src/api/integrations/git.ts';
import { repositoriesFolder } from '../../src/sandbox/content/git/local-repositories.ts';
import { git } from '../helpers/git-repo.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
afterEach(() => {
  rmSync(repositoriesFolder(box.sandbox.file), { recursive: true, force: true });
});

const spaceOf = (title: string) =>
  box.sandbox.db.get<{ id: string }>('SELECT id FROM spaces WHERE title = ?', title)?.id ?? '';
const siteOf = (title: string) =>
  box.sandbox.db.get<{ id: string }>('SELECT id FROM sites WHERE title = ?', title)?.id ?? '';
const connect = (provider: 'github' | 'gitlab', spaceId = spaceOf('Guides')) =>
  box.call(api.createGitInstallation, { provider, target: { type: 'space', spaceId } });

describe('a git installation', () => {
  it('is made once for a space, set up, listed on its sites, and ended', async () => {
    const { id: installationId, status } = await connect('gitlab');
    expect(status).toBe('unauthenticated');
    const again = { provider: 'github', target: { type: 'space', spaceId: spaceOf('Guides') } } as const;
    expect((await box.answer(api.createGitInstallation, again)).status).toBe(409);
    expect((await box.answer(api.listGitLabProjects, { installationId })).status).toBe(401);
    const setup = {
      installationId,
      provider: 'gitlab',
      providerConfiguration: { accessToken: 'hush' },
    } as const;
    const updated = await box.call(api.updateGitInstallation, { ...setup, projectDirectory: 'docs' });
    expect(updated).toMatchObject({ status: 'pending', projectDirectory: 'docs' });
    expect(JSON.stringify(updated)).not.toContain('hush');
    expect((await box.answer(api.updateGitInstallation, { ...setup, provider: 'github' })).status).toBe(400);
    const unknown = { ...setup, providerConfiguration: { projectId: 1 } };
    expect((await box.answer(api.updateGitInstallation, unknown)).status).toBe(404);
    const { organizationId } = box;
    const site = { organizationId, siteId: siteOf('Tarnpost Docs') };
    const { items } = await box.call(api.listSiteGitInstallations, site);
    expect(items.map(({ id }) => id)).toContain(installationId);
    expect((await box.answer(api.deleteGitInstallation, { installationId })).status).toBe(205);
    expect((await box.answer(api.getGitInstallation, { installationId })).status).toBe(404);
    expect((await box.answer(api.deleteGitInstallation, { installationId })).status).toBe(404);
  });

  it('of a site makes those of its spaces, and takes them along', async () => {
    const target = { type: 'site', siteId: siteOf('Tarnpost Docs') } as const;
    const id = box.sandbox.db.get<{ id: string }>('SELECT id FROM gitInstallations')?.id ?? '';
    const children = { [spaceOf('Guides')]: 'guides' };
    const setup = { installationId: id, provider: 'github', providerConfiguration: {} } as const;
    await box.call(api.updateGitInstallation, { ...setup, childInstallationProjectDirectories: children });
    const { organizationId } = box;
    const list = async () =>
      (await box.call(api.listSiteGitInstallations, { organizationId, siteId: target.siteId })).items;
    expect(await list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ parentInstallationId: id, projectDirectory: 'guides' }),
      ]),
    );
    await box.answer(api.deleteGitInstallation, { installationId: id });
    expect((await list()).filter(({ parentInstallationId }) => parentInstallationId === id)).toEqual([]);
  });

  it('needs a space that is there, and a provider that is known', async () => {
    const target = { type: 'space', spaceId: spaceOf('Guides') } as const;
    const nowhere = { provider: 'github', target: { type: 'space', spaceId: 'nothing' } } as const;
    expect((await box.answer(api.createGitInstallation, nowhere)).status).toBe(404);
    expect((await box.attempt(api.createGitInstallation, { provider: 'svn', target })).status).toBe(400);
  });
});

describe('the repositories of the provider', () => {
  const fill = () => {
    const folder = join(repositoriesFolder(box.sandbox.file), 'tarnpost', 'guides');
    mkdirSync(join(folder, 'docs'), { recursive: true });
    writeFileSync(join(folder, 'README.md'), '# Guides\n');
    writeFileSync(join(folder, 'docs/install.md'), 'Run it.\n');
    git(folder, 'init', '--quiet', '--initial-branch=main');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '-m', 'Write it');
  };

  it('are real: branches, a file at a ref, and which one a space uses', async () => {
    fill();
    const { id: installationId } = await connect('github');
    const { items } = await box.call(api.listGitHubRepositories, { installationId });
    expect(items).toMatchObject([{ fullName: 'tarnpost/guides', defaultBranch: 'main' }]);
    const ref = { installationId, accountName: 'tarnpost', repositoryName: 'guides' };
    expect((await box.call(api.listGitHubBranches, ref)).items).toEqual([
      { name: 'main', ref: 'refs/heads/main' },
    ]);
    const file = await box.call(api.getGitHubFile, { ...ref, path: 'docs/install.md', ref: 'main' });
    expect(file).toMatchObject({ name: 'install.md', size: 8, sha: expect.stringMatching(/^[0-9a-f]{40}$/) });
    for (const [path, at] of [
      ['nothing.md', 'main'],
      ['README.md', 'nowhere'],
      ['README.md', '--output=x'],
      ['docs', 'main'],
    ])
      expect((await box.answer(api.getGitHubFile, { ...ref, path: path ?? '', ref: at ?? '' })).status).toBe(
        404,
      );
    const setup = {
      installationId,
      provider: 'github',
      providerConfiguration: { repositoryId: items[0]?.id ?? 0, branch: 'refs/heads/main' },
    } as const;
    const active = await box.call(api.updateGitInstallation, setup);
    const head = git(
      join(repositoriesFolder(box.sandbox.file), 'tarnpost', 'guides'),
      'rev-parse',
      'HEAD',
    ).trim();
    expect(active).toMatchObject({
      status: 'active',
      repositoryConnection: { repositoryName: 'tarnpost/guides', defaultBranch: 'main' },
      repositoryRef: { name: 'main', type: 'branch', latestObservedCommitId: head },
      syncRoot: { installationId, status: 'active', defaultMergeAuthorityPolicy: 'provider' },
    });
    expect(active.repositoryRef).not.toHaveProperty('latestImportedCommitId');
    const url = active.repositoryConnection?.repositoryUrl ?? '';
    await box.call(api.importGit, { spaceId: spaceOf('Guides'), url, ref: 'refs/heads/main', force: true });
    await box.sandbox.background.settle();
    expect(await box.call(api.getGitInstallation, { installationId })).toMatchObject({
      repositoryRef: { latestImportedCommitId: head },
    });
    const other = await connect('github', spaceOf('API reference'));
    expect((await box.answer(api.updateGitInstallation, { ...setup, installationId: other.id })).status).toBe(
      409,
    );
    expect((await box.answer(api.listGitLabProjects, { installationId })).status).toBe(404);
  });

  it('are projects of GitLab once there is a token', async () => {
    fill();
    const { id: installationId } = await connect('gitlab');
    const token = {
      installationId,
      provider: 'gitlab',
      providerConfiguration: { accessToken: 'hush' },
    } as const;
    await box.call(api.updateGitInstallation, token);
    const [project] = (await box.call(api.listGitLabProjects, { installationId })).items;
    const ref = { installationId, projectId: String(project?.id) };
    expect((await box.call(api.listGitLabBranches, ref)).items).toHaveLength(1);
    expect((await box.call(api.getGitLabFile, { ...ref, path: 'README.md', ref: 'main' })).size).toBe(9);
    expect((await box.answer(api.listGitLabBranches, { ...ref, projectId: '1' })).status).toBe(404);
  });
});
