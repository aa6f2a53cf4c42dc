// Markdown to the platform's rich document.
import type { Token } from 'markdown-it';
import type { RichDocument } from '../api/content/rich-document.ts';

// The parts of a rich document that Markdown can say (src/api/README.md#documents). Platforms send more; that is read as unknown.
interface Leaf {
  object: 'leaf';
  text: string;
  marks: { object: 'mark'; type: string }[];
}
interface TextNode {
  object: 'text';
  leaves: Leaf[];
}
interface InlineNode {
  object: 'inline';
  type: string;
  isVoid: boolean;
  data: Record<string, unknown>;
  nodes: TextNode[];
}
export interface BlockNode {
  object: 'block';
  type: string;
  isVoid?: boolean;
  data?: Record<string, unknown>;
  /** Captions of an image: none here. */
  fragments?: [];
  nodes: DocumentNode[];
}
export type DocumentNode = BlockNode | InlineNode | TextNode;

/** Marks that Markdown has a sign for, the outermost first. */
export const MARKS = ['bold', 'italic', 'strikethrough', 'code'] as const;
export type MarkType = (typeof MARKS)[number];

export const leaf = (text: string, marks: readonly string[] = []): Leaf => ({
  object: 'leaf',
  text,
  marks: marks.map((type) => ({ object: 'mark', type })),
});
export const textNode = (...leaves: Leaf[]): TextNode => ({ object: 'text', leaves });
/** Blocks that the platform takes with `data` only, even where there is nothing to say. */
const NEED_DATA = /^(heading-\d|code|code-line|divider|images?|list-ordered)$/;

export const block = (type: string, nodes: DocumentNode[], data?: Record<string, unknown>): BlockNode => ({
  object: 'block',
  type,
  ...(data ? { data } : NEED_DATA.test(type) && { data: {} }),
  nodes,
});
export const documentOf = (nodes: BlockNode[]): RichDocument => ({ object: 'document', data: {}, nodes });

/** Reads a field of a node whose shape nobody has checked. */
export const field = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;

export function nodesOf(node: unknown): unknown[] {
  const nodes = field(node, 'nodes');
  return Array.isArray(nodes) ? nodes : [];
}

/** Whether a rich document says anything: blocks of blank text do not. */
export function hasText(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasText);
  if (typeof node !== 'object' || node === null) return false;
  if ('text' in node && typeof node.text === 'string') return node.text.trim() !== '';
  return Object.values(node).some(hasText);
}

// Inline Markdown to texts with marks, links and images.

const MARK_OF: Record<string, string> = { strong: 'bold', em: 'italic', s: 'strikethrough' };

