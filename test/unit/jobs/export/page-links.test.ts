// Where the links of exported pages lead: to the files of the export, from wherever the page has its own.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../../../src/api/content/content-shapes.ts';
import { type FileLinks, fileLinks, type PlacedPage } from '../../../../src/jobs/export/page-paths.ts';

const placed = (id: string, depth: number, path: string, given: object = {}): PlacedPage => ({
  // Safe: the links of a page need no more of it.
  page: { id, type: 'document', path, title: id, ...given } as Page,
  depth,
  path: `${path}-file.md`,
});
const git = (path: string) => ({ git: { oid: 'x', path } });

const pages = [
  placed('guide', 0, 'guide'),
  placed('setup', 1, 'guide/setup'),
  placed('manual', 0, 'manual', git('docs/manual.md')),
  placed('first', 1, 'manual/first'),
  placed('second', 1, 'manual/second'),
  placed('other', 0, 'other', git('docs/extra.md')),
  { ...placed('group', 0, 'group', { type: 'group' }), path: undefined as never },
  { page: { id: 'away', type: 'link', title: 'Away' } as Page, depth: 0 },
];
const file = (id: string, name: string, given: object = {}) => ({
  file: { id, name, contentType: 'x', size: 1, downloadURL: 'x', ...given },
  path: `_files/${id}-${name}`,
});
const files = [file('f1', 'logo.png', git('.gitbook/assets/logo.png')), file('f2', 'photo.png')];

let links: FileLinks;
beforeAll(async () => {
  links = await fileLinks({ space: 'here', pages, files });
});

describe('the links of an exported page', () => {
  it.each([
    ['a page below', 'guide', 'guide/setup', 'guide/setup-file.md'],
    ['a page above, with its anchor', 'setup', '/guide?a=1#top', '../guide-file.md?a=1#top'],
    ['a page by its ID', 'setup', '/pages/other', '../other-file.md'],
    ['a page by its file in the repository', 'manual', 'extra.md', 'other-file.md'],
    ['the same, below a page that has a file there', 'first', 'extra.md', '../other-file.md'],
    ['the same where no page above has one', 'guide', 'extra.md', 'extra.md'],
    ['a page beside it, neither of which has a file there', 'first', 'second.md', 'second-file.md'],
    ['a file by its ID', 'setup', '/files/f1', '../_files/f1-logo.png'],
    ['a file of the repository', 'guide', '.gitbook/assets/logo.png', '_files/f1-logo.png'],
    ['a file by its name', 'guide', 'photo.png', '_files/f2-photo.png'],
    ['what has no file', 'guide', '/group', '/group'],
    ['what is nowhere', 'guide', 'nowhere', 'nowhere'],
    ['a page of another space', 'guide', '/s/there/pages/other', '/s/there/pages/other'],
    ['its own text', 'guide', '#top', '#top'],
  ])('lead to %s', (_, from, written, expected) => {
    expect(links(from, `A [link](${written}).`)).toBe(`A [link](${expected}).`);
  });

  it('stay where the page has no file, or is not exported', () => {
    for (const id of ['group', 'away', 'unknown']) expect(links(id, '[x](/other)')).toBe('[x](/other)');
  });

  it('are told before and after, but for URLs and places in the page itself', () => {
    const told: string[][] = [];
    links('guide', '[a](/other) [b](nowhere#) [c](https://example.com/#x) [d](#top)', (...both) =>
      told.push(both),
    );
    expect(told).toEqual([
      ['/other', 'other-file.md'],
      ['nowhere#', 'nowhere#'],
    ]);
  });
});
