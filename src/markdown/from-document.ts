// The platform's rich document to Markdown. What Markdown cannot say (colours, tables of records) comes as plain text.
import { field, MARKS, type MarkType, nodesOf } from './to-document.ts';

// Texts with marks, links and images to inline Markdown that reads back as the same.

/** A stretch of the line: text with its marks, or something that is written as a whole. */
interface Run {
  text: string;
  marks: readonly MarkType[];
  /** Written already: a link, an image. */
  whole?: string;
}

const SIGNS: Record<MarkType, string> = { bold: '**', italic: '_', strikethrough: '~~', code: '`' };

/** Takes texts and inlines of any origin; returns one line, or several with hard breaks. */
function inlineMarkdown(nodes: readonly unknown[]): string {
  const runs = nodes.flatMap(runsOf).flatMap(splitSpace);
  return guardLines(join(runs)).trim();
}

function runsOf(node: unknown): Run[] {
  const leaves = field(node, 'leaves');
  if (Array.isArray(leaves)) return leaves.map(leafRun).filter(({ text }) => text !== '');
  const { url, text } = reference(node);
  if (field(node, 'type') === 'inline-image' && url !== undefined) {
    return [{ text: '', marks: [], whole: `![${escapeText(text)}](${destination(url)})` }];
  }
  if (url === undefined) return nodesOf(node).flatMap(runsOf);
  const inner = join(nodesOf(node).flatMap(runsOf).flatMap(splitSpace)).trim();
  return [{ text: '', marks: [], whole: `[${inner}](${destination(url)})` }];
}

function reference(node: unknown): { url: string | undefined; text: string } {
  const url = field(field(field(node, 'data'), 'ref'), 'url');
  const text = nodesOf(node)
    .flatMap(runsOf)
    .map((run) => run.text)
    .join('');
  return { url: typeof url === 'string' ? url : undefined, text };
}

function leafRun(leaf: unknown): Run {
  const marks = field(leaf, 'marks');
  const types = Array.isArray(marks) ? marks.map((mark) => field(mark, 'type')) : [];
  return { text: String(field(leaf, 'text') ?? ''), marks: MARKS.filter((mark) => types.includes(mark)) };
}

/** A sign next to a space is no sign: space at the ends of marked text is outside of it. */
function splitSpace(run: Run): Run[] {
  if (run.whole !== undefined || run.marks.length === 0 || run.marks.includes('code')) return [run];
  const rest = run.text.trimStart();
  const text = rest.trimEnd();
  const before = run.text.slice(0, run.text.length - rest.length);
  const after = rest.slice(text.length);
  const plain = (space: string): Run[] => (space === '' ? [] : [{ text: space, marks: [] }]);
  return [...plain(before), ...(text === '' ? [] : [{ ...run, text }]), ...plain(after)];
}

function join(runs: readonly Run[]): string {
  let line = '';
  let open: MarkType[] = [];
  for (const [index, run] of runs.entries()) {
    const spans = run.marks.filter((mark) => mark !== 'code');
    const kept = spans.filter(
      (mark, at) => open[at] === mark && spans.slice(0, at).every((m, i) => open[i] === m),
    );
    const closing = open.slice(kept.length).reverse();
    const opening = spans.slice(kept.length);
    const inner = write(run, runs[index + 1]);
    line = closeMarks(line, closing);
    const start = opening.length > 0 ? guardEnd(line, opening, inner) : line;
    line =
      start +
      opening.map((mark) => SIGNS[mark]).join('') +
      (closing.length > 0 && opening.length === 0 ? guardStart(line, inner) : inner);
    open = spans;
  }
  return closeMarks(line, open.reverse());
}

const closeMarks = (line: string, marks: readonly MarkType[]) =>
  line + marks.map((mark) => SIGNS[mark]).join('');

function write(run: Run, next: Run | undefined): string {
  if (run.whole !== undefined) return run.whole;
  if (run.marks.includes('code')) return codeSpan(run.text);
  const text = escapeText(run.text).replaceAll('\n', '\\\n');
  // An exclamation mark before a link would make it an image.
  return next?.whole?.startsWith('[') ? text.replace(/!$/, '\\!') : text;
}

const WORD = /[\p{L}\p{N}]/u;

/** A sign opens only where no letter is before it, unless two letters follow: the letter is written as an entity. */
function guardEnd(line: string, opening: readonly MarkType[], inner: string): string {
  const last = [...line].at(-1) ?? '';
  const harmless = opening[0] !== 'italic' && opening.length === 1 && /^[\p{L}\p{N}]{2}/u.test(inner);
  if (harmless || !WORD.test(last)) return line;
  // An underscore between two letters is no sign, but it is one beside an entity.
  return line.slice(0, -last.length).replace(/(?<=[\p{L}\p{N}])_$/u, '\\_') + entity(last);
}

/** And closes only where no letter follows, unless a letter is before. */
function guardStart(line: string, inner: string): string {
  const [first = ''] = inner;
  if (!WORD.test(first)) return inner;
  const harmless = /[\p{L}\p{N}](\*\*|~~)$/u.test(line);
  return harmless ? inner : entity(first) + inner.slice(first.length).replace(/^_/, '\\_');
}

const entity = (letter: string) => `&#${letter.codePointAt(0)};`;

function codeSpan(text: string): string {
  const flat = text.replaceAll('\n', ' ');
  const longest = Math.max(0, ...flat.split(/[^`]+/).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const padded = /^`|`$|^ (?= *[^ ]).* $/.test(flat) ? ` ${flat} ` : flat;
  return ticks + padded + ticks;
}

/** A URL in its place; one with spaces or odd parentheses is in angle brackets. */
function destination(url: string): string {
  const flat = url.replace(/[\r\n]+/g, '%0A');
  if (/^[^\s()<>\\&\u0000-\u001f]+$/.test(flat)) return flat;
  return `<${flat.replace(/[<>\\&]/g, '\\$&')}>`;
}

/** At the start of a line some signs begin a block. */
function guardLines(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .trimStart()
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
        .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
        .replace(/^([-+=:|>]|~~~)/, (sign, _, at) =>
          startsBlock(sign, line.trimStart(), at) ? `\\${sign}` : sign,
        ),
    )
    .join('\n');
}

/** `-` before a space, another `-` or the end; `>` always. */
function startsBlock(sign: string, line: string, at: number): boolean {
  if (sign === '>' || sign === '~~~') return true;
  return !/[\p{L}\p{N}(\\]/u.test([...line.slice(at + 1)][0] ?? ' ');
}

/** Takes a rich document of any origin; returns Markdown without a final line feed, empty when it says nothing. */
export const fromDocument = (document: unknown): string => blocks(nodesOf(document)).join('\n\n');

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

const prefixed = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : others;
      return line === '' ? prefix.trimEnd() : prefix + line;
    })
    .join('\n');

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

// Plain text as Markdown that reads back as the same text. Only what would be read as a sign is escaped.

/** Takes text of one or more lines; returns inline Markdown without block signs in mind. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~|$)|(?<=~|^)~/g, '\\~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?[a-z0-9]{1,31};)/gi, '\\&');
