// The platform's rich document to Markdown. What Markdown cannot say (colours, tables of records) comes as plain text.
import { inlineMarkdown } from './inline-markdown.ts';
import { field, nodesOf } from './nodes.ts';

/** Takes a rich document of any origin; returns Markdown without a final line feed, empty when it says nothing. */
export function fromDocument(document: unknown): string {
  return blocks(nodesOf(document)).join('\n\n');
}

const BULLETS = ['list-unordered', 'list-tasks'];

/** The Markdown of each block; empty ones are left out. */
function blocks(nodes: readonly unknown[]): string[] {
  const written: string[] = [];
  let before: { type: string; other: boolean } | undefined;
  for (const node of nodes) {
    const type = String(field(node, 'type') ?? '');
    // Two lists in a row would be one if their signs were the same.
    const joins = before && family(before.type) === family(type);
    const other = joins === true && before?.other === false;
    const text = blockMarkdown(node, type, other);
    if (text === '') continue;
    written.push(text);
    before = { type, other };
  }
  return written;
}

function family(type: string): string {
  if (BULLETS.includes(type)) return 'bullets';
  return type === 'list-ordered' ? 'numbers' : `${type} `;
}

function blockMarkdown(node: unknown, type: string, other: boolean): string {
  const heading = /^heading-([1-6])$/.exec(type);
  if (heading) return headingMarkdown(Number(heading[1]), node);
  switch (type) {
    case 'list-unordered':
    case 'list-tasks':
      return listMarkdown(node, () => (other ? '* ' : '- '));
    case 'list-ordered':
      return listMarkdown(node, (index) => `${startOf(node) + index}${other ? ')' : '.'} `);
    case 'blockquote':
      return prefixed(nested(node), '> ', '> ');
    case 'code':
      return codeMarkdown(node);
    case 'divider':
      return '___';
    case 'image':
      return imageMarkdown(node);
    default:
      return holdsBlocks(node) ? nested(node) : inlineMarkdown(nodesOf(node));
  }
}

const holdsBlocks = (node: unknown) => nodesOf(node).some((child) => field(child, 'object') === 'block');
const nested = (node: unknown) => blocks(nodesOf(node)).join('\n\n');

function headingMarkdown(level: number, node: unknown): string {
  const text = inlineMarkdown(nodesOf(node))
    .replaceAll('\\\n', ' ')
    .replace(/(?<=\s)#+$/, '\\$&');
  return `${'#'.repeat(level)} ${text}`.trimEnd();
}

function listMarkdown(list: unknown, sign: (index: number) => string): string {
  const tasks = field(list, 'type') === 'list-tasks';
  const items = nodesOf(list).map((item, index) => {
    const checked = field(field(item, 'data'), 'checked') === true;
    const box = tasks ? `[${checked ? 'x' : ' '}] ` : '';
    const first = sign(index);
    return prefixed(box + itemMarkdown(item), first, ' '.repeat(first.length)).trimEnd();
  });
  return items.join('\n');
}

/** A list right under its item's text stays close to it. */
function itemMarkdown(item: unknown): string {
  if (!holdsBlocks(item)) return inlineMarkdown(nodesOf(item));
  const children = nodesOf(item);
  const texts = children.length === 2 && isParagraph(children[0]) && isList(children[1]);
  return blocks(children).join(texts ? '\n' : '\n\n');
}

const isParagraph = (node: unknown) => field(node, 'type') === 'paragraph';
const isList = (node: unknown) => String(field(node, 'type')).startsWith('list-');

function startOf(list: unknown): number {
  const start = field(field(list, 'data'), 'start');
  return typeof start === 'number' && Number.isSafeInteger(start) && start >= 0 ? start : 1;
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : others;
      return line === '' ? prefix.trimEnd() : prefix + line;
    })
    .join('\n');
}

function codeMarkdown(node: unknown): string {
  const lines = nodesOf(node).map(plainText);
  const syntax = String(field(field(node, 'data'), 'syntax') ?? '').replace(/[`\s].*$/s, '');
  const longest = Math.max(
    2,
    ...lines
      .join('\n')
      .split(/[^`]+/)
      .map((ticks) => ticks.length),
  );
  const fence = '`'.repeat(longest + 1);
  return [fence + syntax, ...lines, fence].join('\n');
}

function imageMarkdown(node: unknown): string {
  const url = field(field(field(node, 'data'), 'ref'), 'url');
  return typeof url === 'string' ? inlineMarkdown([{ ...asObject(node), type: 'inline-image' }]) : '';
}

const asObject = (node: unknown) => (typeof node === 'object' && node !== null ? node : {});

/** All text below a node. */
export function plainText(node: unknown): string {
  const leaves = field(node, 'leaves');
  if (Array.isArray(leaves)) return leaves.map((one) => String(field(one, 'text') ?? '')).join('');
  return nodesOf(node).map(plainText).join('');
}
