import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { getContent, getPage, listPages } from '../../src/api/content/pages.ts';
import { type GitOperation, getSpace, listSpaces, updateSpace } from '../../src/api/content/spaces.ts';
import { exportGit, getGitInfo, importGit, removeLegacyGit } from '../../src/api/integrations/git.ts';
import { createChangeRequest, getChangeRequest } from '../../src/api/review/change-requests.ts';
import { ownerId } from '../../src/files/process-owner.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { revisionsStore } from '../../src/sandbox/db/content/content.ts';
import { liveSpace } from '../../src/sandbox/db/content/spaces.ts';
import { setUp, startOperation } from '../../src/sandbox/db/integrations/git.ts';
import { createToken } from '../../src/sandbox/db/people/tokens.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { addFile } from '../helpers/edit-content.ts';
import { makeRepository, type TestRepository } from '../helpers/git-repository.ts';
import { perTest } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const noGit = lacks('git import and export of the sandbox', 'git');

let spaceId: string;

const test = perTest(openTestSandbox);
beforeEach(async () => {
  spaceId = await newSpace('Guides');
});
afterEach(async () => {
  await test.sandbox.background.settle();
});

const newSpace = async (title: string) => {
  return await test.newSpace({ title, editMode: 'live', empty: true });
};
const ref = 'refs/heads/main';
/** Imports, waits, and tells how it went. */
async function importFrom(
  url: string,
  fields: object = {},
  space = spaceId,
): Promise<GitOperation | undefined> {
  await test.call(importGit, { spaceId: space, url, ref, ...fields });
  await test.sandbox.background.settle();
  return (await test.call(getSpace, { spaceId: space })).gitSync?.operation;
}
async function exportTo(
  url: string,
  fields: object = {},
  space = spaceId,
): Promise<GitOperation | undefined> {
  await test.call(exportGit, { spaceId: space, url, ref, commitMessage: 'Export', ...fields });
  await test.sandbox.background.settle();
  return (await test.call(getSpace, { spaceId: space })).gitSync?.operation;
}
const write = (path: string, markdown: string) =>
  editPage(test.sandbox, { spaceId, path, markdown, caller: { userId: test.adminId } });
const message = ({ body }: { body: unknown }) => JSON.stringify(body);

