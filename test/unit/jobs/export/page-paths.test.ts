import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RevisionFile } from '../../../../src/api/content/content-shapes.generated.ts';
import type { Page } from '../../../../src/api/content/content-shapes.ts';
import { pageFile } from '../../../../src/jobs/export/page-file.ts';
import { isReserved, placePages, summaryText } from '../../../../src/jobs/export/page-paths.ts';
import { hostileName } from '../../../helpers/hostile-names.ts';
import { reached, runs } from '../../../helpers/runs.ts';

const NAMES = runs('F3', 'page names', 2000);
const TITLES = runs('F9', 'titles', 500);

interface Given {
  slug: string;
  title?: string;
  pages?: Given[];
}

let count = 0;
/** Places need no more of a page. */
const page = ({ slug, title = slug, pages = [] }: Given): Page =>
  ({
    ...{ id: `p${(++count).toString(36)}`, type: 'document', title, slug, path: slug },
    pages: pages.map(page),
  }) as unknown as Page;

const tree: fc.Arbitrary<Given[]> = fc.letrec<{ pages: Given[]; page: Given }>((tie) => ({
  pages: fc.array(tie('page'), { maxLength: 6, depthIdentifier: 'tree' }),
  page: fc.record({
    slug: hostileName,
    pages: fc.oneof({ depthIdentifier: 'tree', maxDepth: 5 }, fc.constant<Given[]>([]), tie('pages')),
  }),
})).pages;

/** What two names share on a system that ignores case and composes letters. */
const folded = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

