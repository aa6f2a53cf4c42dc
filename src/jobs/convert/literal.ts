// Literals of JavaScript as data: settings that are written as code, and attributes of tags. Nothing is run.
import { isRecord } from '../../files/texts.ts';

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  undefined: undefined,
};
const DEEPEST = 60;
const MOST_SPREAD = 10_000;
const NAMES_FILE =
  /^(?:[\w.]*\b)(resolve|join|require|useBaseUrl)\((?:[^'"]*,\s*)?(['"])([^'"]*)\2\s*,?\s*\)(?:\.default)?$/;

/** Behind the bracket that closes the one at `from`; undefined where none does within `most` characters. */
export function balanced(text: string, from: number, most = 1_000_000): number | undefined {
  let depth = 0;
  const end = Math.min(text.length, from + most);
  for (let at = from; at < end; ) {
    const char = text[at] ?? '';
    depth += '{[('.includes(char) ? 1 : '}])'.includes(char) ? -1 : 0;
    if (depth === 0) return at + 1;
    at = '"\'`'.includes(char) ? endOfText(text, at) : char === '/' ? endOfComment(text, at) : at + 1;
  }
  return undefined;
}

/** Behind the comment that begins here, or behind the slash: an address is not a comment. */
function endOfComment(text: string, at: number): number {
  const mark = text[at - 1] === ':' ? '' : (text[at + 1] ?? '');
  if (mark !== '/' && mark !== '*') return at + 1;
  const close = text.indexOf(mark === '/' ? '\n' : '*/', at + 2);
  return close === -1 ? text.length : close + (mark === '/' ? 1 : 2);
}

/** Behind the quote that ends the text; behind the one at `from` where it is only an apostrophe. */
function endOfText(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
    else if (text[at] === '\n' && quote !== '`') break;
  }
  return from + 1;
}

class Reader {
  at = 0;
  isWhole = true;

  private readonly text: string;
  private readonly named: (name: string) => unknown;

  constructor(text: string, named: (name: string) => unknown) {
    this.text = text;
    this.named = named;
  }

  space(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
  }