describe.skipIf(noGit)('a git import', () => {
  let repository: TestRepository;
  beforeEach(() => {
    repository = makeRepository();
  });
  afterEach(() => repository.cleanup());

  it('answers at once, goes on, and tells its outcome with the space', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n\nHello.\n', 'install.md': '# Install\n\nRun it.\n' });
    const { status, body } = await test.answer(importGit, { spaceId, url: repository.url, ref });
    expect([status, body]).toEqual([204, undefined]);
    expect((await test.call(getSpace, { spaceId })).gitSync?.operation).toMatchObject({
      state: 'running',
      direction: 'import',
    });
    await test.sandbox.background.settle();
    const { gitSync } = await test.call(getSpace, { spaceId });
    expect(gitSync?.operation).toEqual({
      state: 'success',
      direction: 'import',
      startedAt: '2026-03-02T09:00:00.000Z',
      endedAt: '2026-03-02T09:00:00.000Z',
    });
    const { pages } = await test.call(listPages, { spaceId });
    expect(pages.map(({ title }) => title)).toEqual(['Welcome', 'Install']);
  });

  it('makes a revision that names its commit', async ({ expect }) => {
    const before = (await test.call(getSpace, { spaceId })).revision;
    const oid = repository.commit({ 'README.md': '# Welcome\n' }, { message: 'Say hello' });
    await importFrom(repository.url, { repoCommitURL: 'https://git.example.com/acme/guides/commit' });
    expect(await test.call(getContent, { spaceId })).toMatchObject({
      type: 'edits',
      parents: [before],
      git: {
        oid,
        message: expect.stringContaining('Say hello'),
        createdByService: false,
        url: `https://git.example.com/acme/guides/commit/${oid}`,
        ref,
      },
      pages: [{ title: 'Welcome', git: { path: 'README.md' } }],
    });
  });

  it('sets up what git info and the space tell', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n' });
    expect((await test.answer(getGitInfo, { spaceId })).status).toBe(404);
    const gitInfo = { provider: 'github' as const, url: 'https://ann:s3cret@github.com/acme/guides.git' };
    await importFrom(repository.url, { gitInfo });
    const info = await test.call(getGitInfo, { spaceId });
    expect(info).toEqual({
      repoName: 'acme/guides',
      installationProvider: 'github',
      installationId: expect.any(String),
      installationStatus: 'active',
      url: 'https://github.com/acme/guides.git',
      updatedAt: '2026-03-02T09:00:00.000Z',
    });
    expect((await test.call(getSpace, { spaceId })).gitSync).toMatchObject(info);
    const { items } = await test.call(listSpaces, { organizationId: test.organizationId });
    expect(items.find(({ id }) => id === spaceId)?.gitSync).toMatchObject(info);
  });

  it('of a commit that is there already changes nothing', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n', 'a/b.md': '# B\n' });
    await importFrom(repository.url);
    const { revision } = await test.call(getSpace, { spaceId });
    expect(await importFrom(repository.url)).toMatchObject({ state: 'success' });
    expect((await test.call(getSpace, { spaceId })).revision).toBe(revision);
  });

  it('keeps the ids of pages whose path stays', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n', 'a.md': '# A\n' });
    await importFrom(repository.url);
    const before = (await test.call(listPages, { spaceId })).pages;
    repository.commit({ 'a.md': '# A new title\n', 'b.md': '# B\n' });
    await importFrom(repository.url);
    const after = (await test.call(listPages, { spaceId })).pages;
    expect(after.map(({ title }) => title)).toEqual(['Welcome', 'A new title', 'B']);
    expect(after.slice(0, 2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('reads the project directory and prefixes references to files outside of it', async ({ expect }) => {
    repository.commit({
      'README.md': '# Not this\n',
      'docs/README.md': '# This\n\nSee [the code](../src/main.c).\n',
      'src/main.c': 'int main;\n',
    });
    await importFrom(repository.url, {
      repoProjectDirectory: 'docs',
      repoTreeURL: 'https://git.example.com/acme/guides/tree/main',
    });
    const { pages } = await test.call(listPages, { spaceId });
    expect(pages.map(({ title }) => title)).toEqual(['This']);
    const page = await test.call(getPage, { spaceId, pageId: pages[0]?.id ?? '' });
    expect(page).toMatchObject({
      markdown: expect.stringContaining('https://git.example.com/acme/guides/tree/main/src/main.c'),
    });
  });

  it('goes into a locked space, but needs the right to synchronise', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n' });
    await test.call(updateSpace, { spaceId, editMode: 'locked' });
    const as = test.addMember('review');
    const refused = await test.answer(importGit, { spaceId, url: repository.url, ref }, { as });
    expect([refused.status, message(refused)]).toEqual([403, expect.stringContaining('triggerGitSync')]);
    expect(await importFrom(repository.url)).toMatchObject({ state: 'success' });
    expect((await test.call(listPages, { spaceId })).pages).toHaveLength(1);
  });

  it('makes change requests outdated', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n' });
    const { id } = await test.call(createChangeRequest, { spaceId });
    await importFrom(repository.url);
    expect((await test.call(getChangeRequest, { spaceId, changeRequestId: id })).outdated).toBe(true);
  });

  it('that stands alone makes a revision and leaves main', async ({ expect }) => {
    const oid = repository.commit({ 'README.md': '# Welcome\n' });
    const before = await test.call(getSpace, { spaceId });
    expect(await importFrom(repository.url, { standalone: true })).toMatchObject({ state: 'success' });
    const after = await test.call(getSpace, { spaceId });
    expect([after.revision, after.updatedAt]).toEqual([before.revision, before.updatedAt]);
    expect((await test.call(listPages, { spaceId })).pages).toEqual([]);
    const made = revisionsStore(test.sandbox.db).ofSpace(spaceId).at(-1);
    expect(made).toMatchObject({ parents: [before.revision], git: { oid } });
  });

  it('of an older event is refused, unless forced', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n' });
    const { url } = repository;
    await importFrom(url, { timestamp: '2026-03-02T08:00:00Z' });
    const refused = await test.answer(importGit, {
      spaceId,
      url,
      ref,
      timestamp: '2026-03-02T07:59:59+00:00',
    });
    expect([refused.status, message(refused)]).toEqual([
      409,
      expect.stringContaining('2026-03-02T08:00:00.000Z'),
    ]);
    const late = { spaceId, url, ref, commitMessage: 'x', timestamp: '2026-03-02T07:00:00Z' };
    expect((await test.answer(exportGit, late)).status).toBe(409);
    expect(await importFrom(url, { timestamp: '2026-03-02T08:00:00Z' })).toMatchObject({ state: 'success' });
    expect(await importFrom(url, { timestamp: '2026-03-02T07:00:00Z', force: true })).toMatchObject({
      state: 'success',
    });
    // The forced one does not turn the clock back.
    expect(
      (await test.answer(importGit, { spaceId, url, ref, timestamp: '2026-03-02T07:30:00Z' })).status,
    ).toBe(409);
  });

  it('keeps edits made in the space since the last one', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n', 'install.md': '# Install\n\nOne\n\nTwo\n\nThree\n' });
    await importFrom(repository.url);
    const { pageId } = await write('install', '# Install\n\nOne\n\nTwo\n\nThird\n');
    repository.commit({ 'install.md': '# Install\n\nFirst\n\nTwo\n\nThree\n' });
    expect(await importFrom(repository.url)).toMatchObject({ state: 'success' });
    expect(await test.call(getPage, { spaceId, pageId })).toMatchObject({
      markdown: 'First\n\nTwo\n\nThird\n',
    });
  });

  it('fails where such edits conflict, and forced it overwrites them', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n', 'install.md': '# Install\n\nOne\n' });
    await importFrom(repository.url);
    const { pageId, revision } = await write('install', '# Install\n\nUn\n');
    repository.commit({ 'install.md': '# Install\n\nEins\n' });
    expect(await importFrom(repository.url)).toMatchObject({
      state: 'failure',
      error: expect.stringMatching(/conflict.*force/),
    });
    expect((await test.call(getSpace, { spaceId })).revision).toBe(revision);
    expect(await importFrom(repository.url, { force: true })).toMatchObject({ state: 'success' });
    expect(await test.call(getPage, { spaceId, pageId })).toMatchObject({ markdown: 'Eins\n' });
  });

  it('fails with its reason and leaves the content as it was', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n' });
    await write('kept', '# Kept\n');
    const before = await test.call(getSpace, { spaceId });
    const empty = makeRepository();
    const failures = [
      await importFrom(repository.url, { ref: 'refs/heads/nothing' }),
      await importFrom(empty.url),
      await importFrom(`${repository.url}-nothing`),
      await importFrom(repository.url, { repoProjectDirectory: 'nothing' }),
    ];
    empty.cleanup();
    for (const failure of failures) {
      expect(failure).toMatchObject({ state: 'failure', endedAt: expect.any(String) });
      expect(failure?.error).toMatch(/^[^\n]{10,300}$/);
    }
    expect(failures[0]?.error).toContain('nothing');
    const after = await test.call(getSpace, { spaceId });
    expect({ ...after, gitSync: undefined }).toEqual({ ...before, gitSync: undefined });
    expect(after.gitSync?.updatedAt).toBeUndefined();
  });

  it('is refused for an address or a branch git cannot have', async ({ expect }) => {
    for (const url of [
      'ext::sh -c x',
      'docs',
      '--upload-pack=x',
      'ssh://git@example.com/x',
      'http://u:p w@x/',
    ]) {
      expect((await test.answer(importGit, { spaceId, url, ref })).status).toBe(400);
    }
    for (const bad of ['main', 'refs/tags/v1', 'refs/heads/', 'refs/heads/a..b', 'refs/heads/a b']) {
      expect((await test.answer(importGit, { spaceId, url: repository.url, ref: bad })).status).toBe(400);
    }
    expect((await test.call(getSpace, { spaceId })).gitSync).toBeUndefined();
  });

  it('keeps its clone beside the sandbox, by its cache key', async ({ expect }) => {
    repository.commit({ 'README.md': '# Welcome\n' });
    const folder = `${test.file}.clones`;
    await importFrom(repository.url, { repoCacheID: 'guides' });
    const kept = readdirSync(folder).length;
    await importFrom(repository.url, { repoCacheID: 'guides' });
    expect(readdirSync(folder).length).toBe(kept);
    await importFrom(repository.url, { repoCacheID: 'another' });
    expect(readdirSync(folder).length).toBeGreaterThan(kept);
  });

  it('waits for the one before it', async ({ expect }) => {
    repository.commit({ 'README.md': '# One\n' });
    await test.call(importGit, { spaceId, url: repository.url, ref });
    await test.call(exportGit, { spaceId, url: repository.url, ref: 'refs/heads/out', commitMessage: 'Out' });
    await test.sandbox.background.settle();
    expect((await test.call(getSpace, { spaceId })).gitSync?.operation).toMatchObject({
      state: 'success',
      direction: 'export',
    });
    expect(repository.read('README.md', 'out')).toBe('# One\n');
  });
});

