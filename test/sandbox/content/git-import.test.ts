import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownerId } from '../../../src/files/lock.ts';
import { type GitImport, importFromGit } from '../../../src/sandbox/content/git/git-import.ts';
import type { Tree } from '../../../src/sandbox/content/model.ts';
import { walk } from '../../../src/sandbox/content/tree.ts';
import { git, gitFolder, gitServer } from '../../helpers/git-repository.ts';
import { listening, untilEnd } from '../../helpers/lasting.ts';
import { countingIds, memoryContent } from '../../helpers/memory-content.ts';

const { folder, repo, remove } = gitFolder();
afterAll(remove);
const content = memoryContent();
const importing = (url: string, more: Partial<GitImport> = {}) =>
  importFromGit({
    url,
    ref: 'refs/heads/main',
    cacheDir: join(folder, 'cache'),
    env: { PATH: process.env.PATH },
    content,
    newId: countingIds(),
    now: '2024-05-01T00:00:00Z',
    ...more,
  });
const outline = (tree: Tree) =>
  [...walk(tree.pages)].map(({ page, path }) => `${page.type} ${path}: ${page.title}`);

const failing = async (url: string, more: Partial<GitImport> = {}) => {
  const error = await importing(url, more).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message : '';
};

it('refuses an address or ref of another kind', async () => {
  expect(await failing('git@host:a/b.git')).toContain('is not supported');
  expect(await failing('ext::sh -c x')).toContain('is not supported');
  expect(await failing('ssh://u:secret@host/x')).not.toContain('secret');
  expect(await failing('-upload-pack=x')).toContain('is not supported');
  for (const ref of [
    'main',
    'refs/tags/x',
    'refs/heads/',
    'refs/heads/a..b',
    'refs/heads/-x y',
    'refs/heads/a.lock',
  ]) {
    expect(await failing(folder, { ref })).toContain('must have the form refs/heads/<branch>');
  }
});

it('refuses an empty repository, a missing branch, and no repository, each in its own words', async () => {
  const { url: bare, commit } = repo();
  expect(await failing(bare)).toBe(`repository ${bare} is empty: it has no branch`);
  commit({ 'a.md': 'x' }, { branch: 'dev' });
  expect(await failing(bare)).toBe(`repository ${bare} has no branch "main"; it has dev`);
  expect(await failing(join(folder, 'nothing'))).toBe(
    `there is no git repository at ${join(folder, 'nothing')}`,
  );
  expect(await failing('http://127.0.0.1:1/x.git')).toMatch(/^cannot reach http:\/\/127\.0\.0\.1:1\/x\.git/);
});

it('refuses too many files, large files, large repositories', async () => {
  const { url: bare, commit } = repo();
  commit({ 'a.md': 'x'.repeat(100), 'b.md': 'y', 'c.bin': 'z'.repeat(60) });
  expect(await failing(bare, { limits: { files: 2 } })).toBe('the repository contains more than 2 files');
  expect(await failing(bare, { limits: { fileBytes: 99 } })).toBe(
    'file "a.md" has 100 bytes, more than the 99 allowed',
  );
  expect(await failing(bare, { limits: { totalBytes: 150 } })).toBe(
    'the files have 161 bytes together, more than the 150 allowed',
  );
});

it('refuses links out of the tree, and follows those that stay inside', async () => {
  const outside = repo();
  const work = join(folder, 'links');
  mkdirSync(join(work, 'docs'), { recursive: true });
  git(work, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(work, 'docs/real.md'), '# Real\n');
  symlinkSync('real.md', join(work, 'docs/alias.md'));
  symlinkSync('../nothing.md', join(work, 'docs/dangling.md'));
  git(work, 'add', '--all');
  git(work, 'commit', '--quiet', '-m', 'x');
  git(work, 'push', '--quiet', outside.url, 'main');
  expect(outline((await importing(outside.url)).tree)).toEqual([
    'group docs: Docs',
    'document docs/alias: Real',
    'document docs/real: Real',
  ]);
  symlinkSync('../../../etc/passwd', join(work, 'docs/evil.md'));
  git(work, 'add', '--all');
  git(work, 'commit', '--quiet', '-m', 'x');
  git(work, 'push', '--quiet', outside.url, 'main');
  expect(await failing(outside.url)).toBe(
    'the repository contains a symbolic link that leads out of it: "docs/evil.md"',
  );
});

it('refuses paths that climb, and names and pages that are not UTF-8', async () => {
  for (const [path, expected] of [
    [Buffer.from('..'), 'the repository contains a path that leads out of it: "../x.md"'],
    [Buffer.from('.GIT'), 'the repository contains a path that leads out of it: ".GIT/x.md"'],
    [Buffer.from([0x66, 0xff]), 'the repository contains a file name that is not UTF-8: "fÿ/x.md"'],
  ] as const) {
    const { url: bare } = repo();
    rawCommit(bare, path);
    expect(await failing(bare)).toBe(expected);
  }
  const { url: bare, commit } = repo();
  commit({ 'bad.md': new Uint8Array([0x23, 0x20, 0xff, 0xfe]) });
  expect(await failing(bare)).toBe('page "bad.md" is not valid UTF-8');
});

