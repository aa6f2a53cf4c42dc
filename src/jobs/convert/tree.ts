// A page as a tree of tags: Markdown stays text, code stays as it is. A scanner that no text can make fail.
import { balanced, literal } from './literal.ts';

/** A line of a page, and where it was written. */
export interface Line {
  text: string;
  file: string;
  /** From 1. */
  line: number;
}

export type Place = Pick<Line, 'file' | 'line'>;

export interface Element extends Place {
  name: string;
  /** Texts, and other literals; an expression that is not one is its text in braces. */
  attributes: ReadonlyMap<string, unknown>;
  children: Node[];
  /** As it was written. */
  open: string;
  isClosed: boolean;
}

export type Node =
  | Element
  | (Place & { kind: 'text' | 'code' | 'expression' | 'export'; text: string })
  | (Place & { kind: 'import'; name: string; from: string })
  /** A block of code: its words behind the fence, and its lines without the indent of the fence. */
  | (Place & { kind: 'fence'; info: string; text: string });

export interface ScanRules {
  /** Tags, expressions, imports and exports are JSX. */
  isMdx: boolean;
  /** The only tags that the tool writes, where people cannot write any: all others are text. */
  tags?: RegExp | undefined;
}

const FENCE = /((?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})([^\n]*)(?:\n|$)/y;
const ESM =
  /(?:import\s+(?:['"]|[\w$*{][^;]{0,2000}?\bfrom\s*['"])|export\s+(?:const|let|var|default|function|async|class|\{|\*|type|interface)\b)/y;
const INDENTED = /(?: {4}|\t)[^\n]*(?:\n|$)/y;
const NAME = /<(\/?)([A-Za-z][\w.-]*|(?=>))/y;
const ATTRIBUTE = /\s*([A-Za-z_:@][\w:.@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))|([^\s"'{}<>=`]+)))?/y;
const END = /\s*(\/?)>/y;
export const VOID = /^(?:area|br|col|hr|img|input|link|meta|source|track|wbr)$/;
/** What is made of lines: its text is at its own indent. */
const WRITTEN = /^(?:Admonition|Tabs?|details)$/;
const DEEPEST = 100;
const LONGEST = 20_000;

class Scanner {
  private readonly text: string;
  private readonly starts: number[] = [];
  private readonly top: Node[] = [];
  private readonly stack: Element[] = [];
  /** What may be looked at in vain: a text that is made to hold things up is text from then on. */
  private budget: number;
  private at = 0;
  private textFrom = 0;

  private readonly lines: readonly Line[];
  private readonly rules: ScanRules;

  constructor(lines: readonly Line[], rules: ScanRules) {
    this.lines = lines;
    this.rules = rules;
    let at = 0;
    for (const { text } of lines) {
      this.starts.push(at);
      at += text.length + 1;
    }
    this.text = lines.map(({ text }) => text).join('\n');
    this.budget = 20 * this.text.length + 1_000_000;
  }

  scan(): Node[] {
    const { text } = this;
    while (this.at < text.length) {
      if ((this.at === 0 || text[this.at - 1] === '\n') && this.lineStart()) continue;
      const char = text[this.at];
      const isTaken =
        (char === '`' && this.codeSpan()) ||
        (char === '<' && (this.comment() || this.tag())) ||
        (char === '{' && this.rules.isMdx && this.expression());
      if (isTaken) continue;
      this.at += char === '\\' ? 2 : 1;
    }
    this.at = text.length;
    this.flush();
    while (this.stack.length > 0) this.unclosed();
    return this.top;
  }

  private place(at = this.at): Place {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const { file = '', line = 1 } = this.lines[low] ?? {};
    return { file, line };
  }

  private push(node: Node): void {
    (this.stack.at(-1)?.children ?? this.top).push(node);
  }

  private flush(end = this.at): void {
    // Each line is a text of its own, so that what is said of it names its place.
    for (let from = this.textFrom; from < end; ) {
      const next = this.text.indexOf('\n', from) + 1;
      const to = next === 0 || next > end ? end : next;
      this.push({ kind: 'text', text: this.text.slice(from, to), ...this.place(from) });
      from = to;
    }
  }

  private take(node: Node | undefined, end: number): true {
    this.flush();
    if (node) this.push(node);
    this.at = end;
    this.textFrom = end;
    return true;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    return matchAt(pattern, this.text, this.at);
  }

  private lineStart(): boolean {
    const fence = this.match(FENCE);
    if (fence && !(fence[2]?.startsWith('`') && fence[3]?.includes('`'))) return this.fence(fence);
    if (this.rules.isMdx) return this.stack.length === 0 && this.match(ESM) !== null && this.esm();
    const indented = /(?:^|\n)[ \t]*\n$/.test(this.text.slice(Math.max(0, this.at - 80), this.at));
    const isOwn = this.stack.every(({ name }) => WRITTEN.test(name));
    const found = indented && isOwn && !this.isInList() ? this.match(INDENTED) : null;
    if (!found) return false;
    let end = this.at + found[0].length;
    for (INDENTED.lastIndex = end; INDENTED.test(this.text); INDENTED.lastIndex = end)
      end = INDENTED.lastIndex;
    const stop = this.text[end - 1] === '\n' ? end - 1 : end;
    this.take({ kind: 'code', text: this.text.slice(this.at, stop), ...this.place() }, end);
    this.textFrom = stop;
    return true;
  }

  /** Whether the last paragraph that is not indented begins an item: its next lines need no indent. */
  private isInList(): boolean {
    for (let end = this.at - 1; end > 0; ) {
      const start = this.text.lastIndexOf('\n', end - 1) + 1;
      const line = this.text.slice(start, end);
      if (/^(?:[-*+]|\d+[.)]|\[\^)/.test(line)) return true;
      const isFirst = /(?:^|\n)[ \t]*\n$/.test(this.text.slice(Math.max(0, start - 80), start));
      if (/^[#>|`~]/.test(line) || (/^\S/.test(line) && (isFirst || start === 0))) return false;
      end = start - 1;
    }
    return false;
  }

  private fence([whole, before = '', mark = '', info = '']: RegExpExecArray): boolean {
    const place = this.place();
    this.at += before.length;
    const indent = before.replace(/[^ \t]/g, ' ').length;
    // An end that is indented deeper is none, but in MDX.
    const most = this.rules.isMdx ? '*' : `{0,${indent + 3}}`;
    const end = new RegExp(`^[ \\t]${most}${mark[0]}{${mark.length},}[ \\t]*$`);
    let at = this.at + whole.length - before.length;
    const isQuoted = before.includes('>');
    const from = this.at;
    const lines: string[] = [];
    while (at < this.text.length) {
      const next = this.text.indexOf('\n', at);
      const line = this.text.slice(at, next === -1 ? undefined : next);
      at = next === -1 ? this.text.length : next + 1;
      if (end.test(isQuoted ? line.replace(/^[ \t>]+/, '') : line)) break;
      lines.push(line.replace(new RegExp(`^[ \\t]{0,${indent}}`), ''));
    }
    if (isQuoted) return this.take({ kind: 'code', text: this.text.slice(from, at), ...place }, at);
    this.take({ kind: 'fence', info: info.trim(), text: lines.join('\n'), ...place }, at);
    this.textFrom = this.at - Number(this.text[at - 1] === '\n');
    return true;
  }

  private esm(): true {
    const place = this.place();
    let end = this.at;
    do {
      const open = this.text.slice(this.at, end).replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, '');
      if (end > this.at && (open.match(/[{[(]/g)?.length ?? 0) <= (open.match(/[}\])]/g)?.length ?? 0)) break;
      const blank = this.text.slice(end + 1).search(/\n[ \t]*(?:\n|$)/);
      end = blank === -1 ? this.text.length : end + 2 + blank;
    } while (end < this.text.length && end - this.at < LONGEST);
    const text = this.text.slice(this.at, end);
    this.flush();
    // What is in braces is a part of the code of a file, not its text.
    for (const [, names = '', , from = ''] of text.matchAll(/^import\s([^'"]{0,2000})(['"])([^'"\n]+)\2/gm))
      for (const name of names
        .replace(/\bfrom\s*$|\{[^{}]*\}/g, '')
        .match(/(?<![\w$])[\w$]+(?=\s*(?:,|$))/g) ?? [])
        this.push({ kind: 'import', name, from: from.replace(/\\(.)/g, '$1'), ...place });
    this.textFrom = this.at;
    const exported = /^export\b/m.test(text) ? ({ kind: 'export', text, ...place } as const) : undefined;
    return this.take(exported, end);
  }

  private spend(from: number, to: number): void {
    this.budget -= to - from;
  }

  private codeSpan(): boolean {
    const mark = this.match(/`+/y)?.[0] ?? '';
    const from = this.at + mark.length;
    const part = this.text.slice(from, from + LONGEST);
    const end = this.budget < 0 ? -1 : part.search(new RegExp(`(?<!\`)${mark}(?!\`)`));
    this.spend(0, end === -1 ? part.length : end);
    if (end === -1 || /\n[ \t]*\n/.test(part.slice(0, end))) {
      this.at = from;
      return true;
    }
    const stop = from + end + mark.length;
    return this.take({ kind: 'code', text: this.text.slice(this.at, stop), ...this.place() }, stop);
  }

  private comment(): boolean {
    if (!this.text.startsWith('<!--', this.at)) return false;
    const end = this.text.indexOf('-->', this.at + 4);
    const stop = end === -1 ? this.text.length : end + 3;
    return this.take({ kind: 'code', text: this.text.slice(this.at, stop), ...this.place() }, stop);
  }

  private expression(): boolean {
    if (this.budget < 0) return false;
    const end = balanced(this.text, this.at, LONGEST);
    this.spend(this.at, end ?? this.at + LONGEST);
    if (end === undefined) return false;
    const text = this.text.slice(this.at, end);
    // The anchor of a heading.
    if (/^\{#[\w-]+\}$/.test(text)) return false;
    if (/^\{\s*\/\*[\s\S]*\*\/\s*\}$/.test(text)) return this.take(undefined, end);
    const value = literal(text.slice(1, -1));
    if (typeof value === 'string') return this.take({ kind: 'text', text: value, ...this.place() }, end);
    return this.take({ kind: 'expression', text, ...this.place() }, end);
  }

  private tag(): boolean {
    const [head, close = '', name = ''] = this.match(NAME) ?? [];
    // What is in angle brackets behind the text of a link is its address.
    const isAddress = this.text.startsWith('](', this.at - 2);
    const isText = this.rules.tags?.test(name) === false;
    if (head === undefined || isAddress || isText || this.budget < 0) return false;
    if (close !== '') {
      const end = this.text.indexOf('>', this.at);
      return (
        /^\s*$/.test(this.text.slice(this.at + head.length, end)) && end !== -1 && this.close(name, end + 1)
      );
    }
    if (name === '' && !this.rules.isMdx) return false;
    const read = this.readAttributes(this.at + head.length);
    this.spend(this.at, read?.end ?? this.at + 2000);
    if (!read || this.stack.length >= DEEPEST) return false;
    const open = this.text.slice(this.at, read.end);
    const element: Element = {
      name,
      attributes: read.attributes,
      children: [],
      open,
      isClosed: read.isClosed || VOID.test(name),
      ...this.place(),
    };
    this.take(element, read.end);
    if (!element.isClosed) this.stack.push(element);
    return true;
  }

  private readAttributes(
    from: number,
  ): { attributes: Map<string, unknown>; isClosed: boolean; end: number } | undefined {
    const attributes = new Map<string, unknown>();
    for (let at = from; at < from + LONGEST; ) {
      const [stop, slash] = matchAt(END, this.text, at) ?? [];
      if (stop !== undefined) return { attributes, isClosed: slash === '/', end: at + stop.length };
      const next = this.readAttribute(at, attributes);
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  }

  /** Sets one, and returns the place behind it; undefined for what is none. */
  private readAttribute(from: number, attributes: Map<string, unknown>): number | undefined {
    const [whole, name = '', double, single, brace, bare] = matchAt(ATTRIBUTE, this.text, from) ?? [];
    if (whole !== undefined && brace === undefined) {
      attributes.set(name, double ?? single ?? bare ?? true);
      return from + whole.length;
    }
    const open = from + (whole ?? matchAt(/\s*/y, this.text, from)?.[0] ?? '').length;
    const close = this.text[open] === '{' ? balanced(this.text, open, LONGEST) : undefined;
    if (close === undefined) return undefined;
    const written = this.text.slice(open, close);
    if (name !== '') attributes.set(name, literal(written.slice(1, -1)) ?? written);
    return close;
  }

  private close(name: string, end: number): boolean {
    if (!this.stack.some((one) => one.name === name)) {
      // An end without a beginning says nothing to a reader.
      return /^[A-Z]/.test(name) && this.rules.isMdx ? this.take(undefined, end) : false;
    }
    this.flush();
    this.textFrom = end;
    this.at = end;
    while (this.stack.at(-1)?.name !== name) this.unclosed();
    const element = this.stack.pop();
    if (element) element.isClosed = true;
    return true;
  }

  /** What is never closed holds nothing: what follows it is behind it. */
  private unclosed(): void {
    const element = this.stack.pop();
    if (!element) return;
    const children = element.children.splice(0);
    for (const child of children) this.push(child);
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Never throws, and takes time that grows with the text. */
export const scan = (lines: readonly Line[], rules: ScanRules): Node[] => new Scanner(lines, rules).scan();

export const isElement = (node: Node): node is Element => 'children' in node;

/** The text of nodes, without their tags. */
export const wordsIn = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => (isElement(node) ? wordsIn(node.children) : node.kind === 'text' ? node.text : ''))
    .join(' ');