describe.skipIf(noGit)('a git export', () => {
  let repository: TestRepository;
  beforeEach(() => {
    repository = makeRepository();
  });
  afterEach(() => repository.cleanup());

  it('writes Markdown and a summary, and says so in the revision', async ({ expect }) => {
    const { revision } = await write('guides/install', '---\ndescription: How\n---\n# Install\n\nRun it.\n');
    expect(await exportTo(repository.url, { repoCommitURL: 'https://x.example/c/' })).toEqual({
      state: 'success',
      direction: 'export',
      startedAt: expect.any(String),
      endedAt: expect.any(String),
    });
    expect(repository.list()).toContain('SUMMARY.md');
    const oid = repository.git('rev-parse', 'main').trim();
    const content = await test.call(getContent, { spaceId });
    expect(content).toMatchObject({
      id: revision,
      git: { oid, message: 'Export', createdByService: true, url: `https://x.example/c/${oid}`, ref },
    });
    expect(content.pages).toMatchObject([
      { pages: [{ title: 'Install', git: { path: expect.stringMatching(/\.md$/) } }] },
    ]);
  });

  it('imported elsewhere gives the same tree', async ({ expect }) => {
    await write('welcome', '# Welcome\n\nHello *there*.\n');
    await write('guides', '---\nicon: book\n---\n# Guides\n');
    await write('guides/install', '---\ndescription: How\nhidden: true\n---\n# Install\n\n- one\n- two\n');
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256);
    addFile(test.sandbox, {
      spaceId,
      name: 'data.bin',
      contentType: 'application/octet-stream',
      bytes,
    });
    await exportTo(repository.url);
    const other = await newSpace('Copy');
    expect(await importFrom(repository.url, {}, other)).toMatchObject({ state: 'success' });
    const shape = async (space: string) => {
      const { pages } = await test.call(listPages, { spaceId: space, metadata: false });
      return JSON.parse(
        JSON.stringify(pages, (key, value) =>
          ['id', 'createdAt', 'updatedAt', 'urls'].includes(key) ? undefined : value,
        ),
      );
    };
    expect(await shape(other)).toEqual(await shape(spaceId));
    const filesOf = (space: string) => {
      const { db } = test.sandbox;
      const { files } = revisionsStore(db).tree(liveSpace(db, space).revision);
      return files.map(({ name, contentType, size, hash }) => ({ name, contentType, size, hash }));
    };
    expect(filesOf(other)).toEqual(filesOf(spaceId));
  });

  it('imported into the same space changes nothing', async ({ expect }) => {
    await write('welcome', '# Welcome\n');
    await write('guides/install', '# Install\n');
    await exportTo(repository.url);
    const before = await test.call(getContent, { spaceId });
    expect(await importFrom(repository.url)).toMatchObject({ state: 'success' });
    expect(await test.call(getContent, { spaceId })).toEqual(before);
  });

  it('fails with its reason where the repository is not there', async ({ expect }) => {
    await write('welcome', '# Welcome\n');
    expect(await exportTo(`${repository.url}-nothing`)).toMatchObject({
      state: 'failure',
      error: expect.any(String),
    });
    expect((await test.call(getContent, { spaceId })).git).toBeUndefined();
  });
});

