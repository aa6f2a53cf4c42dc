import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugify, uniqueSlug } from '../../../src/markdown/slug.ts';
import { emptyTree, type PageNode, type Tree } from '../../../src/sandbox/content/model.ts';
import {
  fileById,
  findPage,
  findPageByPath,
  insertPage,
  removePage,
  replacePage,
  walk,
} from '../../../src/sandbox/content/tree.ts';

const page = (id: string, pages: PageNode[] = [], slug = id): PageNode => ({
  id,
  type: 'document',
  title: id,
  slug,
  pages,
});
const treeOf = (...pages: PageNode[]): Tree => ({ ...emptyTree(), pages });
const paths = (tree: Tree) => [...walk(tree.pages)].map((placed) => placed.path);
const tree = treeOf(page('intro'), page('guides', [page('install'), page('upgrade', [page('linux')])]));

describe('reading a tree', () => {
  it('walks pages in reading order with their paths', () => {
    expect(paths(tree)).toEqual([
      'intro',
      'guides',
      'guides/install',
      'guides/upgrade',
      'guides/upgrade/linux',
    ]);
  });

  it('finds a page by id with its parents, and by path', () => {
    expect(findPage(tree, 'linux')?.parents.map((parent) => parent.id)).toEqual(['guides', 'upgrade']);
    expect(findPageByPath(tree, '/guides/upgrade/')?.page.id).toBe('upgrade');
    expect(findPageByPath(tree, 'upgrade')).toBeUndefined();
  });

  it('finds files', () => {
    const file = { id: 'f', name: 'a.png', contentType: 'image/png', size: 1, hash: 'h1' };
    const full = { ...treeOf({ ...page('a'), markdown: 'h2' }), files: [file] };
    expect(fileById(full, 'f')).toBe(file);
  });
});

describe('slugs', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['Über uns & mehr', 'uber-uns-and-mehr'],
    ["What's new", 'whats-new'],
    ['インストール 手順', 'インストール-手順'],
    ['हिन्दी', 'हिन्दी'],
    ['🚀', 'page'],
    ['🛠\ufe0f SDKs', 'sdks'],
    ['1\ufe0f\u20e3 First', '1-first'],
    ['..', 'page'],
    ['a/b\\c', 'a-b-c'],
  ])('makes of "%s" the slug "%s"', (title, slug) => expect(slugify(title)).toBe(slug));

  it('never makes an empty, dotted or slashed slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const slug = slugify(title);
        expect(slug).not.toBe('');
        expect(slug).not.toMatch(/[/\\.\s]/);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });

  it('numbers a taken slug', () => {
    expect(uniqueSlug('a', ['a', 'a-1'])).toBe('a-2');
    expect(uniqueSlug('b', ['a'])).toBe('b');
  });
});

describe('changing a tree', () => {
  it('inserts at a place and makes the slug unique there', () => {
    const next = insertPage(tree, page('new', [], 'install'), { parentId: 'guides', index: 0 });
    expect(paths(next)[2]).toBe('guides/install-1');
    expect(paths(tree)).not.toContain('guides/install-1');
  });

  it('shares the branches it does not touch', () => {
    const next = insertPage(tree, page('new'), { parentId: 'upgrade' });
    expect(next.pages[0]).toBe(tree.pages[0]);
    expect(next.pages[1]?.pages[0]).toBe(tree.pages[1]?.pages[0]);
  });

  it('replaces a page and keeps its slug unique', () => {
    const next = replacePage(tree, 'guides', (old) => ({ ...old, slug: 'intro' }));
    expect(paths(next)[1]).toBe('intro-1');
  });

  it('removes a page with its children', () => {
    expect(paths(removePage(tree, 'upgrade'))).toEqual(['intro', 'guides', 'guides/install']);
  });

  it('names a page it cannot find', () => {
    expect(() => removePage(tree, 'nope')).toThrow('no page "nope"');
    expect(() => insertPage(tree, page('x'), { parentId: 'nope' })).toThrow('no page "nope"');
  });
});
