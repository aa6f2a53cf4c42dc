import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { frontMatterIn, type PageFields, readPage, writePage } from '../../../src/markdown/front-matter.ts';
import { growth, LINEAR, took } from '../../helpers/growth.ts';
import { isMeasured } from '../../helpers/measured.ts';

describe('reading a Markdown file', () => {
  it.each([
    ['keys', (size: number) => Array.from({ length: size }, (_, at) => `k${at}: 1`).join('\n')],
    ['lists', (size: number) => `a: ${'[1,'.repeat(200)}${'1,'.repeat(size)}`],
    ['maps', (size: number) => `a: ${'{b: '.repeat(size)}`],
  ])('of very many %s is text, and found out at once', (_, blockOf) => {
    const read = (size: number) => readPage(`---\n${blockOf(size)}\n---\n\nText`);
    // To parse the block takes some hundred times as long as to see that it is too long to be one.
    const block = blockOf(40_000);
    if (isMeasured) {
      const parsing = took(() => parseDocument(block, { logLevel: 'silent', uniqueKeys: false }));
      expect(took(() => read(40_000))).toBeLessThan(parsing / 4);
    }
    expect(growth(read, 5000)).toBeLessThan(LINEAR);
    expect(read(40_000).markdown).toContain(block.slice(0, 100));
  });

  it('keeps long lines, and reads them in no time', () => {
    const long = `x${' '.repeat(200_000)}y`;
    expect(readPage(`# T\n${long}\n`).markdown === `${long}\n`).toBe(true);
    expect(readPage(`# ${long}`).title).toBeUndefined();
    const read = readPage(writePage({ title: long, fields: {} }, long));
    expect([read.title === long, read.markdown === long]).toEqual([true, true]);
  });

  it('does not pollute prototypes', () => {
    readPage('---\n__proto__:\n  polluted: 1\nvariables:\n  __proto__: {a: 1}\n---\n');
    expect({}).not.toHaveProperty('polluted');
  });
});

const line = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '# x',
    '---',
    '...',
    '- a',
    'a: b',
    '"q"',
    "it's",
    '*a*',
    '`c`',
    '[x](y)',
    '',
    ' pad ',
    '#',
    'true',
    '1.0',
    '=',
    '\\',
    '<!-- x -->',
    '~',
    '&a',
    '!b',
    '%',
    '@',
  ),
);
const body = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
const title = fc.oneof(
  line,
  fc.tuple(line, line).map((parts) => parts.join(' ')),
);
const scalar = fc.oneof(line, fc.boolean(), fc.integer());
const fields: fc.Arbitrary<PageFields> = fc.record(
  {
    slug: fc.stringMatching(/^[a-z]{1,8}$/),
    description: body,
    icon: line,
    emoji: fc.constantFrom('🚀', '1f4d6'),
    hidden: fc.boolean(),
    noIndex: fc.boolean(),
    noRobotsIndex: fc.boolean(),
    layout: fc.record({ width: fc.constant('wide'), title: fc.boolean() }, { requiredKeys: [] }),
    variables: fc.dictionary(fc.stringMatching(/^[a-z]\w{0,5}$/), scalar),
    cover: fc.constantFrom('a.png', '../b c.png', 'https://x.test/?a=b#c'),
    coverY: fc.integer(),
  },
  { requiredKeys: [] },
);

describe('front matter that is read without the parser of YAML', () => {
  const word = fc.constantFrom(
    ...[
      'title',
      'Title',
      'a-b',
      'true',
      'No',
      'null',
      'y',
      '1',
      '1e3',
      '0x1',
      '.5',
      '2026-11-27',
      'it’s',
      "it's",
    ],
    ...[
      'a: b',
      'a:b',
      '#x',
      'x #y',
      '- a',
      '&a',
      '*a',
      '!a',
      '[a]',
      '{a}',
      '"a"',
      "'a'",
      '|',
      '>',
      '%',
      '@',
      '`a`',
    ],
    ...[
      '',
      ' ',
      'Words, and (more) words.',
      'a/b.md',
      'end-',
      'end ',
      'é',
      '~',
      '<<',
      '__proto__',
      'constructor',
    ],
  );
  const line = fc.tuple(word, fc.constantFrom(': ', ':', ':  '), word, fc.constantFrom('', ' ', '\t'));

  it('says what the parser says of it', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
        const block = lines.map((parts) => parts.join('')).join('\n');
        // A comment, which only the parser knows, changes nothing.
        const [read, parsed] = [block, `${block}\n# by the parser`].map((text) =>
          frontMatterIn(`---\n${text}\n---\nText`),
        );
        if (read && parsed && 'data' in read && 'data' in parsed) expect(read.data).toEqual(parsed.data);
        else expect(read && 'data' in read).toEqual(parsed && 'data' in parsed);
      }),
      { numRuns: 800 },
    );
  });
});

describe('writing a page', () => {
  it('writes a plain page plainly', () => {
    expect(writePage({ title: 'T', fields: {} }, 'Text\n')).toBe('# T\n\nText\n');
    expect(writePage({ title: 'T', fields: { hidden: true } }, '')).toBe('---\nhidden: true\n---\n\n# T\n');
    expect(writePage({ title: '*T*', fields: {} }, 'x')).toBe('# \\*T\\*\n\nx');
  });

  it('writes back what it did not know', () => {
    const { unknown, fields: known } = readPage('---\nicon: a\nsidebar: {b: 1}\n---\n# T\n');
    expect(readPage(writePage({ title: 'T', fields: known, unknown }, '')).unknown).toEqual({
      sidebar: { b: 1 },
    });
  });

  it('is read back as the same page, whatever title, text and fields hold', () => {
    fc.assert(
      fc.property(title, body, fields, (name, markdown, known) => {
        const read = readPage(writePage({ title: name, fields: known }, markdown));
        expect({ title: read.title, markdown: read.markdown, fields: read.fields }).toEqual({
          title: name,
          markdown,
          fields: known,
        });
      }),
      { numRuns: 1500 },
    );
  });
});