describe('a folder of the machine that serves a sandbox', () => {
  it.for(['/srv/repository.git', 'file:///srv/repository.git'])(
    'is named by administrators only: %s',
    async (url, { expect }) => {
      const served = { ...test.sandbox, origin: 'http://127.0.0.1:8080' };
      const member = test.addMember('create');
      const ask = (user: string, sandbox = served) =>
        dispatch(sandbox, exportGit, {
          params: { spaceId },
          query: {},
          body: { url, ref, commitMessage: 'Export' },
          headers: {
            authorization: `Bearer ${createToken(sandbox.db, { kind: 'user', subject: user, now: '2026-03-02T09:00:00Z' })}`,
          },
        });
      expect((await ask(member)).status).toBe(403);
      expect((await ask(test.adminId)).status).toBe(204);
      expect((await ask(member, test.sandbox)).status).toBe(204);
    },
  );
});

describe('credentials of a repository', () => {
  it('are kept nowhere and shown nowhere', async ({ expect }) => {
    const url = 'http://ann:s3cr%40t-canary@127.0.0.1:9/acme/guides.git';
    const outcome = await importFrom(url, { repoCacheID: 'x', repoTreeURL: url, repoCommitURL: url });
    expect(outcome?.state).toBe('failure');
    const shown = JSON.stringify([
      await test.call(getSpace, { spaceId }),
      await test.call(getGitInfo, { spaceId }),
    ]);
    expect(shown).toContain('http://127.0.0.1:9/acme/guides.git');
    const kept = filesUnder(dirname(test.file)).map((file) => readFileSync(file).toString('latin1'));
    for (const text of [shown, ...kept]) {
      for (const secret of ['s3cr%40t-canary', 's3cr@t-canary', btoa('ann:s3cr@t-canary')]) {
        expect(text.includes(secret)).toBe(false);
      }
    }
  });
});

