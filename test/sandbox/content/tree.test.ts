import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugify } from '../../../src/markdown/heading-anchor.ts';
import { emptyTree, type PageNode, type Tree } from '../../../src/sandbox/content/model.ts';
import {
  fileById,
  findPage,
  findPageByPath,
  insertPage,
  linkIndex,
  removePage,
  replacePage,
  walk,
} from '../../../src/sandbox/content/tree.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

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

it('takes no longer to resolve links than pages are many', () => {
  expect(growth(resolveTenOfEach, 250)).toBeLessThan(LINEAR);
});

function resolveTenOfEach(count: number): void {
  const pages = Array.from({ length: count }, (_, n) => ({
    ...page(`p${n}`),
    git: { oid: '1', path: `p${n}.md` },
  }));
  const index = linkIndex(treeOf(...pages), {
    anchorsOf: () => [],
    app: () => undefined,
    exists: () => false,
  });
  for (const [n, one] of pages.entries()) {
    const links = Array.from({ length: 10 }, (_, k) => ({
      ...{ kind: 'link' as const, text: '', anchor: '' },
      href: `p${(n + k) % (count + 100)}.md`,
    }));
    const placed = { page: one, path: one.slug, parents: [], index: n };
    index.of(placed, { links, sections: [], anchors: [], text: '' });
  }
}
