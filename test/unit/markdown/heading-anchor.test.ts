import { beforeAll, describe, expect, it } from 'vitest';
import { loadMarkdown, type Markdown } from '../../../src/markdown/analyze.ts';
import { AnchorBook, headingAnchor } from '../../../src/markdown/heading-anchor.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

let _markdown: Markdown;
beforeAll(async () => {
  _markdown = await loadMarkdown();
});

describe('anchors of odd headings', () => {
  it('takes no longer than a heading is long', () => {
    for (const unit of ['-', '.', '.-', 'a.-', '+', 'é', '中'])
      expect(
        growth((size) => void headingAnchor(unit.repeat(size)), 20_000),
        unit,
      ).toBeLessThan(LINEAR);
  });
});

it('looks twice at most for the name of each of thousands of the same heading', () => {
  const book = new AnchorBook();
  const { taken } = book;
  let looks = 0;
  const has = taken.has.bind(taken);
  taken.has = (anchor) => {
    looks += 1;
    return has(anchor);
  };
  for (let at = 0; at < 2000; at += 1) book.take({ text: 'The same', level: 2 });
  expect(taken.size).toBe(2000);
  expect(looks).toBeLessThanOrEqual(4000);
});