describe('an operation nobody works on any more', () => {
  const start = (owner: string, startedAt = test.clock.now.toISOString()) => {
    startOperation(test.sandbox.db, { space: spaceId, direction: 'import', startedAt, owner });
    return test.call(getSpace, { spaceId });
  };

  it('has failed when its process is gone', async ({ expect }) => {
    for (const owner of [ownerId().replace(/^\d+/, '4194999'), ownerId().replace(/^(\d+-\d+)/, '$11')]) {
      expect((await start(owner)).gitSync?.operation).toMatchObject({
        state: 'failure',
        error: 'the process that ran the import ended before it was done',
        endedAt: test.clock.now.toISOString(),
      });
    }
  });

  it('has failed when its process is killed, and the next one goes ahead', async ({ expect }) => {
    const folder = mkdtempSync(join(tmpdir(), 'docs-slow-git-'));
    writeFileSync(join(folder, 'git'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const script = fileURLToPath(new URL('../helpers/import-git.ts', import.meta.url));
    const args = ['--import', 'tsx', script, test.file, test.adminToken, spaceId, '/nowhere.git'];
    // A group of its own, so that the slow git goes with it.
    const child = spawn(process.execPath, args, {
      env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const [line] = await once(child.stdout, 'data');
    expect(String(line)).toBe('started\n');
    const running = (await test.call(getSpace, { spaceId })).gitSync?.operation;
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
    expect(running).toMatchObject({ state: 'running' });
    expect((await test.call(getSpace, { spaceId })).gitSync?.operation).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('ended before it was done'),
    });
    expect(await importFrom('/nowhere.git')).toMatchObject({ error: expect.not.stringContaining('ended') });
  });

  it('runs as long as its process does, up to a limit', async ({ expect }) => {
    expect((await start(ownerId())).gitSync?.operation).toMatchObject({ state: 'running' });
    test.clock.now = new Date(test.clock.now.getTime() + 12 * 60_000);
    expect((await test.call(getSpace, { spaceId })).gitSync?.operation).toMatchObject({ state: 'timeout' });
  });
});

/** The platform leaves this to its own people. */
const STAFF = { kind: 'internal' } as const;

describe('the legacy installation', () => {
  it('is removed once', async ({ expect }) => {
    expect((await test.answer(removeLegacyGit, { spaceId }, STAFF)).status).toBe(204);
    setUp(test.sandbox.db, spaceId, {
      installationProvider: 'github-legacy',
      repoName: 'acme/guides',
    });
    const as = test.addMember('create');
    expect((await test.answer(removeLegacyGit, { spaceId }, { as, ...STAFF })).status).toBe(403);
    expect((await test.answer(removeLegacyGit, { spaceId }, STAFF)).status).toBe(205);
    expect((await test.answer(getGitInfo, { spaceId })).status).toBe(404);
    expect((await test.answer(removeLegacyGit, { spaceId }, STAFF)).status).toBe(204);
  });

  it('of another provider stays', async ({ expect }) => {
    setUp(test.sandbox.db, spaceId, { installationProvider: 'gitlab' });
    expect((await test.answer(removeLegacyGit, { spaceId }, STAFF)).status).toBe(204);
    expect(await test.call(getGitInfo, { spaceId })).toMatchObject({ installationProvider: 'gitlab' });
  });
});

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}
