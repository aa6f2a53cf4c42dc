import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { contentTypeOf } from '../../../src/files/content-type.ts';
import { exportToGit, type GitExport } from '../../../src/sandbox/content/git/git-export.ts';
import { importFromGit } from '../../../src/sandbox/content/git/git-import.ts';
import { emptyTree, type PageNode, type Tree } from '../../../src/sandbox/content/model.ts';
import { insertPage, replacePage } from '../../../src/sandbox/content/tree.ts';
import { git, gitFolder, gitServer } from '../../helpers/git-repository.ts';
import { untilEnd } from '../../helpers/lasting.ts';
import { countingIds, memoryContent } from '../../helpers/memory-content.ts';
import { applyEdits, edits } from '../../helpers/random-edits.ts';
import { buildTree, treeSeeds } from '../../helpers/random-tree.ts';
import { reached, runs } from '../../helpers/runs.ts';

const EXPORTS = runs('L17', 'spaces exported through git', 2);

const { folder, repo, remove } = gitFolder();
afterAll(remove);
const content = memoryContent();
const common = {
  ref: 'refs/heads/main',
  cacheDir: join(folder, 'cache'),
  env: { PATH: process.env.PATH },
  content,
  now: '2024-05-01T12:00:00Z',
};
const exporting = (url: string, tree: Tree, more: Partial<GitExport> = {}) =>
  exportToGit({ ...common, url, commitMessage: 'Export', tree, ...more });
const importing = (url: string, previous?: Tree, projectDirectory?: string) =>
  importFromGit({ ...common, url, newId: countingIds('new'), previous, projectDirectory });

const page = (id: string, pages: PageNode[] = []): PageNode => ({
  id,
  type: 'document',
  title: id.toUpperCase(),
  slug: id,
  markdown: content.put(`Text of ${id}.\n`),
  pages,
});
const tree: Tree = { ...emptyTree(), pages: [page('home'), page('guides', [page('install')]), page('faq')] };
const files = (bare: string, branch = 'main') =>
  git(bare, 'ls-tree', '-r', '--name-only', branch).split('\n');
const commits = (bare: string) => Number(git(bare, 'rev-list', '--count', 'main'));

/** What a repository may have run when something arrives. */
const HOOKS = [
  'pre-receive',
  'update',
  'post-receive',
  'post-update',
  'reference-transaction',
  'proc-receive',
];

describe('a repository on this machine', () => {
  it.each(['a path', 'a file:// URL'])(
    'has no hook and no program of its own run, named by %s',
    async (form) => {
      const { url: bare } = repo();
      const ran = join(bare, 'ran');
      mkdirSync(join(bare, 'hooks'), { recursive: true });
      const program = join(bare, 'program');
      for (const file of [program, ...HOOKS.map((hook) => join(bare, 'hooks', hook))])
        writeFileSync(file, `#!/bin/sh\necho "$0" >> ${ran}\n`, { mode: 0o755 });
      git(bare, 'config', 'core.hooksPath', join(bare, 'hooks'));
      git(bare, 'config', 'core.fsmonitor', program);
      git(bare, 'config', 'core.alternateRefsCommand', program);
      git(bare, 'config', 'receive.procReceiveRefs', 'refs/for');
      const { changed } = await exporting(form === 'a path' ? bare : `file://${bare}`, tree);
      expect(changed).toBe(true);
      expect(existsSync(ran)).toBe(false);
      expect(files(bare)).toContain('guides/install.md');
    },
  );
});

describe('changes the space has not seen', () => {
  it('refuses a branch that is checked out, and one that moves in between', async () => {
    const work = join(folder, 'checked-out');
    mkdirSync(work);
    git(work, 'init', '--quiet', '--initial-branch=main');
    git(work, 'commit', '--quiet', '--allow-empty', '-m', 'x');
    await expect(exporting(work, tree)).rejects.toThrow('has branch "main" checked out');
    const { url: bare, commit } = repo();
    const { tree: first } = await exporting(bare, tree);
    // Somebody pushes while our files are being made.
    const late = {
      ...content,
      text(hash: string) {
        if (commits(bare) === 1) commit({ 'late.txt': 'x' });
        return content.text(hash);
      },
    };
    const edited = replacePage(first, 'home', (old) => ({ ...old, title: 'Start' }));
    await expect(exporting(bare, edited, { content: late })).rejects.toThrow('branch "main" of');
    expect(files(bare)).toContain('late.txt');
    expect((await exporting(bare, edited)).changed).toBe(true);
  });
});

describe('over HTTP', () => {
  it('pushes with credentials', async () => {
    const { url: bare } = repo();
    const server = untilEnd(await gitServer(folder, 'me:secret'), (it) => it.close());

    const url = `http://me:secret@127.0.0.1:${server.port}/${relative(folder, bare)}`;
    await exporting(url, tree);
    expect(files(bare)).toContain('guides/install.md');
  });
});

describe('importing what was exported, through git', () => {
  it('is the identity, also after edits and a second export', async () => {
    await fc.assert(
      fc.asyncProperty(treeSeeds, edits(4), fc.constantFrom('', 'docs'), async (seed, list, directory) => {
        const { url: bare, commit } = repo();
        if (directory) commit({ 'src/program.ts': 'x' });
        const start = buildTree(seed, content, { newId: countingIds('old'), contentTypeOf });
        const more = { projectDirectory: directory };
        const first = await exporting(bare, start, more);
        expect((await importing(bare, first.tree, directory)).tree).toEqual(first.tree);
        const edited = applyEdits(insertPage(first.tree, page('extra')), list, 'e', content);
        const second = await exporting(bare, edited, { ...more, previous: first.tree });
        const back = await importing(bare, second.tree, directory);
        expect(back.tree).toEqual(second.tree);
        expect(back.commit.oid).toBe(second.oid);
      }),
      { numRuns: EXPORTS },
    );
    reached('L17', 'spaces exported through git', EXPORTS);
  });
});
