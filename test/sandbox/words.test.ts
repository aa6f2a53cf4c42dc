// What the sandbox makes of a text, a line each.
import { join } from 'node:path';
import { maskUrls } from '../../src/files/mask-url.ts';
import { loadMarkdown } from '../../src/markdown/analyze.ts';
import { slugify, uniqueSlug } from '../../src/markdown/heading-anchor.ts';
import { type EvaluationMode, evaluate } from '../../src/sandbox/content/expressions/evaluate.ts';
import { parseExpression } from '../../src/sandbox/content/expressions/parse.ts';
import { branchOf, readRepositoryUrl } from '../../src/sandbox/content/git/git-repository.ts';
import { emptyTree, type PageNode, type Tree } from '../../src/sandbox/content/model.ts';
import { isSafePath, safeSegment } from '../../src/sandbox/content/repository/repo-layout.ts';
import { findPage, linkIndex } from '../../src/sandbox/content/tree.ts';
import { accented, localizeMarkdown } from '../../src/sandbox/resources/translations/pseudo-localizer.ts';
import { lineCases } from '../helpers/text-cases.ts';
import { writtenOut } from '../helpers/written-expression.ts';

const page = (id: string, path?: string, more: Partial<PageNode> = {}): PageNode => ({
  ...{ id, type: 'document', title: id, slug: id.toLowerCase(), pages: [] },
  ...(path !== undefined && { git: { oid: '1', path } }),
  ...more,
});
const spec = { ref: { kind: 'openapi', spec: 'petstore' } };
const guides = [
  page('Install', 'docs/guides/install.md'),
  page('Fresh'),
  page('Moved', 'docs/elsewhere/moved.md'),
];
const picture = { id: 'F1', name: 'a b.png', contentType: 'image/png', size: 1, hash: 'h' };
const tree: Tree = {
  ...emptyTree(),
  pages: [
    page('Home', 'docs/README.md'),
    page('Guides', 'docs/guides/README.md', { pages: guides }),
    page('Link', undefined, { type: 'link', target: { kind: 'page', page: 'Gone' } }),
    page('Cover', undefined, {
      cover: { ref: { kind: 'file', file: 'F1' } },
      computed: { type: 'builtin:openapi', dependencies: { spec } },
    }),
  ],
  files: [{ ...picture, git: { oid: '1', path: 'docs/.gitbook/assets/a b.png' } }],
  reusableContents: [{ id: 'R1', title: 'Note', git: { oid: '1', path: 'docs/.gitbook/includes/note.md' } }],
};
/** Nothing but what is called `known` is elsewhere. */
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

async function linksOf(from: string, text: string) {
  const placed = findPage(tree, from);
  if (!placed) throw new Error(`no page ${from}`);
  const { analyze } = await loadMarkdown();
  return linkIndex(tree, world).of(placed, analyze(text));
}

const variables = {
  page: { name: 'Page', n: 2 },
  space: { name: 'Space', on: true, big: 10 },
  now: new Date('2024-05-01T00:00:00Z'),
};

lineCases(join(import.meta.dirname, 'words'), {
  async link(line: string) {
    const [, from = '', href = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const [{ status, target } = { status: 'none' }] = await linksOf(from, `[x](<${href}>)`);
    return { status, target };
  },
  links: linksOf,
  expression: (text: string, mode: EvaluationMode = true) => evaluate(text, variables, mode),
  condition: (text: string) => writtenOut(parseExpression(text)),
  slug: slugify,
  'unique-slug': uniqueSlug,
  segment: safeSegment,
  'safe-path': isSafePath,
  masked: maskUrls,
  'repository-url': readRepositoryUrl,
  branch: branchOf,
  localized: (markdown: string) => localizeMarkdown(markdown),
  accented,
});
