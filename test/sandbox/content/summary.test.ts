import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSummary, type SummaryItem } from '../../../src/folder/summary.ts';
import { writeSummary } from '../../../src/sandbox/content/repository/repo-export.ts';
import { atOnce } from '../../../src/sandbox/content/tree.ts';

const item = (title: string, href?: string, children: SummaryItem[] = []): SummaryItem => ({
  title,
  ...(href !== undefined && { href }),
  children,
});

describe('reading a table of contents', () => {
  it('reads nested lists, groups and external links', () => {
    const source = [
      '# Table of contents',
      '',
      '* [Welcome](README.md)',
      '- [Guides](guides/README.md)',
      '    - [Install](guides/install.md "hint")',
      '\t+ [Deep](<guides/deep one.md>)',
      '',
      '## Reference <a href="#ref" id="ref"></a>',
      '',
      '* [API](https://x.test/a?b=c)',
      '  * [`docs` *CLI*](cli%20x.md)',
      '',
      'Some text.',
      '---',
      '* Plain',
    ];
    expect(parseSummary(source.join('\r\n'))).toEqual([
      item('Welcome', 'README.md'),
      item('Guides', 'guides/README.md', [
        item('Install', 'guides/install.md'),
        item('Deep', 'guides/deep one.md'),
      ]),
      {
        ...item('Reference', undefined, [
          item('API', 'https://x.test/a?b=c', [item('docs CLI', 'cli x.md')]),
          item('Plain'),
        ]),
        meta: { slug: 'ref' },
      },
    ]);
  });

  it('reads uneven indents, brackets and parentheses in links', () => {
    expect(parseSummary('   * [a [b]](x_(y).md)\n * [c](d.md)\n      * [e](f.md)\n   * [g](h.md)')).toEqual([
      item('a [b]', 'x_(y).md'),
      item('c', 'd.md', [item('e', 'f.md'), item('g', 'h.md')]),
    ]);
  });

  it('takes a comment that is no JSON for a comment', () => {
    expect(parseSummary('* [a](b.md) <!-- todo -->\n* [a](b.md) <!-- {"hidden":true} -->')).toEqual([
      item('a', 'b.md'),
      { ...item('a', 'b.md'), meta: { hidden: true } },
    ]);
  });
});

const title = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    '*a*',
    '[x](y)',
    '<!-- {} -->',
    '# h',
    ' pad ',
    'a\nb',
    '-',
    '`c`',
    '\\',
    'a_b',
    '-->',
    '',
    '](',
    '{"a":1} -->',
  ),
);
const href = fc.option(
  fc.oneof(
    fc.constantFrom(
      'a.md',
      'b c.md',
      'x(1).md',
      '100%.md',
      'ü.md',
      'a%20b.md',
      '<a>.md',
      'p#q.md',
      'a\\b.md',
    ),
    fc.constantFrom('https://x.test/', 'https://x.test/a?b=c&d=%20#e', 'mailto:a@x.test'),
  ),
  { nil: undefined },
);
const meta = fc.option(
  fc.dictionary(
    fc.constantFrom('icon', 'hidden', 'target'),
    fc.oneof(fc.string(), fc.boolean(), fc.constant({ url: '-->' })),
    { minKeys: 1 },
  ),
  { nil: undefined },
);
const { items } = fc.letrec<{ items: SummaryItem[] }>((tie) => ({
  items: fc.array(
    fc
      .record({
        title,
        href,
        meta,
        children: fc.oneof({ maxDepth: 3 }, fc.constant<SummaryItem[]>([]), tie('items')),
      })
      .map((one) => ({
        title: one.title,
        ...(one.href !== undefined && { href: one.href }),
        ...(one.meta !== undefined && { meta: { ...one.meta } }),
        children: one.children ?? [],
      })),
    { maxLength: 4 },
  ),
}));

describe('writing a table of contents', () => {
  it('writes groups as headings where it can, else as plain items', () => {
    const group = item('G', undefined, [item('a', 'a.md')]);
    expect(atOnce(writeSummary([item('x', 'x.md'), group]))).toBe(
      '# Table of contents\n\n* [x](x.md)\n\n## G\n\n* [a](a.md)\n',
    );
    expect(atOnce(writeSummary([group, item('x', 'x.md')]))).toBe(
      '# Table of contents\n\n* G\n  * [a](a.md)\n* [x](x.md)\n',
    );
  });

  it('is read back as the same items', () => {
    fc.assert(
      fc.property(items, (list) => {
        expect(parseSummary(atOnce(writeSummary(list)))).toEqual(list);
      }),
      { numRuns: 1000 },
    );
  });
});