it('refuses a repository of ten milliard files that are all the same one', async () => {
  const { url: bare } = repo();
  let tree = rawObject(
    bare,
    'tree',
    rawEntry('100644', Buffer.from('x.md'), rawObject(bare, 'blob', Buffer.from('# X\n'))),
  );
  for (let level = 0; level < 10; level += 1) {
    tree = rawObject(
      bare,
      'tree',
      Buffer.concat(Array.from({ length: 10 }, (_, n) => rawEntry('40000', Buffer.from(`d${n}`), tree))),
    );
  }
  commitTree(bare, tree);
  expect(await failing(bare)).toBe('the repository contains more than 50000 files');
});

it('refuses a git that is not there', async () => {
  expect(await failing('/x', { env: { PATH: '/nonexistent:relative:.' } })).toBe(
    'git is not installed: no git program in PATH',
  );
});

/** Writes a commit with a folder of any name, as no honest git would. */
function rawCommit(bare: string, name: Buffer): void {
  const blob = rawObject(bare, 'blob', Buffer.from('# X\n'));
  const inner = rawObject(bare, 'tree', rawEntry('100644', Buffer.from('x.md'), blob));
  commitTree(bare, rawObject(bare, 'tree', rawEntry('40000', name, inner)));
}

function rawEntry(mode: string, name: Buffer, oid: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} `), name, Buffer.from([0]), Buffer.from(oid, 'hex')]);
}

function rawObject(bare: string, type: string, bytes: Buffer): string {
  const file = join(folder, 'object');
  writeFileSync(file, bytes);
  return git(bare, 'hash-object', '--literally', '-w', '-t', type, file);
}

function commitTree(bare: string, tree: string): void {
  const commit = `tree ${tree}\nauthor T <t@x> 1 +0000\ncommitter T <t@x> 1 +0000\n\nm\n`;
  git(bare, 'update-ref', 'refs/heads/main', rawObject(bare, 'commit', Buffer.from(commit)));
}

describe('over HTTP', () => {
  it('sends credentials to the server alone, and shows them nowhere', async () => {
    const { url: bare, commit } = repo();
    commit({ 'a.md': '# A\n' });
    const name = relative(folder, bare);
    const server = untilEnd(await gitServer(folder, 'user:pa ss/@canary'), (it) => it.close());

    const { tree } = await importing(`http://user:pa%20ss%2F%40canary@127.0.0.1:${server.port}/${name}`);
    expect(outline(tree)).toEqual(['document a: A']);
    const refused = importing(`http://user:wrong-canary@127.0.0.1:${server.port}/${name}`);
    await expect(refused).rejects.toThrow(`http://127.0.0.1:${server.port}/${name} refused access`);
    const absent = importing(`http://user:pa%20ss%2F%40canary@127.0.0.1:${server.port}/none.git`);
    await expect(absent).rejects.toThrow(/there is no git repository at http:\/\/127/);
    expect(server.requests.every(({ url }) => !url.includes('canary'))).toBe(true);
    for (const kept of readdirSync(join(folder, 'cache'), { recursive: true, withFileTypes: true })) {
      if (kept.isFile())
        expect(readFileSync(join(kept.parentPath, kept.name)).includes('canary')).toBe(false);
    }
  });
});

it('a host that sends git elsewhere is not followed', async () => {
  const asked: string[] = [];
  const inside = createServer(({ url }, response) => {
    asked.push(String(url));
    response.writeHead(404).end();
  });
  const admin = `${await listening(untilEnd(inside, (it) => it.close()))}/admin`;
  const outside = createServer(({ url }, response) => {
    response.writeHead(302, { location: admin + url }).end();
  });
  const address = `${await listening(untilEnd(outside, (it) => it.close()))}/docs.git`;
  await expect(importing(address)).rejects.toThrow(`${address} redirects to another address`);
  expect(asked).toEqual([]);
});

describe('the cache', () => {
  it('is shared by its id, survives what a killed git leaves, and lets several work at once', async () => {
    const { url: bare, commit } = repo();
    commit({ 'a.md': '# A\n' });
    const cacheDir = join(folder, 'shared cache');
    await importing(bare, { cacheDir, cacheId: 'one/../two' });
    const [key = ''] = readdirSync(cacheDir);
    expect(readdirSync(cacheDir)).toEqual([key]);
    writeFileSync(join(cacheDir, key, 'shallow.lock'), '');
    writeFileSync(join(cacheDir, `${key}.lock`), `${ownerId().replace(/^\d+/, '4194999')}.dead`);
    commit({ 'b.md': '# B\n' });
    const trees = await Promise.all(
      Array.from({ length: 4 }, () => importing(bare, { cacheDir, cacheId: 'one/../two' })),
    );
    for (const { tree } of trees) expect(outline(tree)).toEqual(['document a: A', 'document b: B']);
    expect(readdirSync(cacheDir)).toEqual([key]);
    expect(existsSync(join(cacheDir, key, 'shallow.lock'))).toBe(false);
  });

  it('stops when it is told to, and at its time limit', async () => {
    const { url: bare, commit } = repo();
    commit({ 'a.md': '# A\n' });
    await expect(importing(bare, { signal: AbortSignal.abort() })).rejects.toThrow('was stopped');
    await expect(importing(bare, { timeoutMs: 1, cacheDir: join(folder, 'slow') })).rejects.toThrow(
      'took longer than 0.001 s',
    );
  });
});
