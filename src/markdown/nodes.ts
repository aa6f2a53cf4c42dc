// The parts of a rich document that Markdown can say (src/api/README.md#documents). Platforms send more; that is read as unknown.
import type { RichDocument } from '../api/content/rich-document.ts';

export interface Leaf {
  object: 'leaf';
  text: string;
  marks: { object: 'mark'; type: string }[];
}
export interface TextNode {
  object: 'text';
  leaves: Leaf[];
}
export interface InlineNode {
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
