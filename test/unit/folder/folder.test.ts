import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageText, readText } from '../../../src/folder/page.ts';
import { readFolder } from '../../../src/folder/read.ts';
import { diskSource } from '../../../src/folder/source.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';

const read = (files: Record<string, string | Uint8Array>, options = {}) =>
  readFolder(diskSource(temporaryFolder(files)), options);

describe('the reader of folders', () => {
  it('reads pages in the order of SUMMARY.md, with parents, settings and the line that the text begins at', async () => {
    const seen: string[] = [];
    const { spaces } = await read(
      {
        'README.md': '# Home\n\nHello\n',
        'guides/README.md':
          '---\ndescription: All guides\nicon: book\nhidden: true\ntags: [a, b]\n---\n\n# Guides\n\nText\n',
        'guides/install.md': '---\nid: p1\nslug: setup\n---\n# Install\n',
        'SUMMARY.md':
          '# Table of contents\n\n* [Home](README.md)\n* [Guides](guides/README.md)\n  * [Install](guides/install.md)\n\n## More\n\n* [Site](https://tarnpost.example)\n* [Lost](lost.md)\n',
        'logo.png': 'x',
        '.gitbook/includes/note.md': 'Note',
        'draft.md': '# Draft\n',
      },
      {
        each: (page: { title: string }, { body }: { body: string }) =>
          seen.push(`${page.title}: ${body.trim()}`),
      },
    );
    const [space] = spaces;
    expect(
      space?.pages.map(({ kind, title, path, order, parent }) => [kind, title, path, order, parent?.title]),
    ).toEqual([
      ['document', 'Home', 'readme', 0, undefined],
      ['document', 'Guides', 'guides', 1, undefined],
      ['document', 'Install', 'guides/setup', 2, 'Guides'],
      ['group', 'More', 'more', 3, undefined],
      ['link', 'Site', 'more/site', 4, 'More'],
    ]);
    expect(space?.pages[1]).toMatchObject({
      bodyLine: 10,
      entry: { file: 'SUMMARY.md', line: 4, column: 12 },
      settings: { description: 'All guides', icon: 'book', hidden: true, tags: ['a', 'b'] },
    });
    expect(space?.pages[2]?.settings).toMatchObject({ id: 'p1', slug: 'setup' });
    expect(space?.entries.map(({ leads }) => leads)).toEqual([
      'page',
      'page',
      'page',
      'group',
      'url',
      'missing',
    ]);
    expect(space?.unlisted).toEqual(['draft.md']);
    expect(space?.files).toEqual([{ path: 'logo.png', size: 1 }]);
    expect(space?.includes.map(({ path }) => path)).toEqual(['.gitbook/includes/note.md']);
    expect(seen).toEqual(['Home: Hello', 'Guides: Text', 'Install: ']);
  });

  it('follows root, structure and redirects of .gitbook.yaml, and says where each redirect is', async () => {
    const { spaces } = await read({
      '.gitbook.yaml':
        'root: ./docs/\nstructure:\n  readme: start.md\n  summary: toc.md\nredirects:\n  old/page: start.md\n  /old/page: a/b.md\n  up: ../x.md\n',
      'docs/toc.md': '* [Start](start.md)\n',
      'docs/start.md': '# Start\n',
      'README.md': '# Not a page\n',
    });
    expect(spaces[0]).toMatchObject({ directory: 'docs', summary: 'docs/toc.md', unlisted: [] });
    expect(spaces[0]?.redirects).toEqual([
      {
        file: '.gitbook.yaml',
        line: 6,
        column: 3,
        source: 'old/page',
        target: 'start.md',
        from: 'old/page',
        to: 'docs/start.md',
      },
      {
        file: '.gitbook.yaml',
        line: 7,
        column: 3,
        source: '/old/page',
        target: 'a/b.md',
        from: 'old/page',
        to: 'docs/a/b.md',
      },
      {
        file: '.gitbook.yaml',
        line: 8,
        column: 3,
        source: 'up',
        target: '../x.md',
        from: 'up',
        to: undefined,
      },
    ]);
  });

  it('finds several spaces, and leaves to each what is its own', async () => {
    const { spaces } = await read({
      'README.md': '# Repository\n',
      'guides/.gitbook.yaml': '',
      'guides/SUMMARY.md': '* [A](a.md)\n',
      'guides/a.md': '# A\n',
      'guides/api/.gitbook.yaml': '',
      'guides/api/SUMMARY.md': '* [B](b.md)\n',
      'guides/api/b.md': '# B\n',
      'old/SUMMARY.md': '* [C](c.md)\n',
      'old/c.md': '# C\n',
    });
    expect(
      spaces.map(({ root, pages, unlisted }) => [root, pages.map(({ title }) => title), unlisted]),
    ).toEqual([
      ['guides', ['A'], []],
      ['guides/api', ['B'], []],
      ['old', ['C'], []],
    ]);
  });

  it('reads what is in a folder of pages by folders where nothing lists them', async () => {
    const { spaces } = await read({ 'README.md': '# Home\n', 'b/10.md': '# Ten\n', 'b/9.md': '# Nine\n' });
    expect(spaces[0]?.pages.map(({ title, parent }) => [title, parent?.title])).toEqual([
      ['Home', undefined],
      ['B', undefined],
      ['Nine', 'B'],
      ['Ten', 'B'],
    ]);
  });

  it('follows no link, enters no .git, and reads on where one file cannot be read', async () => {
    const outside = temporaryFolder({ 'secret.md': '# Secret\n' });
    const folder = temporaryFolder({
      'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n* [D](secret.md)\n',
      'a.md': Buffer.from([0x23, 0x20, 0x41, 0x0a, 0x0a, 0x78, 0xff]),
      'b.md': '---\ntitle: [\n---\n# B\n',
      'c.md': 'x'.repeat(9 * 1024 * 1024),
      '.git/config': 'x',
    });
    symlinkSync(join(outside, 'secret.md'), join(folder, 'secret.md'));
    symlinkSync(outside, join(folder, 'elsewhere'));
    symlinkSync(folder, join(folder, 'around'));
    const { source, spaces, problems } = await readFolder(diskSource(folder));
    expect([...source.files.keys()]).toEqual(['SUMMARY.md', 'a.md', 'b.md', 'c.md']);
    expect([...source.links].sort()).toEqual(['around', 'elsewhere', 'secret.md']);
    expect(spaces[0]?.entries.at(-1)?.leads).toBe('missing');
    expect(problems.map(({ kind, file, line, column }) => [kind, file, line, column])).toEqual([
      ['encoding', 'a.md', 3, 2],
      ['yaml', 'b.md', 2, 9],
      ['size', 'c.md', 1, 1],
    ]);
  });

  it('names lines of SUMMARY.md that are not entries, and nothing else', async () => {
    const { problems } = await read({
      'SUMMARY.md':
        '---\ntitle: x\n---\n# Contents\n\n<!-- a\ncomment -->\n* [A](a.md)\n  [B](b.md)\n* [C](c.md\n***\n1. [D](d.md)\n',
      'a.md': '# A\n',
    });
    expect(problems.map(({ kind, line, column }) => [kind, line, column])).toEqual([
      ['summary', 9, 3],
      ['summary', 10, 3],
      ['summary', 12, 1],
    ]);
  });

  it('reads a page again', async () => {
    const folder = await read({ 'SUMMARY.md': '* [A](a.md)\n', 'a.md': '\uFEFF# A\r\n\r\ntext\r\n' });
    const again = await readText(folder.source, 'a.md');
    expect('text' in again && pageText('a.md', again.text)).toMatchObject({
      body: 'text\r\n',
      bodyLine: 3,
      title: 'A',
    });
  });

  it('reads 100,000 entries, also nested ones, in turns that grow with them', async () => {
    const lines = Array.from(
      { length: 100_000 },
      (_, at) => `${' '.repeat(at % 8)}* [Page ${at}](p${at % 5}.md)`,
    );
    const { spaces } = await read({ 'SUMMARY.md': lines.join('\n'), 'p1.md': '# One\n' });
    expect(spaces[0]?.entries).toHaveLength(100_000);
  });

  it('refuses a folder without a page, and one that is not there', async () => {
    await expect(read({ 'a.txt': 'x' })).rejects.toThrow('has no pages');
    expect(() => diskSource('/nowhere/at/all')).toThrow('does not exist');
    await expect(read({ 'a.md': '# A\n' }, { folders: ['docs'] })).rejects.toThrow('has no folder "docs"');
    await expect(read({ 'a.md': '# A\n' }, { folders: ['../x'] })).rejects.toThrow(
      'must be inside the repository',
    );
  });
});
