import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RichDocument } from '../../../src/api/content/rich-document.ts';
import { fromDocument } from '../../../src/markdown/from-document.ts';
import {
  type BlockNode,
  block,
  documentOf,
  leaf,
  loadToDocument,
  MARKS,
  textNode,
} from '../../../src/markdown/to-document.ts';

let toDocument: (markdown: string) => RichDocument;
beforeAll(async () => {
  toDocument = await loadToDocument();
});

const SAMPLE = `# Rate limits

Explain **limits** and _bursts_, see [the guide](https://docs.example/limits) and \`429\`.

- one
- two
  - nested

1. first
2. second

- [x] written
- [ ] reviewed

> Quoted
>
> text

\`\`\`js
const limit = 10;
\`\`\`

___

### Last ~~words~~`;

describe('Markdown and rich documents', () => {
  it('gives data to every block and inline that the platform wants it on', () => {
    const { nodes } = toDocument(`${SAMPLE}\n\n![a picture](https://docs.example/a.png)`);
    const all = everyNode(nodes);
    const without = (types: RegExp) => all.filter((node) => types.test(String(node.type)) && !node.data);
    expect(without(/^(heading-\d|code|code-line|divider|link|images?|list-ordered)$/)).toEqual([]);
    const kinds = new Set(all.map(({ type }) => type));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['heading-1', 'code', 'code-line', 'divider', 'link', 'image']),
    );
    const voids = all.filter(({ isVoid }) => isVoid === true).map(({ type }) => type);
    expect([...new Set(voids)].sort()).toEqual(['divider', 'image']);
    const leaves = all.flatMap((node) => (Array.isArray(node.leaves) ? node.leaves : []));
    for (const one of leaves) {
      expect(one).toEqual({ object: 'leaf', text: expect.any(String), marks: expect.any(Array) });
    }
  });

  it('reads every document back as it was written', () => {
    fc.assert(
      fc.property(richDocument, (document) => {
        expect(toDocument(fromDocument(document))).toEqual(document);
      }),
      { numRuns: 300 },
    );
  });

  it('takes any text, and settles after one round', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 80, unit: fc.constantFrom(...'ab \n#*_`~[]()!<>&;-+1.|\\:="') }),
        (text) => {
          const once = fromDocument(toDocument(text));
          expect(fromDocument(toDocument(once))).toBe(once);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads a platform that sends other blocks and marks as plain text', () => {
    const foreign = {
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'hint',
          nodes: [block('paragraph', [textNode(leaf('careful', ['color']))])],
        },
      ],
    };
    expect(fromDocument(foreign)).toBe('careful');
    expect(fromDocument(undefined)).toBe('');
  });
});

interface AnyNode {
  type?: unknown;
  data?: unknown;
  isVoid?: unknown;
  leaves?: unknown;
  nodes?: unknown;
}
const everyNode = (nodes: readonly unknown[]): AnyNode[] =>
  nodes.flatMap((node) => {
    const one = node as AnyNode;
    return [one, ...everyNode(Array.isArray(one.nodes) ? one.nodes : [])];
  });

const word = fc.string({
  minLength: 1,
  maxLength: 8,
  unit: fc.constantFrom(...'abcé1 *_`[]()!<>#&;-+.|\\:~="/'),
});
/** Text as Markdown can hold it: no space at its ends, none doubled across leaves. */
const tidy = (text: string) => text.trim().replace(/\s+/g, ' ') || 'x';
const marks = fc.subarray([...MARKS]);
const run = fc
  .tuple(word, marks)
  .map(([text, types]) => leaf(types.includes('code') ? tidy(text).replaceAll('`', "'") : tidy(text), types));
const leaves = fc
  .array(run, { minLength: 1, maxLength: 4 })
  .map((list) => list.filter((one, at) => at === 0 || signOf(one) !== signOf(list[at - 1])));
const signOf = (one: ReturnType<typeof leaf> | undefined) => one?.marks.map(({ type }) => type).join();
const link = fc.tuple(word, fc.webUrl()).map(([text, url]) => ({
  object: 'inline' as const,
  type: 'link',
  isVoid: false,
  data: { ref: { kind: 'url', url } },
  nodes: [textNode(leaf(tidy(text)))],
}));
const inline = fc.oneof(
  leaves.map((list) => [textNode(...list)]),
  fc.tuple(leaves, link).map(([list, one]) => [textNode(...list), one]),
);
const paragraph = inline.map((nodes) => block('paragraph', nodes));
const codeBlock = fc
  .array(fc.string({ maxLength: 8, unit: fc.constantFrom(...'ab `~-') }), { minLength: 1, maxLength: 3 })
  .map((lines) =>
    block(
      'code',
      lines.map((line) => block('code-line', [textNode(leaf(line.trimEnd()))])),
    ),
  );
const item = (content: fc.Arbitrary<BlockNode[]>) => content.map((nodes) => block('list-item', nodes));
const { tree } = fc.letrec<{ tree: BlockNode }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    inline.map((nodes) => block('heading-2', nodes)),
    codeBlock,
    fc.constant({ ...block('divider', []), isVoid: true }),
    fc.array(tie('tree'), { minLength: 1, maxLength: 2 }).map((nodes) => block('blockquote', nodes)),
    fc
      .array(item(fc.tuple(paragraph, tie('tree')).map((nodes) => nodes)), { minLength: 1, maxLength: 2 })
      .map((items) => block('list-unordered', items)),
    fc
      .array(item(paragraph.map((one) => [one])), { minLength: 1, maxLength: 3 })
      .map((items) => block('list-ordered', items)),
    fc.array(fc.tuple(paragraph, fc.boolean()), { minLength: 1, maxLength: 3 }).map((items) =>
      block(
        'list-tasks',
        items.map(([one, checked]) => block('list-item', [one], { checked })),
      ),
    ),
  ),
}));
const richDocument = fc.array(tree, { minLength: 1, maxLength: 4 }).map((nodes) => documentOf(nodes));