describe('places of pages', () => {
  it('are files of their slugs, children in a folder beside them', () => {
    const placed = placePages([
      page({ slug: 'a', pages: [{ slug: 'b', pages: [{ slug: 'c' }] }] }),
      page({ slug: 'd' }),
    ]);
    expect(placed.map(({ path }) => path)).toEqual(['a.md', 'a/b.md', 'a/b/c.md', 'd.md']);
    expect(placed.map(({ depth }) => depth)).toEqual([0, 1, 2, 0]);
  });

  it('are told apart by a piece of the id, then by a number', () => {
    const slugged = (slug: string, id: string, pages: Page[] = []): Page =>
      ({ ...page({ slug }), id, pages }) as Page;
    const placed = (...pages: Page[]) => placePages(pages).map(({ path }) => path);
    expect(
      placed(slugged('a', 'p1'), slugged('A', 'abcdefghij'), slugged('a', 'abcdefghij'), slugged('a', 'p2')),
    ).toEqual(['a.md', 'A-abcdefgh.md', 'a-abcdefghij-2.md', 'a-p2.md']);
    expect(placed(slugged('a', 'p1'), slugged('a.md', 'p2'))).toEqual(['a.md', 'a.md-p2.md']);
    expect(placed(slugged('a', 'p1', [slugged('a', 'p2')]))).toEqual(['a.md', 'a/a.md']);
    expect(placed(slugged('', 'p1'), slugged('..', 'p2'))).toEqual(['page.md', 'page-p2.md']);
    const long = slugged('x'.repeat(300), 'abcdefghij');
    expect(placed(long, { ...long, id: 'klmnopqrst' } as Page)).toEqual([
      `${'x'.repeat(180)}.md`,
      `${'x'.repeat(171)}-klmnopqr.md`,
    ]);
  });

  it.each(
    'SUMMARY summary SUMMARY.md _files comments.ndjson space.json pages.json content.json _change-requests _deep'.split(
      ' ',
    ),
  )('leave %s to the export at the top, and nowhere else', (slug) => {
    const inner = { ...page({ slug }), id: 'inner' } as Page;
    const outer = { ...page({ slug }), id: 'outer', pages: [inner] } as Page;
    expect(placePages([outer]).map(({ path }) => path)).toEqual([
      `${slug}-outer.md`,
      `${slug}-outer/${slug}.md`,
    ]);
    const own = slug === 'summary' ? 'summary.md' : slug.replace(/^SUMMARY$/, 'SUMMARY.md');
    expect([own, `${own}/a.md`, `a/${own}`, `${own}2`].map(isReserved)).toEqual([true, true, false, false]);
  });

  it('go to one folder of their own below paths of more than 1000 bytes', () => {
    let deep: Given = { slug: 'end' };
    for (let depth = 0; depth < 10; depth += 1) deep = { slug: 'y'.repeat(99), pages: [deep] };
    const paths = placePages([page(deep)]).map(({ path = '' }) => path);
    expect(paths.at(-1)).toBe(`${Array(10).fill('y'.repeat(99)).join('/')}/end.md`);
    const deeper = placePages([page({ slug: 'zz', pages: [deep] })]).map(({ path = '' }) => path);
    expect(deeper.at(-1)).toBe('_deep/end.md');
  });

  it('stay below their pages up to 1000 bytes', () => {
    const slugs = [...Array(9).fill('y'.repeat(99)), 'z'.repeat(100)];
    const given = slugs.reduceRight<Given>((below, slug) => ({ slug, pages: [below] }), { slug: 'end' });
    expect(placePages([page(given)]).at(-1)?.path).toBe(`${slugs.join('/')}/end.md`);
  });

  it('are the files that people named, which no other page gets', () => {
    const [one, two] = [page({ slug: 'one', pages: [{ slug: 'in' }] }), page({ slug: 'two' })];
    const renamed = { kind: 'page' as const, size: 1, sha256: '', renamed: true };
    const paths = (...entries: Parameters<typeof placePages>[1] & object) =>
      placePages([two, one], entries).map(({ path, renamed: own }) => (own ? `${path} by a person` : path));
    expect(paths({ ...renamed, id: one.id, path: 'Two.md' })).toEqual([
      `two-${two.id}.md`,
      'Two.md by a person',
      'one/in.md',
    ]);
    expect(paths({ ...renamed, id: one.id, path: 'one.md' })).toEqual(['two.md', 'one.md', 'one/in.md']);
    for (const other of [{ id: one.id, renamed: false }, { id: 'gone' }, { id: undefined }]) {
      const entry = { ...renamed, path: 'x.md', ...other } as typeof renamed & { path: string };
      expect(paths(entry)).toEqual(['two.md', 'one.md', 'one/in.md']);
    }
  });

  it('never lead out, meet or get lost, whatever the slugs are', () => {
    let names = 0;
    fc.assert(
      fc.property(tree, (given) => {
        const pages = given.map(page);
        const placed = placePages(pages);
        const paths = placed.map(({ path }) => path ?? '');
        names += paths.length;
        const all = (some: readonly Page[]): number =>
          some.reduce((sum, one) => sum + 1 + ('pages' in one ? all(one.pages) : 0), 0);
        expect(paths.length).toBe(all(pages));
        const folders = new Set<string>();
        for (const path of paths) {
          expect(Buffer.byteLength(path)).toBeLessThan(2000);
          const parts = path.split('/');
          for (const part of parts) {
            expect(part).not.toMatch(
              /^\.{0,2}$|[\u0000-\u001f\u007f\\:*?"<>|]|[. ]$|^-|^\.(git|docs-export)/i,
            );
            expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
            expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
          }
          for (let depth = 1; depth < parts.length; depth += 1)
            folders.add(folded(parts.slice(0, depth).join('/')));
        }
        const files = paths.map(folded);
        expect(new Set(files).size, files.join(' ')).toBe(files.length);
        expect(files.filter((file) => folders.has(file))).toEqual([]);
        expect(files).not.toContain('summary.md');
      }),
      { numRuns: Math.ceil(NAMES / 4) },
    );
    expect(names).toBeGreaterThan(NAMES / 2);
    reached('F3', 'page names', names);
  });

  it('stay short below deep trees', () => {
    let deep: Given = { slug: 'x'.repeat(180) };
    for (let depth = 0; depth < 120; depth += 1) deep = { slug: 'y'.repeat(180), pages: [deep] };
    const paths = placePages([page(deep)]).map(({ path = '' }) => path);
    expect(new Set(paths).size).toBe(121);
    expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(1500);
  });

  it('are none for groups without pages, and for links', () => {
    const link: Page = {
      id: 'l',
      type: 'link',
      title: 'Elsewhere',
      target: { kind: 'url', url: 'https://x.example' },
      href: 'https://x.example/(a)',
    };
    const group: Page = {
      id: 'g',
      type: 'group',
      title: 'Group *one*',
      slug: 'g',
      path: 'g',
      pages: [page({ slug: 'in' })],
    };
    const placed = placePages([page({ slug: 'first' }), link, group]);
    expect(placed.map(({ path }) => path)).toEqual(['first.md', undefined, undefined, 'g/in.md']);
    const computed = { ...page({ slug: 'Elsewhere' }), type: 'computed' } as Page;
    expect(placePages([link, computed]).map(({ path }) => path)).toEqual([undefined, 'Elsewhere.md']);
    expect(summaryText('My [space]', placed)).toBe(
      '# My \\[space\\]\n\n* [first](first.md)\n* [Elsewhere](https://x.example/%28a%29)\n* Group \\*one\\* <a href="#g" id="g"></a>\n  * [in](g/in.md)\n',
    );
  });
});

describe('the table of contents', () => {
  it('says where links into the space lead, and the slug that a group keeps', () => {
    const link = (title: string, target: object) => ({ id: title, type: 'link', title, target }) as Page;
    const pages = [
      link('Early', { kind: 'page', page: 'first' }),
      link('Above', { kind: 'anchor', anchor: 'on-linux', page: 'first' }),
      { ...page({ slug: 'first' }), id: 'first' },
      { ...page({ slug: 'start', title: 'Get started' }), type: 'group', pages: [] } as Page,
      link('Again', { kind: 'page', page: 'first' }),
      link('Prices', { kind: 'file', file: 'f' }),
      link('Abroad', { kind: 'page', page: 'first', space: 'other' }),
    ];
    const file = { id: 'f', name: 'a b.csv' } as RevisionFile;
    const text = summaryText('Guides', placePages(pages), [{ file, path: '_files/a b.csv' }]);
    expect(text.split('\n').slice(2, -1)).toEqual([
      '* Early',
      '* [Above](first.md#on-linux)',
      '* [first](first.md)',
      '* Get started <a href="#start" id="start"></a>',
      '* [Again](first.md)',
      '* [Prices](_files/a%20b.csv)',
      '* Abroad',
    ]);
  });
});

describe('the file of a page', () => {
  const PLAIN = {
    ...{ width: 'default', coverSize: 'hero', cover: true, title: true, description: true },
    ...{ tableOfContents: true, outline: true, pagination: true, metadata: true },
  };

  it('says what the page is, and nothing that goes without saying', () => {
    const given = { ...page({ slug: 's', title: 'Yes: no' }), id: 'p', hidden: true, noIndex: false };
    const text = pageFile({ ...given, urls: { app: 'x' }, layout: PLAIN } as Page, 'Hello\n');
    expect(text).toBe('---\nid: p\ntitle: "Yes: no"\nslug: s\npath: s\nhidden: true\n---\n\nHello\n');
  });

  it('gives back every title, whatever is in it', () => {
    const text = fc.oneof(
      hostileName,
      fc.constantFrom(
        '---',
        '- a',
        '# no',
        "it's",
        '"',
        'yes',
        '1e3',
        '{a}',
        '&x',
        '*x',
        '!t',
        '|',
        '>',
        '\u2028',
        '\u0085',
      ),
    );
    fc.assert(
      fc.property(text, text, (title, description) => {
        const file = pageFile({ ...page({ slug: 's', title }), description } as Page, '# Text\n\n---\n');
        const [, yaml = ''] = /^---\n([\s\S]*?\n)---\n\n# Text\n\n---\n$/.exec(file) ?? [];
        const read = parse(yaml);
        expect(read.title).toBe(Buffer.from(title).toString());
        expect(read.description).toBe(Buffer.from(description).toString());
      }),
      { numRuns: TITLES },
    );
    reached('F9', 'titles', TITLES);
  });
});
