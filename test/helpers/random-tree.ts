import fc from 'fast-check';
import type { ContentRef } from '../../src/api/content/content-ref.ts';
import { uniqueSlug } from '../../src/markdown/heading-anchor.ts';
import type {
  ContentStore,
  FileNode,
  PageNode,
  ReusableContentNode,
  Tree,
} from '../../src/sandbox/content/model.ts';
import { walk } from '../../src/sandbox/content/tree.ts';

/** Texts that have broken formats before: marks of Markdown, YAML and HTML, odd spaces, other scripts. */
const awkward = fc.constantFrom(
  'true',
  '---',
  '- a',
  'a: b',
  '# x',
  '*a*',
  '`c`',
  '[x](y)',
  '<!-- -->',
  '-->',
  ' pad ',
  "it's",
  '"q"',
  '\\',
  '|',
  '1.0',
  'Über',
  '導入',
  '🚀',
  'a\u2028b',
  'a\u00a0b',
  '{{ x }}',
);
const text = fc.oneof(fc.string({ unit: 'grapheme' }), awkward);
const title = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Z][a-z]{2,8}( [a-z]{2,6})?$/) },
  { weight: 1, arbitrary: text.filter((one) => one !== '') },
);
const slug = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z]{1,6}(-[a-z]{1,3})?$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'readme',
      'index',
      'summary',
      'README',
      'Readme',
      'con',
      'a.b',
      'über',
      '導入',
      'x y',
      '..',
      'a/b',
      '-',
      'git',
    ),
  },
);
const scalar = fc.oneof(text, fc.boolean(), fc.integer());
const variables = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,5}$/), scalar, { maxKeys: 3 });
const markdown = fc
  .array(
    fc.oneof(text, fc.constantFrom('', '## Part', '* item', '```', '[a](b.md)', '{% hint %}', '| a | b |')),
    { maxLength: 5 },
  )
  .map((lines) => lines.join('\n'));
const bytes = fc.uint8Array({ maxLength: 40 });

const flags = fc.record(
  {
    description: text,
    icon: fc.constantFrom('book', 'rocket'),
    emoji: fc.constantFrom('🚀', '1f4d6'),
    hidden: fc.boolean(),
    noIndex: fc.boolean(),
    noRobotsIndex: fc.boolean(),
    layout: fc.record(
      { width: fc.constantFrom('default', 'wide'), title: fc.boolean(), outline: fc.boolean() },
      { requiredKeys: [] },
    ),
    variables,
  },
  { requiredKeys: [] },
);

interface Seed {
  type: PageNode['type'];
  title: string;
  slug: string;
  flags: Partial<PageNode>;
  markdown: string;
  /** Picks the target of a link, or the cover of a document. */
  pick: number;
  pages: Seed[];
}

const { seeds } = fc.letrec<{ seeds: Seed[] }>((tie) => ({
  seeds: fc.array(
    fc
      .record({
        type: fc.constantFrom<PageNode['type'][]>(
          'document',
          'document',
          'document',
          'group',
          'link',
          'computed',
        ),
        title,
        slug,
        flags,
        markdown,
        pick: fc.nat({ max: 99 }),
        pages: fc.oneof({ maxDepth: 3 }, fc.constant<Seed[]>([]), tie('seeds')),
      })
      .map((seed) => ({ ...seed, pages: seed.pages ?? [] })),
    { maxLength: 5 },
  ),
}));

const fileSeeds = fc.array(
  fc.record({
    name: fc.oneof(
      fc.constantFrom('a.png', 'A.png', 'notes.md', 'x', '.env', 'con.txt', 'a b (1).svg', 'übung.pdf'),
      fc.stringMatching(/^[a-z]{1,8}\.(png|zip)$/),
    ),
    contentType: fc.constantFrom('', '', 'text/x-odd'),
    bytes,
  }),
  { maxLength: 4 },
);
const includeSeeds = fc.array(fc.record({ title, markdown }), { maxLength: 2 });

export interface TreeSeed {
  pages: Seed[];
  files: { name: string; contentType: string; bytes: Uint8Array }[];
  includes: { title: string; markdown: string }[];
  variables: Tree['variables'];
}

/** Trees with everything a revision can hold; `buildTree` puts their content into a store. */
export const treeSeeds: fc.Arbitrary<TreeSeed> = fc.record({
  pages: seeds,
  files: fileSeeds,
  includes: includeSeeds,
  variables,
});

/** `contentTypeOf` is what an import would say of a name, so that most files need no extra word. */
export function buildTree(
  seed: TreeSeed,
  content: ContentStore,
  { newId, contentTypeOf }: { newId: () => string; contentTypeOf: (name: string) => string },
): Tree {
  const files = seed.files.map(
    (file): FileNode => ({
      id: newId(),
      name: file.name,
      contentType: file.contentType || contentTypeOf(file.name),
      size: file.bytes.length,
      hash: content.put(file.bytes),
    }),
  );
  const pages = buildPages(seed.pages, content, newId, files);
  const all = [...walk(pages)].map(({ page }) => page);
  const seedOf = flatten(seed.pages);
  for (const [index, page] of all.entries()) {
    if (page.type === 'link') page.target = targetOf(seedOf[index]?.pick ?? 0, all, files);
  }
  const reusableContents = seed.includes.map(
    (one): ReusableContentNode => ({ id: newId(), title: one.title, markdown: content.put(one.markdown) }),
  );
  return { pages, files, reusableContents, variables: { ...seed.variables } };
}

const flatten = (list: Seed[]): Seed[] => list.flatMap((seed) => [seed, ...flatten(seed.pages)]);

function buildPages(list: Seed[], content: ContentStore, newId: () => string, files: FileNode[]): PageNode[] {
  const taken: string[] = [];
  return list.map((seed) => {
    const free = uniqueSlug(seed.slug, taken);
    taken.push(free);
    const cover = coverOf(seed.pick, files);
    return {
      id: newId(),
      type: seed.type,
      title: seed.title,
      slug: free,
      // As stored: without null prototypes.
      ...(JSON.parse(JSON.stringify(seed.flags)) as Partial<PageNode>),
      ...(seed.type === 'document' && { markdown: content.put(seed.markdown), ...(cover && { cover }) }),
      ...(seed.type === 'computed' && { computed: { type: 'builtin:openapi', props: { doc: seed.title } } }),
      pages: buildPages(seed.pages, content, newId, files),
    };
  });
}

function coverOf(pick: number, files: FileNode[]): Record<string, unknown> | undefined {
  const file = files[pick % 7];
  if (pick % 5 === 0) return { ref: { kind: 'url', url: 'https://images.test/a b.png?x=1' }, yPos: pick };
  if (pick % 5 === 1 && file)
    return { ref: { kind: 'file', file: file.id }, refDark: { kind: 'file', file: file.id }, height: 240 };
  return undefined;
}

function targetOf(pick: number, pages: PageNode[], files: FileNode[]): ContentRef {
  const page = pages.filter((one) => one.type === 'document')[pick % 11];
  const file = files[pick % 5];
  if (pick % 6 === 0) return { kind: 'url', url: 'https://example.test/?a=b&c=(d)' };
  if (pick % 6 === 1) return { kind: 'url', url: '/relative path' };
  if (pick % 6 === 2) return { kind: 'space', space: 'other' };
  if (pick % 6 === 3 && page) return { kind: 'page', page: page.id };
  if (pick % 6 === 4 && page) return { kind: 'anchor', anchor: 'part', page: page.id };
  return file ? { kind: 'file', file: file.id } : { kind: 'url', url: 'https://example.test' };
}
