// Git of the sandbox where scripts of requests (test/sandbox/git) do not see enough: folders, processes, who serves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getSpace } from '../../src/api/content/spaces.ts';
import { exportGit, getGitInfo, importGit } from '../../src/api/integrations/git.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { createToken } from '../../src/sandbox/db/people/tokens.ts';
import { makeRepository } from '../helpers/git-repository.ts';
import { perTest, temporaryFolder, untilEnd } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const noGit = lacks('git import and export of the sandbox', 'git');

const test = perTest(openTestSandbox);
let spaceId: string;
beforeEach(async () => {
  spaceId = await test.newSpace({ title: 'Guides', editMode: 'live', empty: true });
});
afterEach(async () => {
  await test.sandbox.background.settle();
});

const ref = 'refs/heads/main';
const operation = async () => (await test.call(getSpace, { spaceId })).gitSync?.operation;
async function importFrom(url: string, fields: object = {}) {
  await test.call(importGit, { spaceId, url, ref, ...fields });
  await test.sandbox.background.settle();
  return operation();
}

it.skipIf(noGit)('a git import keeps its clone beside the sandbox, by its cache key', async () => {
  const repository = untilEnd(makeRepository());
  repository.commit({ 'README.md': '# Welcome\n' });
  const folder = `${test.file}.clones`;
  await importFrom(repository.url, { repoCacheID: 'guides' });
  const kept = readdirSync(folder).length;
  await importFrom(repository.url, { repoCacheID: 'guides' });
  expect(readdirSync(folder).length).toBe(kept);
  await importFrom(repository.url, { repoCacheID: 'another' });
  expect(readdirSync(folder).length).toBeGreaterThan(kept);
});

it.each(['/srv/repository.git', 'file:///srv/repository.git'])(
  'a folder of the machine that serves a sandbox is named by administrators only: %s',
  async (url) => {
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

it('credentials of a repository are kept nowhere and shown nowhere', async () => {
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

it('an operation has failed when its process is killed, and the next one goes ahead', async () => {
  const folder = temporaryFolder();
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
  const running = await operation();
  process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
  await once(child, 'exit');
  expect(running).toMatchObject({ state: 'running' });
  expect(await operation()).toMatchObject({
    state: 'failure',
    error: expect.stringContaining('ended before it was done'),
  });
  expect(await importFrom('/nowhere.git')).toMatchObject({ error: expect.not.stringContaining('ended') });
});

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}
