import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { frontMatterIn, type PageFields, readPage, writePage } from '../../../src/markdown/front-matter.ts';
import { firstHeading } from '../../../src/markdown/page-title.ts';
import { growth, LINEAR, took } from '../../helpers/growth.ts';
import { isMeasured } from '../../helpers/measured.ts';

describe('reading a Markdown file', () => {
  it('takes the title from the first heading and the heading off the text', () => {
    expect(readPage('# Hello *world*\n\nText\n')).toMatchObject({ title: 'Hello world', markdown: 'Text\n' });
    expect(readPage('\n\nHello\n=====\nText')).toMatchObject({ title: 'Hello', markdown: 'Text' });
    const badge = '[![npm](https://a.example/b.svg)](https://a.example)';
    expect(readPage(`# Hello ${badge} ${badge}\n`).title).toBe('Hello npm npm');
    const references =
      '[![npm][logo]][home] [docs][Home] [x][other] a[0][1] [![a](b.svg)][home] [![c][logo]](d)';
    const text = `\n\n[logo]: https://a.example/b.svg\n[home]: https://a.example\n`;
    expect(readPage(`# Hello ${references}${text}`).title).toBe('Hello npm docs [x][other] a[0][1] a c');
    expect(firstHeading(`Text\n\n# Hello [![npm]][home]${text}[npm]: c.svg\n`)).toBe('Hello npm');
    expect(readPage('# Hello ##\r\n\r\nText\r\n')).toMatchObject({ title: 'Hello', markdown: 'Text\r\n' });
  });

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

  it('prefers front matter, and drops a heading that repeats it', () => {
    expect(readPage('---\ntitle: A\n---\n# A\n\nText')).toMatchObject({ title: 'A', markdown: 'Text' });
    expect(readPage('---\ntitle: A\n---\n\n# B\n')).toMatchObject({ title: 'A', markdown: '# B\n' });
  });

  it('reads the fields of a page and keeps what it does not know', () => {
    const source = [
      '---',
      'description: >-',
      '  Two',
      '  lines',
      'icon: book',
      'hidden: true',
      'layout:',
      '  width: wide',
      '  title:',
      '    visible: false',
      'vars:',
      '  version: 2',
      '  nested: {}',
      'cover: ../a.png',
      'coverY: 10',
      'sidebar_position: 3',
      'noIndex: maybe',
      '---',
      '',
      '# T',
    ];
    expect(readPage(source.join('\n'))).toEqual({
      title: 'T',
      markdown: '',
      fields: {
        description: 'Two lines',
        icon: 'book',
        hidden: true,
        layout: { width: 'wide', title: false },
        variables: { version: 2 },
        cover: '../a.png',
        coverY: 10,
      },
      unknown: { sidebar_position: 3 },
    });
  });

  it('reads what Hugo writes in TOML', () => {
    const block =
      'title = "A \\"b\\""\nslug = \'x\' # y\nweight = 1_0\ndraft = false\ntags = ["a", \'b\',]\ndate = 2024-01-02T03:04:05Z\n[params]\ntoc = true';
    expect(readPage(`+++\n${block}\n+++\n\n# B\n\nText\n`)).toMatchObject({
      title: 'A "b"',
      fields: { slug: 'x' },
      unknown: {
        weight: 10,
        draft: false,
        tags: ['a', 'b'],
        date: '2024-01-02T03:04:05Z',
        params: { toc: true },
      },
      markdown: '# B\n\nText\n',
    });
  });

  it.each([
    ['broken YAML', '---\na: [\n---\n\n# T\n'],
    ['a list', '---\n- a\n---\n\n# T\n'],
    [
      'an alias bomb',
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.replace(/./g, (c, n) => `${c}: &${c} [${`*${'abcdefgh'[n]},`.repeat(9)}]\n`)}---\n\n# T\n`,
    ],
    ['a block without end', '---\ntitle: A\n\ntext'],
    ['TOML that is not read', '+++\na = {b = 1}\n+++\n\n# T\n'],
  ])('keeps the text whole where front matter is %s', (_what, source) => {
    expect(readPage(source)).toMatchObject({ fields: {}, markdown: source });
  });

  it('does not pollute prototypes', () => {
    readPage('---\n__proto__:\n  polluted: 1\nvariables:\n  __proto__: {a: 1}\n---\n');
    expect({}).not.toHaveProperty('polluted');
  });

  it('finds the first heading outside code', () => {
    expect(firstHeading('```\n# no\n```\ntext\n## No\n# Yes `x`\n')).toBe('Yes x');
    expect(firstHeading('~~~\n# no\n')).toBeUndefined();
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
