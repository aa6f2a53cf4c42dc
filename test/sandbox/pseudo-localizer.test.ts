import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadMarkdown } from '../../src/markdown/analyze.ts';
import { accented, localizeMarkdown } from '../../src/sandbox/resources/translations/pseudo-localizer.ts';
import { growth, LINEAR } from '../helpers/growth.ts';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

describe('the pseudo-localizer', () => {
  it('marks every word of a text', () => {
    expect(accented('Send your first parcel')).toBe('Śéñd ýóúr fírśt párćél');
  });

  it.each([
    ['inline code', '`npm install`'],
    ['longer inline code', '``a ` code``'],
    ['code over two lines', '`npm install\n--save easy`'],
    ['code over three lines', '``easy\na ` one\neasy``'],
    ['fences of items', '1. \n   ```js\n   const easy = 1;\n   ```'],
    ['fences of items within items', '- \n  - \n      ```\n      easy\n      ```'],
    ['targets of links', '[](guides/install.md#a-section "a title")'],
    ['targets with brackets', '[](guides/(a)/b.md)'],
    ['addresses', 'https://example.com/a/easy?one=yes'],
    ['autolinks', '<https://example.com/easy>'],
    ['tags', '<img src="image.png" alt="easy">'],
    ['expressions', '{{ space.vars.name }}'],
    ['tags of blocks', '{% hint style="info" %}'],
    ['entities', '&eacute;'],
    ['emoji', ':rocket_ship:'],
    ['footnotes', '[^note]'],
    ['definitions', '[easy]: https://example.com/easy "a title"'],
    ['fences', '```js\nconst easy = 1;\n\n    easy\n```'],
    ['fences of tildes', '~~~\n```\neasy\n~~~'],
    ['code by indentation', '\n    const easy = 1;'],
    ['headings that are underlined', 'Easy\n===='],
  ])('leaves %s alone', (_, markdown) => {
    expect(localizeMarkdown(markdown)).toBe(markdown);
  });

  it('marks what is around code that goes over lines, and takes a single backtick for text', () => {
    expect(localizeMarkdown('easy `easy\neasy` easy `easy` one')).toBe('éáśý `easy\neasy` éáśý `easy` óñé');
    expect(localizeMarkdown('an `easy\n\none` end')).toBe('áñ `éáśý\n\nóñé` éñd');
    expect(localizeMarkdown('an `easy\n- one` end')).toBe('áñ `éáśý\n- óñé` éñd');
  });

  it('keeps the names of links by reference, and marks other brackets', () => {
    const markdown = '[easy] and [text][easy] and [other]\n\n[easy]: a.md';
    expect(localizeMarkdown(markdown)).toBe('[easy] áñd [téxt][easy] áñd [óthér]\n\n[easy]: a.md');
  });

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
});
