import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exportToGit, type GitExport } from '../../../src/sandbox/content/git/git-export.ts';
import { importFromGit } from '../../../src/sandbox/content/git/git-import.ts';
import type { Tree } from '../../../src/sandbox/content/model.ts';
import { walk } from '../../../src/sandbox/content/tree.ts';
import { git, gitFolder } from '../../helpers/git-repository.ts';
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
  it('is written where a repository is new to the space, and not again where it was removed', async () => {
    const [from, to] = [repo(), repo()];
    from.commit(PROGRAM);
    const { tree, settings } = await importing(from.url);
    const first = await exporting(to.url, tree, { settings: settings.text });
    expect(to.read('.gitbook.yaml')).toBe(SETTINGS);
    expect(files(to.url)).toEqual(
      [
        '.gitbook.yaml',
        'docs/.gitbook/assets/logo.svg',
        'docs/INTRO.md',
        'docs/TOC.md',
        'docs/guides/install.md',
      ].sort(),
    );
    expect(outline((await importing(to.url)).tree)).toEqual(outline(tree));
    to.commit({ '.gitbook.yaml': undefined });
    expect((await importing(to.url, { previous: first.tree })).settings.text).toBeUndefined();
    await exporting(to.url, first.tree, { settings: settings.text, previous: first.tree });
    expect(files(to.url)).not.toContain('.gitbook.yaml');
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
      const { url: bare, commit } = repo();
      commit({ '.gitbook.yaml': `${lines.join('\n')}\n`, 'one.md': '# One\n' });
      return await tookOf(() => importing(bare).catch(() => undefined));
    };
    await cost([]);
    // Each line means nine times as much as the one before.
    expect(await cost(bomb)).toBeLessThan(LINEAR * (await cost(bomb.slice(0, 1))));
  });
});
