// Markdown as it is put together: blocks at the indent of their place, and parts that are held back while the rest is moved.

export const NO_COUNTERPART = 'has no counterpart';

/** Never characters of a text: what is held back has its number between them. */
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1'];
const HELD = /\uFDD0(\d+)\uFDD1/g;

/** What no step may touch: code, and links until all pages are known. */
export class Held {
  private readonly parts: (string | (() => string))[] = [];

  hold(part: string | (() => string)): string {
    return `${OPEN}${this.parts.push(part) - 1}${CLOSE}`;
  }

  /** Lines of a part that begins a line get what is before it: the indent, or the mark of a quotation. */
  restore(text: string, { links = true } = {}): string {
    return text.replace(/^.*$/gm, (line) => {
      if (!line.includes(OPEN)) return line;
      const before = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?/.exec(line)?.[0].replace(/[^ \t>]/g, ' ') ?? '';
      return line.replace(HELD, (token, number: string) => {
        const part = this.parts[Number(number)] ?? '';
        if (typeof part !== 'string' && !links) return token;
        const whole = typeof part === 'string' ? part : part();
        // What is asked twice is said twice in the report.
        this.parts[Number(number)] = whole;
        return whole.replaceAll('\n', () => `\n${before}`).replace(/^[ \t]+$/gm, '');
      });
    });
  }
}

/** A text cannot name what is held back. */
export const withoutHeld = (text: string): string =>
  text.replace(/[\uFDD0\uFDD1\0]/g, '\uFFFD').replace(/\r\n?/g, '\n');

export const indented = (text: string, indent: string): string => text.replace(/^(?=.)/gm, indent);

/** Without the indent that all lines have; the first one counts only where it is a line of its own. */
export function dedent(text: string): string {
  const isOwn = /^[ \t]*\n/.test(text);
  const lines = text.split('\n');
  const counted = lines.slice(isOwn ? 0 : 1).filter((line) => line.trim() !== '');
  const least = counted.reduce((most, line) => Math.min(most, line.search(/\S/)), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(least)) return text.trim();
  const moved = lines.map((line, at) =>
    at === 0 && !isOwn ? line : line.slice(Math.min(least, Math.max(0, line.search(/\S|$/)))),
  );
  return moved.join('\n').replace(/^(?:[ \t]*\n)+|(?<!\s)\s+$/g, '');
}

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])([ \t]+)/;

export class Out {
  private readonly lines: string[] = [];
  /** The line that is written. */
  private tail = '';
  private isBehindBlock = false;

  get line(): string {
    return this.tail;
  }

  text(text: string): void {
    const rest = this.isBehindBlock && this.tail === '' ? text.replace(/^[ \t]*\n/, '') : text;
    if (rest !== '') this.isBehindBlock = false;
    const parts = (this.tail + rest).split('\n');
    this.tail = parts.pop() ?? '';
    for (const part of parts) this.lines.push(part);
  }

  /** On lines of its own, indented as part of a list item where it is inside one. */
  block(text: string): void {
    const [item] = ITEM.exec(this.tail) ?? [];
    if (item !== undefined && item === this.tail) {
      const [first = '', ...rest] = text.split('\n');
      this.lines.push(item + first, indented(rest.join('\n'), ' '.repeat(item.length)), '');
    } else {
      const indent = this.listIndent();
      if (this.tail.trim() !== '') this.lines.push(this.tail);
      this.lines.push('', indented(text, indent), '');
    }
    this.tail = '';
    this.isBehindBlock = true;
  }

  /** What a block that starts here is indented by: as the text of the item that it is in, if it is in one. */
  private listIndent(): string {
    const own = /^[ \t]*/.exec(this.tail)?.[0].replaceAll('\t', '    ').length ?? 0;
    for (let at = this.lines.length - 1; own > 0 && at >= 0 && at > this.lines.length - 500; at -= 1) {
      const line = this.lines[at] ?? '';
      const [item] = ITEM.exec(line) ?? [];
      if (item !== undefined && item.length <= own + 2) return ' '.repeat(item.length);
      if (item === undefined && /^\S/.test(line)) break;
    }
    return '';
  }

  toString(): string {
    return [...this.lines, this.tail].join('\n');
  }
}

// Indents as MDX reads them: it has no code by indent alone, so nothing is deeper than the item of a list that it is in.

const MARK = /^(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)|\[\^[^\]]+\]:)/;
const VERBATIM = /<(pre|code)\b(?![\s\S]*<\/\1>)/;

class Indents {
  /** Where the text of each item begins, and how far it is moved. */
  private readonly items: { column: number; shift: number }[] = [];
  private shift = 0;
  private isBlank = true;
  /** The tag that ends what stays as it is. */
  private end: string | undefined;

  line(white: string, rest: string): string {
    const column = white.replaceAll('\t', '    ').length;
    if (this.end !== undefined) this.within(this.end, rest);
    else if (rest !== '') this.outside(column, rest);
    this.isBlank = rest === '';
    return rest === '' ? '' : ' '.repeat(Math.max(0, column - this.shift)) + rest;
  }

  private within(end: string, rest: string): void {
    if (rest.includes(end)) this.end = undefined;
  }

  private outside(column: number, rest: string): void {
    const { items } = this;
    const [mark] = MARK.exec(rest) ?? [];
    // The next lines of a paragraph belong to its item, wherever they begin.
    const isPlaced = this.isBlank || mark !== undefined;
    while (isPlaced && column < (items.at(-1)?.column ?? 0)) items.pop();
    const item = items.at(-1);
    const isDeep = !item || column - item.column > 3;
    this.shift = isDeep ? column - (item ? item.column - item.shift : 0) : item.shift;
    const width = mark?.startsWith('[') ? 4 : Math.max(2, mark?.length ?? 0);
    if (mark !== undefined) items.push({ column: column + width, shift: this.shift });
    const [, name] = VERBATIM.exec(rest) ?? [];
    if (name !== undefined) this.end = `</${name}>`;
  }
}

/** The same text, nothing of it indented deeper than its place. */
export function unindented(text: string): string {
  const indents = new Indents();
  return text.replace(/^([ \t]*)(.*)$/gm, (_, white: string, rest: string) => indents.line(white, rest));
}
