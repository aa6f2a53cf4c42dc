import { describe, expect, it } from 'vitest';
import { loadMarkdown } from '../../../src/markdown/analyze.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

const markdown = await loadMarkdown();

describe('sections', () => {
  it('numbers thousands of the same heading, and reads thousands of links, in linear time', () => {
    expect(growth((length) => markdown.analyze('## a\n'.repeat(length)), 2000)).toBeLessThan(LINEAR);
    expect(growth((length) => markdown.analyze('[a](b) '.repeat(length)), 2000)).toBeLessThan(LINEAR);
  });
});

describe('block tags', () => {
  it('are no text, and lead where they say, whatever address is in them', () => {
    const text =
      '{% embed url="https://v.example/a%20b?c=%2Fd" %}\n\n{% file src="my%20notes.pdf" %}\n\n{% column width="50%" %}\nWide\n{% endcolumn %}\n';
    const { sections, links } = markdown.analyze(text);
    expect(sections.map(({ body }) => body)).toEqual(['https://v.example/a%20b?c=%2Fd\nWide']);
    expect(links.map(({ href }) => href)).toEqual(['https://v.example/a%20b?c=%2Fd', 'my notes.pdf']);
  });
});

describe('links', () => {
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
