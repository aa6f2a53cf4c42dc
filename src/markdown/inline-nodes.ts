// Inline Markdown to texts with marks, links and images.
import type { Token } from 'markdown-it';
import { type InlineNode, type Leaf, leaf, MARKS, type TextNode, textNode } from './nodes.ts';

const MARK_OF: Record<string, string> = { strong: 'bold', em: 'italic', s: 'strikethrough' };

/** Takes the children of an inline token; returns texts and inlines, a text at least. */
export function inlineNodes(children: readonly Token[]): (TextNode | InlineNode)[] {
  const nodes: (TextNode | InlineNode)[] = [];
  const marks = new Set<string>();
  let leaves: Leaf[] = [];
  const close = () => {
    if (leaves.length > 0 || nodes.length === 0)
      nodes.push(textNode(...(leaves.length > 0 ? leaves : [leaf('')])));
    leaves = [];
  };
  for (let at = 0; at < children.length; at += 1) {
    const token = children[at];
    if (!token) break;
    if (token.type === 'link_open') {
      const end = endOfLink(children, at);
      if (leaves.length > 0) close();
      nodes.push(link(token, children.slice(at + 1, end), marks));
      at = end;
    } else if (token.type === 'image') {
      if (leaves.length > 0) close();
      nodes.push(image(token));
    } else readLeaf(token, marks, leaves);
  }
  close();
  return nodes;
}

function readLeaf(token: Token, marks: Set<string>, leaves: Leaf[]): void {
  const mark = MARK_OF[token.tag];
  if (mark && token.nesting === 1) marks.add(mark);
  else if (mark && token.nesting === -1) marks.delete(mark);
  else {
    const text = textOf(token);
    const wanted = token.type === 'code_inline' ? [...marks, 'code'] : [...marks];
    if (text !== '') append(leaves, leaf(text, sorted(wanted)));
  }
}

/** A line that ends without meaning to is a space; one that means to is a line feed. */
function textOf(token: Token): string {
  if (token.type === 'softbreak') return ' ';
  return token.type === 'hardbreak' ? '\n' : token.content;
}

const sorted = (marks: string[]) => MARKS.filter((mark) => marks.includes(mark));

/** Neighbours with the same marks are one leaf. */
function append(leaves: Leaf[], next: Leaf): void {
  const last = leaves.at(-1);
  const same =
    last && last.marks.map(({ type }) => type).join() === next.marks.map(({ type }) => type).join();
  if (last && same) last.text += next.text;
  else leaves.push(next);
}

/** Links do not nest: the next closing token is this one's. */
function endOfLink(children: readonly Token[], at: number): number {
  const end = children.findIndex(({ type }, index) => index > at && type === 'link_close');
  return end < 0 ? children.length : end;
}

function link(open: Token, children: readonly Token[], outer: ReadonlySet<string>): InlineNode {
  const marks = new Set(outer);
  const leaves: Leaf[] = [];
  for (const token of children) readLeaf(token, marks, leaves);
  return {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref: { kind: 'url', url: String(open.attrGet('href') ?? '') } },
    nodes: [textNode(...(leaves.length > 0 ? leaves : [leaf('')]))],
  };
}

function image(token: Token): InlineNode {
  return {
    object: 'inline',
    type: 'inline-image',
    isVoid: true,
    data: { ref: { kind: 'url', url: String(token.attrGet('src') ?? '') } },
    nodes: [textNode(leaf(token.content))],
  };
}
