import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exportToGit, type GitExport } from '../../../src/sandbox/content/git/git-export.ts';
import { importFromGit } from '../../../src/sandbox/content/git/git-import.ts';
import type { PageNode, Tree } from '../../../src/sandbox/content/model.ts';
import { insertPage, removePage, walk } from '../../../src/sandbox/content/tree.ts';
import { git, gitFolder } from '../../helpers/git-repo.ts';
import { LINEAR, tookOf } from '../../helpers/growth.ts';
import { leftToHarden } from '../../helpers/measured.ts';
import { countingIds, memoryContent } from '../../helpers/memory-content.ts';

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
const importing = (url: string, more: { projectDirectory?: string; previous?: Tree } = {}) =>
  importFromGit({ ...common, url, newId: countingIds('new'), ...more });
const exporting = (url: string, tree: Tree, more: Partial<GitExport> = {}) =>
  exportToGit({ ...common, url, commitMessage: 'Export', tree, ...more });
const outline = (tree: Tree) => [...walk(tree.pages)].map(({ page, path }) => `${path}: ${page.title}`);
const files = (bare: string) => git(bare, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n').sort();
const page = (id: string): PageNode => ({
  id,
  type: 'document',
  title: id.toUpperCase(),
  slug: id,
  markdown: content.put(`Text of ${id}.\n`),
  pages: [],
});

/** A repository of a program that has its documentation in a folder. */
const SETTINGS = `root: ./docs/

structure:
  readme: INTRO.md
  summary: TOC.md

redirects:
  help: guides/install.md
  /old/start/: ./INTRO.md
`;
const PROGRAM = {
  '.gitbook.yaml': SETTINGS,
  'README.md': '# The program\n',
  'package.json': '{}\n',
  'src/x.js': 'export default 1;\n',
  'docs/TOC.md': '# Table of contents\n\n* [Introduction](INTRO.md)\n* [Install](guides/install.md)\n',
  'docs/INTRO.md': '# Introduction\n\nHello.\n',
  'docs/guides/install.md': '# Install\n\nRun it.\n',
  'docs/.gitbook/assets/logo.svg': '<svg/>\n',
};

describe('the .gitbook.yaml of a repository', () => {
  it('says which folder holds the pages, and which file is the table of contents', async () => {
    const { bare, commit } = repo();
    commit(PROGRAM);
    const { tree, settings } = await importing(bare);
    expect(outline(tree)).toEqual(['intro: Introduction', 'install: Install']);
    expect(tree.files.map(({ name }) => name)).toEqual(['logo.svg']);
    expect(settings.redirects).toEqual({ help: 'docs/guides/install.md', 'old/start': 'docs/INTRO.md' });
  });

  it('names the first page of folders without a table of contents', async () => {
    const { bare, commit } = repo();
    commit({
      '.gitbook.yaml': 'structure:\n  readme: about/welcome.md\n',
      'a.md': '# A\n',
      'README.md': '# Read me\n',
      'about/welcome.md': '# Welcome\n',
      'about/team.md': '# Team\n',
    });
    const { tree } = await importing(bare);
    expect(outline(tree)).toEqual([
      'welcome: Welcome',
      'a: A',
      'about: About',
      'about/team: Team',
      'readme: Read me',
    ]);
  });

  it('is that of the project directory, and its root is below it', async () => {
    const { bare, commit } = repo();
    commit({
      'site/.gitbook.yaml': 'root: pages\n',
      'site/pages/one.md': '# One\n',
      'site/two.md': '# Two\n',
    });
    expect(outline((await importing(bare, { projectDirectory: 'site' })).tree)).toEqual(['one: One']);
    expect(outline((await importing(bare)).tree)).toContain('site/pages/one: One');
  });

  it('stays byte for byte on export, and the export keeps to it', async () => {
    const { bare, commit, read } = repo();
    commit(PROGRAM);
    const { tree } = await importing(bare);
    expect((await exporting(bare, tree, { previous: tree })).changed).toBe(false);
    const more = insertPage(tree, page('faq'), {});
    const { tree: exported } = await exporting(bare, more, { previous: tree });
    expect(files(bare)).toEqual([...Object.keys(PROGRAM), 'docs/faq.md'].sort());
    expect(read('.gitbook.yaml')).toBe(SETTINGS);
    expect(read('docs/TOC.md')).toContain('* [FAQ](faq.md)');
    expect(read('README.md')).toBe(PROGRAM['README.md']);
    expect(outline((await importing(bare, { previous: exported })).tree)).toEqual(outline(more));
  });

  it('is written where a repository is new to the space, and not again where it was removed', async () => {
    const [from, to] = [repo(), repo()];
    from.commit(PROGRAM);
    const { tree, settings } = await importing(from.bare);
    const first = await exporting(to.bare, tree, { settings: settings.text });
    expect(to.read('.gitbook.yaml')).toBe(SETTINGS);
    expect(files(to.bare)).toEqual(
      [
        '.gitbook.yaml',
        'docs/.gitbook/assets/logo.svg',
        'docs/INTRO.md',
        'docs/TOC.md',
        'docs/guides/install.md',
      ].sort(),
    );
    expect(outline((await importing(to.bare)).tree)).toEqual(outline(tree));
    to.commit({ '.gitbook.yaml': null });
    expect((await importing(to.bare, { previous: first.tree })).settings.text).toBeUndefined();
    await exporting(to.bare, first.tree, { settings: settings.text, previous: first.tree });
    expect(files(to.bare)).not.toContain('.gitbook.yaml');
  });

  it('names the first page that an export places', async () => {
    const { bare, commit } = repo();
    commit({ '.gitbook.yaml': 'structure:\n  readme: START.md\n  summary: CONTENTS.md\n' });
    const tree = { pages: [page('home'), page('more')], files: [], reusableContents: [], variables: {} };
    await exporting(bare, tree);
    expect(files(bare)).toEqual(['.gitbook.yaml', 'CONTENTS.md', 'START.md', 'more.md']);
  });

  it('may be empty, or hold comments and settings of others', async () => {
    for (const text of ['', '# nothing yet\n', 'root:\nstructure:\nredirects:\n', 'other: 1\n']) {
      const { bare, commit } = repo();
      commit({
        '.gitbook.yaml': text,
        'SUMMARY.md': '* [One](one.md)\n',
        'one.md': '# One\n',
        'two.md': '# Two\n',
      });
      expect(outline((await importing(bare)).tree)).toEqual(['one: One']);
    }
  });

  it.each([
    ['root: ../other\n', /root "\.\.\/other" must be inside the repository/],
    ['root: .git\n', /root "\.git" must be inside the repository/],
    ['root: 7\n', /root must be a text/],
    ['root: missing\n', /the repository has no directory "missing"/],
    ['structure: SUMMARY.md\n', /structure must be a map/],
    ['structure:\n  summary: ../x.md\n', /structure\.summary "\.\.\/x\.md" must be inside the repository/],
    ['redirects:\n  a: ../../x.md\n', /redirects: "a" "\.\.\/\.\.\/x\.md" must be inside the repository/],
    ['redirects: [a, b]\n', /redirects must be a map/],
    ['root: "a\n', /the file is not a YAML map/],
    ['- a\n', /the file is not a YAML map/],
  ])('is refused where it cannot be followed: %j', async (text, message) => {
    const { bare, commit } = repo();
    commit({ '.gitbook.yaml': text, 'one.md': '# One\n' });
    await expect(importing(bare)).rejects.toThrow(message);
  });

  it('is refused where it is huge', async () => {
    const { bare, commit } = repo();
    commit({ '.gitbook.yaml': `# ${'x'.repeat(1024 * 1024)}\n`, 'one.md': '# One\n' });
    await expect(importing(bare)).rejects.toThrow(/more than the 1048576 allowed/);
  });

  it.skipIf(leftToHarden())('holds up nothing, whatever it is made of', async () => {
    const names = 'abcdefgh'.split('');
    const bomb = names.map(
      (name, at) =>
        `${name}: &${name} [${Array(9)
          .fill(at === 0 ? 'x' : `*${names[at - 1]}`)
          .join(', ')}]`,
    );
    const cost = async (lines: readonly string[]) => {
      const { bare, commit } = repo();
      commit({ '.gitbook.yaml': `${lines.join('\n')}\n`, 'one.md': '# One\n' });
      return await tookOf(() => importing(bare).catch(() => undefined));
    };
    await cost([]);
    // Each line means nine times as much as the one before.
    expect(await cost(bomb)).toBeLessThan(LINEAR * (await cost(bomb.slice(0, 1))));
  });

  it('loses its redirects to pages with the pages', async () => {
    const { bare, commit, read } = repo();
    commit(PROGRAM);
    const { tree } = await importing(bare);
    const [install] = [...walk(tree.pages)].filter(({ page: { title } }) => title === 'Install');
    const { settings } = await exporting(bare, removePage(tree, install?.page.id ?? ''), { previous: tree });
    expect(read('.gitbook.yaml')).toBe(SETTINGS);
    expect(files(bare)).not.toContain('docs/guides/install.md');
    expect(settings.redirects.help).toBe('docs/guides/install.md');
  });
});
