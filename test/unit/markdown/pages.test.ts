// What is read in a page, and what two edits of a text come to.
//
//   ---- page.md      and what is read in it: `++++ sections`, `links`, `anchors`, `text`, `read`, `heading`, `blocks`, `again`
//   ---- base         with `---- ours` and `---- theirs`: `++++ merged`, or `++++ conflict`
import { join } from 'node:path';
import { loadMarkdown } from '../../../src/markdown/analyze.ts';
import { fromDocument } from '../../../src/markdown/from-document.ts';
import { readPage } from '../../../src/markdown/front-matter.ts';
import { mergeText } from '../../../src/markdown/merge-lines.ts';
import { firstHeading } from '../../../src/markdown/page-title.ts';
import { loadToDocument } from '../../../src/markdown/to-document.ts';
import { textCases } from '../../helpers/text-cases.ts';

const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');

textCases(join(import.meta.dirname, 'pages'), async (_, { 'page.md': page, base, ours, theirs }) => {
  if (base !== undefined && ours !== undefined && theirs !== undefined) {
    const merged = mergeText(base, ours, theirs);
    return merged === undefined ? { conflict: 'both changed it\n' } : { merged };
  }
  const source = page ?? '';
  const { sections, links, anchors, text } = (await loadMarkdown()).analyze(source);
  const document = (await loadToDocument())(source);
  return {
    sections: lines(sections),
    links: lines(links),
    anchors: lines(anchors),
    text: `${text}\n`,
    read: `${JSON.stringify(readPage(source), null, 1)}\n`,
    heading: `${firstHeading(source)}\n`,
    blocks: lines(document.nodes),
    again: fromDocument(document),
  };
});