  /** Undefined for what is not a literal; reading goes on behind it. */
  value(depth = 0): unknown {
    this.space();
    const from = this.at;
    const char = this.text[from] ?? '';
    if (depth > DEEPEST) return this.skip(from);
    if ('"\'`'.includes(char) && char !== '') return this.string(from);
    if (char === '(') return this.inParentheses(depth);
    const read = char === '{' ? this.object(depth) : char === '[' ? this.list(depth) : this.word(from);
    this.space();
    const isEnd =
      /^(?:$|[,;}\])]|as\b|satisfies\b)/.test(this.text.slice(this.at, this.at + 10)) || depth === 0;
    return isEnd ? this.rest(read) : this.skip(from);
  }

  private inParentheses(depth: number): unknown {
    const end = balanced(this.text, this.at) ?? this.text.length;
    this.at += 1;
    const read = this.value(depth + 1);
    this.space();
    const isWhole = this.at === end - 1;
    this.at = end;
    if (!isWhole) this.isWhole = false;
    this.toEnd();
    return isWhole ? read : undefined;
  }

  private rest(read: unknown): unknown {
    if (/^(?:as|satisfies)\b/.test(this.text.slice(this.at, this.at + 10))) this.toEnd();
    return read;
  }

  private string(from: number): unknown {
    this.at = endOfText(this.text, from);
    const inside = this.text.slice(from + 1, this.at - 1);
    this.space();
    if (
      !/^(?:$|[,;}\])])/.test(this.text.slice(this.at, this.at + 1)) ||
      (this.text[from] === '`' && inside.includes('${'))
    )
      return this.skip(from);
    return inside.replace(/\\(n|t|u[\da-f]{4}|[\s\S])/gi, (_, mark: string) =>
      mark === 'n'
        ? '\n'
        : mark === 't'
          ? '\t'
          : mark.length > 1
            ? String.fromCharCode(Number.parseInt(mark.slice(1), 16))
            : mark,
    );
  }

  private word(from: number): unknown {
    const [word = ''] = /^[\w$.+-]+/.exec(this.text.slice(from, from + 200)) ?? [];
    this.at = from + word.length;
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    if (/^[+-]?[\d.]+$/.test(word)) return Number(word);
    this.space();
    if (word === '' || this.text[this.at] === '(') return this.skip(from);
    const value = this.named(word);
    if (value === undefined) this.isWhole = false;
    return value;
  }

  /** `require.resolve('./sidebars.js')` and its like name a file; nothing else of code is data. */
  private skip(from: number): undefined | string {
    this.at = from;
    this.toEnd();
    const [, name, , path] = NAMES_FILE.exec(this.text.slice(from, this.at).trim()) ?? [];
    if (path === undefined) this.isWhole = false;
    // It begins at the top of the site, with or without a slash.
    return name === 'useBaseUrl' ? path?.replace(/^(?!\/|[a-z]+:)/i, '/') : path;
  }

  private toEnd(): void {
    while (this.at < this.text.length && !/[,;}\])]/.test(this.text[this.at] ?? '')) {
      const char = this.text[this.at] ?? '';
      if ('{[('.includes(char)) this.at = balanced(this.text, this.at) ?? this.text.length;
      else if ('"\'`'.includes(char)) this.at = endOfText(this.text, this.at);
      else this.at += 1;
    }
  }

  private list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.each(']', () => {
      const isSpread = this.spread();
      const value = this.value(depth + 1);
      if (isSpread && Array.isArray(value)) items.push(...value.slice(0, MOST_SPREAD));
      else if (value !== undefined) items.push(value);
    });
    return items;
  }

  private spread(): boolean {
    const is = this.text.startsWith('...', this.at);
    if (is) this.at += 3;
    return is;
  }

  private object(depth: number): Record<string, unknown> {
    const data: Record<string, unknown> = Object.create(null);
    this.each('}', () => {
      if (this.spread()) {
        const value = this.value(depth + 1);
        if (isRecord(value)) Object.assign(data, value);
        return;
      }
      const key = this.key();
      if (key === undefined) {
        this.skip(this.at);
        return;
      }
      const value = this.text[this.at] === ':' ? this.pair(depth) : this.named(key);
      if (value !== undefined) data[key] = value;
    });
    return { ...data };
  }

  /** The name before a colon, or one that stands for itself. */
  private key(): string | undefined {
    const start = this.text.slice(this.at, this.at + 500);
    const [whole, name, double, single] =
      /^(?:([\w$]+)\s*(?=[:,}])|"([^"\n]*)"\s*(?=:)|'([^'\n]*)'\s*(?=:))/.exec(start) ?? [];
    this.at += whole?.length ?? 0;
    return name ?? double ?? single;
  }

  private pair(depth: number): unknown {
    this.at += 1;
    return this.value(depth + 1);
  }

  private each(end: string, read: () => void): void {
    this.at += 1;
    for (;;) {
      this.space();
      const char = this.text[this.at];
      if (char === undefined) return;
      if (char === end) {
        this.at += 1;
        return;
      }
      const before = this.at;
      if (char !== ',') read();
      if (this.text[this.at] === ',' || this.at === before) this.at += 1;
    }
  }
}

/** The value of one literal; undefined for any other expression. */
export function literal(text: string): unknown {
  const reader = new Reader(text.trim(), () => undefined);
  const value = reader.value();
  reader.space();
  return reader.isWhole && reader.at >= text.trim().length ? value : undefined;
}

/** What a module exports, as far as it is data; `isWhole` is false where some of it is code. */
export function moduleData(text: string): { value: unknown; isWhole: boolean } {
  /** Each is read once, and stands for nothing while it is read. */
  const known = new Map<string, unknown>();
  let isWhole = true;
  const read = (at: number): unknown => {
    const reader = new Reader(text.slice(at), named);
    const value = reader.value();
    isWhole &&= reader.isWhole;
    return value;
  };
  const named = (name: string): unknown => {
    if (known.has(name) || !/^[\w$]+$/.test(name)) return known.get(name);
    known.set(name, undefined);
    const pattern = `^\\s*(?:export\\s+)?(?:const|let|var)\\s+${name.replaceAll('$', '\\$')}\\b[^=\\n]*=\\s*`;
    const found = new RegExp(pattern, 'm').exec(text);
    if (found) known.set(name, read(found.index + found[0].length));
    return known.get(name);
  };
  const start = /^[ \t]*(?:module\.exports\s*=|export\s+default)\s*/m.exec(text);
  if (!start) return { value: undefined, isWhole: false };
  return { value: read(start.index + start[0].length), isWhole };
}
