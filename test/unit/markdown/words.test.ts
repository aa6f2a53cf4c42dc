// What is made of a line of Markdown, of targets and of orders.
import { join } from 'node:path';
import { loadMarkdown } from '../../../src/markdown/analyze.ts';
import { readPage } from '../../../src/markdown/front-matter.ts';
import { loadMapTargets } from '../../../src/markdown/link-targets.ts';
import { mergeOrder } from '../../../src/markdown/merge-order.ts';
import { plainText } from '../../../src/markdown/page-title.ts';
import { atOnce } from '../../../src/sandbox/content/tree.ts';
import { lineCases } from '../../helpers/text-cases.ts';

const markdown = await loadMarkdown();
const mapTargets = await loadMapTargets();

/** Each list is spelled by its letters; whichever side stands first, the order is the same. */
function order(base: string, ours: string, theirs: string, members = ours + theirs) {
  const run = (left: string, right: string) =>
    atOnce(
      mergeOrder({
        base: [...base],
        ours: [...left],
        theirs: [...right],
        members: new Set(members),
        rank: (a: string, b: string) => (a < b ? -1 : 1),
      }),
    );
  const merged = [run(ours, theirs), run(theirs, ours)].map((ids) => ids?.join('') ?? 'none');
  return [...new Set(merged)].join(' or ');
}

lineCases(join(import.meta.dirname, 'words'), {
  anchor: (heading: string) => markdown.analyze(`## ${heading}`).anchors.join(' '),
  plain: plainText,
  slug: (slug: string) => readPage(`---\nslug: ${slug}\n---\n`).fields.slug,
  order,
  target: (text: string, target: string) => mapTargets(text, () => target),
  targets: (text: string) => mapTargets(text, (target) => `new/${target}`),
});