/** Takes the children of an inline token; returns texts and inlines, a text at least. */
function inlineNodes(children: readonly Token[]): (TextNode | InlineNode)[] {
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
      nodes.push(imageNode(token));
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

const imageNode = (token: Token): InlineNode => ({
  object: 'inline',
  type: 'inline-image',
  isVoid: true,
  data: { ref: { kind: 'url', url: String(token.attrGet('src') ?? '') } },
  nodes: [textNode(leaf(token.content))],
});

/** Loads the parser; what it returns turns Markdown into a rich document without waiting. */
export async function loadToDocument(): Promise<(markdown: string) => RichDocument> {
  const { default: createParser } = await import('markdown-it');
  const parser = createParser({ html: false, linkify: false });
  // Addresses are data here, nothing is rendered: they stay as they were written.
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (url) => url;
  parser.validateLink = () => true;
  return (markdown) => {
    const { nodes } = readBlocks(
      { tokens: parser.parse(markdown, {}), lines: markdown.split(/\r\n?|\n/) },
      0,
    );
    return documentOf(nodes);
  };
}

interface Source {
  tokens: readonly Token[];
  lines: readonly string[];
}

interface Read<T> {
  nodes: T[];
  /** Index of the first token that was not read. */
  next: number;
}

/** Reads blocks up to the token that closes what holds them. */
function readBlocks(source: Source, start: number): Read<BlockNode> {
  const nodes: BlockNode[] = [];
  let next = start;
  for (;;) {
    const token = source.tokens[next];
    if (!token || token.nesting === -1) return { nodes, next: next + 1 };
    const read = readBlock(source, token, next);
    nodes.push(...read.nodes);
    next = read.next;
  }
}

function readBlock(source: Source, token: Token, at: number): Read<BlockNode> {
  switch (token.type) {
    case 'paragraph_open':
      return { nodes: paragraph(source.tokens[at + 1]), next: at + 3 };
    case 'heading_open':
      return { nodes: [heading(token, source.tokens[at + 1])], next: at + 3 };
    case 'fence':
    case 'code_block':
      return { nodes: [code(token.content, token.info.trim())], next: at + 1 };
    case 'hr':
      return { nodes: [{ ...block('divider', []), isVoid: true }], next: at + 1 };
    case 'blockquote_open': {
      const { nodes, next } = readBlocks(source, at + 1);
      return { nodes: [block('blockquote', nodes)], next };
    }
    case 'bullet_list_open':
    case 'ordered_list_open':
      return readList(source, token, at);
    case 'table_open':
      return readTable(source, token, at);
    default:
      return { nodes: [], next: at + 1 };
  }
}

/** An image that stands alone is a block of its own. */
function paragraph(inline: Token | undefined): BlockNode[] {
  const children = inline?.children ?? [];
  if (children.length > 0 && children.every(({ type }) => type === 'image')) {
    return [{ ...block('images', children.map(image)), isVoid: false }];
  }
  return [block('paragraph', inlineNodes(children))];
}

function image(token: Token): BlockNode {
  const data = { ref: { kind: 'url', url: String(token.attrGet('src') ?? '') } };
  return { ...block('image', [textNode(leaf(token.content))], data), isVoid: true, fragments: [] };
}

/** The platform has three levels. */
function heading(open: Token, inline: Token | undefined): BlockNode {
  const level = Math.min(3, Number(open.tag.slice(1)));
  return block(`heading-${level}`, inlineNodes(inline?.children ?? []));
}

function code(content: string, syntax: string): BlockNode {
  const lines = content.replace(/\n$/, '').split('\n');
  const data = syntax === '' ? undefined : { syntax };
  return block(
    'code',
    lines.map((line) => block('code-line', [textNode(leaf(line))])),
    data,
  );
}

function readList(source: Source, open: Token, at: number): Read<BlockNode> {
  const items: BlockNode[] = [];
  let next = at + 1;
  while (source.tokens[next]?.type === 'list_item_open') {
    const item = readBlocks(source, next + 1);
    items.push(block('list-item', item.nodes));
    next = item.next;
  }
  return { nodes: [listOf(open, items)], next: next + 1 };
}

function listOf(open: Token, items: BlockNode[]): BlockNode {
  if (open.type === 'ordered_list_open') {
    const start = Number(open.attrGet('start') ?? 1);
    return block('list-ordered', items, start === 1 ? undefined : { start });
  }
  const tasks = items.map(asTask);
  const all = tasks.every((task) => task !== undefined);
  return all ? block('list-tasks', tasks) : block('list-unordered', items);
}

const BOX = /^\[([ xX])\](?: |$)/;

/** `[x] done` as a task; undefined when the item is none. */
function asTask(item: BlockNode): BlockNode | undefined {
  const [first, ...others] = item.nodes;
  if (first?.object !== 'block' || first.type !== 'paragraph') return undefined;
  const [text, ...rest] = first.nodes;
  if (text?.object !== 'text') return undefined;
  const [start, ...leaves] = text.leaves;
  const box = start && start.marks.length === 0 ? BOX.exec(start.text) : null;
  if (!box || !start) return undefined;
  const left = leaf(start.text.slice(box[0].length));
  const kept = textNode(...(left.text === '' && leaves.length > 0 ? leaves : [left, ...leaves]));
  const nodes = [{ ...first, nodes: [kept, ...rest] }, ...others];
  return block('list-item', nodes, { checked: box[1] !== ' ' });
}

/** The platform's tables are records with typed columns, which Markdown does not tell: a table is kept as it is written. */
function readTable({ tokens, lines }: Source, open: Token, at: number): Read<BlockNode> {
  const [from = 0, to = 0] = open.map ?? [];
  const end = tokens.findIndex(({ type }, index) => index > at && type === 'table_close');
  return { nodes: [code(lines.slice(from, to).join('\n').trimEnd(), '')], next: end + 1 };
}
