import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadMarkdown } from '../../src/markdown/analyze.ts';
import { localizeMarkdown } from '../../src/sandbox/resources/translations/pseudo-localizer.ts';
import { growth, LINEAR } from '../helpers/growth.ts';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

it('gives headings the anchors they had', async () => {
  const markdown =
    '# Easy start\n\n## Send `it` now! ##\n\n### Named <a id="own"></a>\n\n[up](#easy-start)\n';
  const { analyze } = await loadMarkdown();
  const translated = localizeMarkdown(markdown);
  expect(translated).toContain('Éáśý śtárt');
  expect(analyze(translated).anchors).toEqual(analyze(markdown).anchors);
});

it('loses no letter and no line, whatever the page is', async () => {
  const { analyze } = await loadMarkdown();
  const piece = fc.constantFrom(
    ...[
      'easy',
      ' ',
      '\n',
      '\n\n',
      '`',
      '```\n',
      '[',
      ']',
      '(',
      ')',
      '#',
      '# ',
      '- ',
      '> ',
      '{{',
      '}}',
      '{% a %}',
    ],
    ...[' https://e.example/a ', '<b>', '&amp;', '    ', '*', '_', '|', '!', ':', '\\'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const markdown = pieces.join('');
      const translated = localizeMarkdown(markdown).replace(/ <a href="#[^"]*" id="[^"]*"><\/a>/g, '');
      const closed = (text: string) => text.replace(/(?:[ \t]+#*)+$/gm, '');
      expect(plain(closed(translated))).toBe(plain(closed(markdown)));
      const hrefs = (text: string) => analyze(text).links.map(({ href }) => href);
      expect(hrefs(translated)).toEqual(hrefs(markdown));
    }),
    { numRuns: 400 },
  );
});

it('takes no longer than a page is long, also for pages made to be slow', () => {
  for (const unit of [
    '`',
    '``a',
    '{%',
    '{{',
    '[',
    '](',
    '](a',
    '][',
    '<',
    '&',
    ':a',
    'https://',
    '# ',
    '#',
    ' ',
  ]) {
    const work = (size: number) => {
      const page = unit.repeat(Math.floor(size / unit.length));
      localizeMarkdown(`${page}\n# ${page}`);
    };
    expect(growth(work, 1_250), unit).toBeLessThan(LINEAR);
  }
});
