import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getSpace } from '../../src/api/content/spaces.ts';
import { exportGit, importGit } from '../../src/api/integrations/git.ts';
import { createRedirect, testRedirect } from '../../src/api/sites/site-redirects.ts';
import { createSiteSection } from '../../src/api/sites/site-structure.ts';
import { createSite, publishSite } from '../../src/api/sites/sites.ts';
import { makeRepository, type TestRepository } from '../helpers/git-repository.ts';
import { lacks } from '../helpers/needs.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

const noGit = lacks('.gitbook.yaml in the sandbox', 'git');
const SETTINGS =
  'root: docs\nstructure:\n  summary: TOC.md\nredirects:\n  help: guides/install.md\n  gone: gone.md\n';

describe.skipIf(noGit)('a space with a .gitbook.yaml', () => {
  let box: TestSandbox;
  let repositories: TestRepository[];
  let spaceId: string;
  beforeEach(async () => {
    box = await openTestSandbox();
    repositories = [makeRepository(), makeRepository()];
    spaceId = await box.newSpace({ title: 'Guides', empty: true });
    repositories[0]?.commit({
      '.gitbook.yaml': SETTINGS,
      'package.json': '{}',
      'docs/TOC.md': '* [Home](README.md)\n* [Install](guides/install.md)\n',
      'docs/README.md': '# Home\n',
      'docs/guides/install.md': '# Install\n',
    });
    await sync(importGit, repositories[0]);
  });
  afterEach(async () => {
    await box.sandbox.background.settle();
    box.cleanup();
    for (const repository of repositories) repository.cleanup();
  });

  async function sync(
    operation: typeof importGit | typeof exportGit,
    repository: TestRepository | undefined,
  ) {
    const fields = { spaceId, url: repository?.url ?? '', ref: 'refs/heads/main' };
    if (operation === importGit) await box.call(importGit, fields);
    else await box.call(exportGit, { ...fields, commitMessage: 'Export' });
    await box.sandbox.background.settle();
    const { gitSync } = await box.call(getSpace, { spaceId });
    expect(gitSync?.operation?.error).toBeUndefined();
    expect(gitSync?.operation?.state).toBe('success');
  }

  it('redirects old paths on every site that shows it', async () => {
    const { organizationId } = box;
    const { id: siteId } = await box.call(createSite, { organizationId, title: 'Docs', spaces: [spaceId] });
    const site = { organizationId, siteId };
    await box.call(publishSite, site);
    const { target, redirect } = await box.call(testRedirect, { ...site, source: '/help' });
    expect(target).toMatch(/\/docs\/install$/);
    expect(redirect).toMatchObject({ source: '/help', destination: { kind: 'site-page' } });
    for (const source of ['/gone', '/other', '/help/more'])
      expect((await box.answer(testRedirect, { ...site, source })).status).toBe(404);
    // What the site says itself comes first.
    const destination = { kind: 'external' as const, url: 'https://one.example/' };
    await box.call(createRedirect, { ...site, source: '/help', destination });
    expect((await box.call(testRedirect, { ...site, source: '/help' })).target).toBe('https://one.example/');
    const other = await box.newSpace({ title: 'API', empty: true });
    const section = await box.call(createSiteSection, { ...site, spaceId: other });
    expect((await box.answer(testRedirect, { ...site, source: `/${section.path}/help` })).status).toBe(404);
  });

  it('takes its structure to another repository, and loses it with the file', async () => {
    await sync(exportGit, repositories[1]);
    expect(repositories[1]?.read('.gitbook.yaml')).toBe(SETTINGS);
    expect(repositories[1]?.list().sort()).toEqual(
      ['.gitbook.yaml', 'docs/README.md', 'docs/TOC.md', 'docs/guides/install.md'].sort(),
    );
    repositories[1]?.commit({ '.gitbook.yaml': undefined });
    await sync(importGit, repositories[1]);
    await sync(exportGit, repositories[1]);
    expect(repositories[1]?.list()).not.toContain('.gitbook.yaml');
  });
});
