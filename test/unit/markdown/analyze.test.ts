import { beforeAll, describe, expect, it } from 'vitest';
import { loadMarkdown, type Markdown } from '../../../src/markdown/analyze.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

let markdown: Markdown;
beforeAll(async () => {
  markdown = await loadMarkdown();
});
const analyze = (...lines: string[]) => markdown.analyze(lines.join('\n'));
const hrefs = (...lines: string[]) => analyze(...lines).links.map((link) => link.href);

describe('sections', () => {
  it('splits a page at its headings into plain text', () => {
    const { sections } = analyze(
      'Lead *text*.',
      '',
      '## Install `it`',
      '',
      '- one',
      '- [two](x)',
      '',
      '```sh',
      'npm i',
      '```',
      '### Deep',
      '',
      '| a | b |',
      '|---|---|',
      '| c | d |',
    );
    expect(sections).toEqual([
      { anchor: '', title: '', level: 0, body: 'Lead text.' },
      { anchor: 'install-it', title: 'Install it', level: 2, body: 'one\ntwo\nnpm i' },
      { anchor: 'deep', title: 'Deep', level: 3, body: 'a\nb\nc\nd' },
    ]);
  });

  it('numbers thousands of the same heading, and reads thousands of links, in linear time', () => {
    expect(growth((length) => markdown.analyze('## a\n'.repeat(length)), 2000)).toBeLessThan(LINEAR);
    expect(growth((length) => markdown.analyze('[a](b) '.repeat(length)), 2000)).toBeLessThan(LINEAR);
  });

  it('numbers what repeats, takes named ones, and gives tabs and headings one set of names', () => {
    const { anchors } = analyze(
      '{% tabs %}',
      '{% tab title="A" %}',
      'x',
      '{% endtab %}',
      '{% endtabs %}',
      '',
      '## A',
      '## A',
      '## B <a href="#bee" id="bee"></a>',
      '## C <a href="#bee" id="bee"></a>',
      '<a id="raw"></a>[^1]',
      '',
      '[^1]: A note.',
    );
    expect(anchors).toEqual(['a', 'a-1', 'a-2', 'bee', 'bee-1', 'user-content-fn-1', 'raw']);
  });

  it('reads a footnote of one word, or of one link, as text of the page', () => {
    const { links, text, anchors } = analyze('x[^1] y[^two]', '', '[^1]: foot', '[^two]: [there](gone.md)');
    expect(links.map(({ href }) => href)).toEqual(['gone.md']);
    expect(text).toContain('foot');
    expect(anchors).toEqual(['user-content-fn-1', 'user-content-fn-two']);
  });

  it('gives no anchor to the first, fifth and sixth level: a section there has that around it', () => {
    const { anchors, sections } = analyze('# One', '## Two', '##### Five', '#### Four', '###### Six');
    expect(anchors).toEqual(['two', 'four']);
    expect(sections.map(({ title, anchor }) => [title, anchor])).toEqual([
      ['One', ''],
      ['Two', 'two'],
      ['Five', 'two'],
      ['Four', 'four'],
      ['Six', 'four'],
    ]);
  });

  it('leaves tags and block tags out of the text', () => {
    expect(
      analyze('{% hint style="info" %}', 'Mind **this**.', '{% endhint %}', '', '<div>', 'In a box', '</div>')
        .text,
    ).toBe('Mind this.\nIn a box');
  });

  it('has nothing to say of an empty page', () => {
    expect(analyze('')).toEqual({ sections: [], links: [], anchors: [], text: '' });
  });
});

describe('links', () => {
  it('finds every form of link, with its section', () => {
    const { links } = analyze(
      '[a](one.md)',
      '',
      '## S',
      '',
      '![pic](img/p.png "t") <https://x.test/y?q=%20> https://bare.test [ref][r]',
      '',
      '[r]: two.md#part',
    );
    expect(links).toEqual([
      { kind: 'link', href: 'one.md', text: 'a', anchor: '' },
      { kind: 'image', href: 'img/p.png', text: 'pic', anchor: 's' },
      { kind: 'link', href: 'https://x.test/y?q=%20', text: 'https://x.test/y?q=%20', anchor: 's' },
      { kind: 'link', href: 'https://bare.test', text: 'https://bare.test', anchor: 's' },
      { kind: 'link', href: 'two.md#part', text: 'ref', anchor: 's' },
    ]);
  });

  it('finds raw tags and block tags', () => {
    expect(
      hrefs(
        '<a href="a.md">x</a> and <img src=\'b.png\'>',
        '',
        '<figure><img src="c.png" alt=""></figure>',
        '',
        '{% content-ref url="d.md" %}',
        '[d](d.md)',
        '{% endcontent-ref %}',
        '',
        '{% file src="e.zip" %}',
      ),
    ).toEqual(['a.md', 'b.png', 'c.png', 'd.md', 'd.md', 'e.zip']);
  });

  it('takes nothing in a formula for a link, and finds a link without an address', () => {
    expect(hrefs('$$a[b](c)$$ and [d](e) $$', '', '$$', '[f](g)', '', '- [h](i)', '$$', '', '[j]()')).toEqual(
      ['e', ''],
    );
  });

  it('ignores links in code and comments', () => {
    expect(
      hrefs('`[a](b)`', '', '    [c](d)', '', '```', '[e](f)', '```', '', '<!-- <a href="g"> -->'),
    ).toEqual([]);
  });

  it('decodes paths as far as they are valid, and leaves URLs', () => {
    expect(hrefs('[a](my%20page.md) [b](%FF%20x) [c](%E4%BD%A0.md#%E5%A5%BD) [d](<with space.md>)')).toEqual([
      'my page.md',
      '%FF%20x',
      '你.md#好',
      'with space.md',
    ]);
  });

  it('finds links in headings, lists, tables and quotes', () => {
    expect(hrefs('# [a](1)', '- [b](2)', '', '> [c](3)', '', '| [d](4) |', '|---|', '| [e](5) |')).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  it('takes no longer than hostile text is long', () => {
    for (const [start, unit] of [
      ['', '['],
      ['', '<a '],
      ['<a href="', 'x'],
      ['', '{% file '],
      ['', '![]('],
      ['', '> '],
      ['', '<!--'],
      ['', '$$ '],
      ['', '$$\n'],
    ] as const)
      expect(
        growth((size) => void markdown.analyze(start + unit.repeat(size)), 3000),
        unit,
      ).toBeLessThan(LINEAR);
  });
});
