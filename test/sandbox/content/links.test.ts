import { beforeAll, describe, expect, it } from 'vitest';
import { loadMarkdown, type Markdown } from '../../../src/markdown/analyze.ts';
import { emptyTree, type PageNode, type Tree } from '../../../src/sandbox/content/model.ts';
import { findPage, linkIndex } from '../../../src/sandbox/content/tree.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

let markdown: Markdown;
beforeAll(async () => {
  markdown = await loadMarkdown();
});

const page = (id: string, more: Partial<PageNode> = {}): PageNode => ({
  id,
  type: 'document',
  title: id,
  slug: id.toLowerCase(),
  pages: [],
  ...more,
});
const git = (path: string) => ({ git: { oid: '1', path } });
const tree: Tree = {
  ...emptyTree(),
  pages: [
    page('Home', git('docs/README.md')),
    page('Guides', {
      ...git('docs/guides/README.md'),
      pages: [
        page('Install', git('docs/guides/install.md')),
        page('Fresh'),
        page('Moved', git('docs/elsewhere/moved.md')),
      ],
    }),
    page('Link', { type: 'link', target: { kind: 'page', page: 'Gone' } }),
    page('Cover', {
      cover: { ref: { kind: 'file', file: 'F1' } },
      computed: {
        type: 'builtin:openapi',
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'petstore' } } },
      },
    }),
  ],
  files: [
    {
      id: 'F1',
      name: 'a b.png',
      contentType: 'image/png',
      size: 1,
      hash: 'h',
      ...git('docs/.gitbook/assets/a b.png'),
    },
  ],
  reusableContents: [{ id: 'R1', title: 'Note', ...git('docs/.gitbook/includes/note.md') }],
};
const world = {
  anchorsOf: ({ id }: PageNode) => (id === 'Install' ? ['linux', 'étape'] : []),
  app: (url: string) =>
    url.startsWith('https://app.test/')
      ? { status: 'in-app' as const, target: { kind: 'url' as const, url } }
      : /^\/(?:s|spaces)\/known/.test(url)
        ? { status: 'ok' as const, target: { kind: 'space' as const, space: 'known' } }
        : undefined,
  exists: (ref: { kind: string }) => JSON.stringify(ref).includes('known'),
};
const links = (from: string, text: string) => {
  const placed = findPage(tree, from);
  if (!placed) throw new Error(`no page ${from}`);
  return linkIndex(tree, world).of(placed, markdown.analyze(text));
};
const first = (from: string, href: string) => {
  const [{ status, target } = { status: undefined, target: undefined }] = links(from, `[x](<${href}>)`);
  return { status, target };
};

describe('resolving links', () => {
  it.each([
    ['Home', 'guides/install.md', 'Install'],
    ['Home', 'guides/', 'Guides'],
    ['Home', './guides', 'Guides'],
    ['Install', '../README.md', 'Home'],
    ['Install', 'README.md', 'Guides'],
    ['Install', 'install.md?x=1', 'Install'],
    ['Home', 'guides/fresh', 'Fresh'],
    ['Fresh', 'install', 'Install'],
    ['Fresh', 'install.md', 'Install'],
    ['Fresh', '/guides/install', 'Install'],
    ['Fresh', 'guides/install', 'Install'],
    ['Home', 'Install', 'Install'],
    ['Home', '/pages/Fresh', 'Fresh'],
    ['Home', '/docs/guides/install.md', 'Install'],
  ])('from %s, "%s" leads to page %s', (from, href, id) => {
    expect(first(from, href)).toEqual({ status: 'ok', target: { kind: 'page', page: id } });
  });

  it('checks anchors, and tells a page whose anchor is gone', () => {
    expect(first('Home', 'guides/install.md#linux')).toEqual({
      status: 'ok',
      target: { kind: 'anchor', anchor: 'linux', page: 'Install' },
    });
    expect(first('Install', '#étape').status).toBe('ok');
    expect(first('Install', '#mac')).toEqual({
      status: 'broken',
      target: { kind: 'anchor', anchor: 'mac', page: 'Install' },
    });
  });

  it('knows files by path and id, and includes', () => {
    for (const [from, href] of [
      ['Install', '../.gitbook/assets/a%20b.png'],
      ['Home', '.gitbook/assets/a b.png'],
      ['Home', '/files/F1'],
      ['Home', 'F1'],
    ] as const) {
      expect(first(from, href)).toEqual({ status: 'ok', target: { kind: 'file', file: 'F1' } });
    }
    expect(first('Install', '.gitbook/assets/a b.png').status).toBe('ok');
    expect(links('Install', '{% include ".gitbook/includes/note.md" %}')[0]?.status).toBe('ok');
    expect(links('Install', '{% include "../.gitbook/includes/note.md" %}')).toEqual([
      {
        status: 'ok',
        relation: 'dependsOn',
        target: { kind: 'reusable-content', reusableContent: 'R1' },
        anchor: '',
        text: '',
        href: '../.gitbook/includes/note.md',
      },
    ]);
  });

  it('tells URLs, addresses of the app, and spaces apart', () => {
    expect(first('Home', 'https://x.test/a').status).toBe('ok');
    expect(first('Home', 'mailto:a@x.test')).toEqual({
      status: 'ok',
      target: { kind: 'url', url: 'mailto:a@x.test' },
    });
    expect(first('Home', 'https://app.test/o/1')).toEqual({
      status: 'in-app',
      target: { kind: 'url', url: 'https://app.test/o/1' },
    });
    expect(first('Home', '/s/known/page')).toEqual({
      status: 'ok',
      target: { kind: 'space', space: 'known' },
    });
    expect(first('Home', '/s/other')).toEqual({ status: 'broken', target: undefined });
  });

  it('takes a file of a repository for itself, never for a page that happens to be called like it', () => {
    expect(first('Install', 'moved.md')).toEqual({ status: 'broken', target: undefined });
    expect(first('Install', '../elsewhere/moved.md').status).toBe('ok');
    expect(first('Install', 'moved').status).toBe('ok');
    expect(first('Install', 'fresh.md').status).toBe('ok');
  });

  it('looks for a file where it would be, never from the top', () => {
    expect(first('Fresh', 'home.md')).toEqual({ status: 'broken', target: undefined });
    expect(first('Fresh', '../home.md').status).toBe('ok');
    expect(first('Fresh', '/home.md').status).toBe('ok');
    expect(first('Fresh', 'home').status).toBe('ok');
  });

  it.each(['nope.md', '../../outside.md', 'broken-reference', '/nope', 'guides/install/more'])(
    'says that "%s" is broken',
    (href) => {
      expect(first('Home', href)).toEqual({ status: 'broken', target: undefined });
    },
  );

  it('follows covers, link pages and what computed content needs', () => {
    const of = (id: string) =>
      links(id, '').map(({ status, relation, target }) => [status, relation, target?.kind]);
    expect(of('Link')).toEqual([['broken', 'reference', undefined]]);
    expect(of('Cover')).toEqual([
      ['ok', 'reference', 'file'],
      ['broken', 'dependsOn', undefined],
    ]);
  });

  it('says in which section a link stands', () => {
    expect(
      links('Home', '[a](Install)\n\n## Part\n\n[b](Fresh)').map(({ anchor, text }) => [anchor, text]),
    ).toEqual([
      ['', 'a'],
      ['part', 'b'],
    ]);
  });

  it('takes no longer to resolve links than pages are many', () => {
    expect(growth(resolveTenOfEach, 250)).toBeLessThan(LINEAR);
  });

  function resolveTenOfEach(count: number): void {
    const pages = Array.from({ length: count }, (_, n) => page(`p${n}`, git(`p${n}.md`)));
    const index = linkIndex({ ...emptyTree(), pages }, world);
    for (const [n, one] of pages.entries()) {
      const found = Array.from({ length: 10 }, (_, k) => ({
        kind: 'link' as const,
        href: `p${(n + k) % (count + 100)}.md`,
        text: '',
        anchor: '',
      }));
      index.of(
        { page: one, path: one.slug, parents: [], index: n },
        { links: found, sections: [], anchors: [], text: '' },
      );
    }
  }
});
