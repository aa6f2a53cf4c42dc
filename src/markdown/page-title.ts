// The title of a Markdown page: its first heading, and how to write it back.

export interface TitledText {
  title?: string;
  /** The text without the heading that gave the title. */
  markdown: string;
}

/** Longer lines are no titles, and patterns never see them. */
const MAX_LINE = 1000;

/** Takes `# Title`, or a title underlined with `=`, off the top; blank lines may be before it and one behind it. */
export function takeTitle(text: string): TitledText {
  const start = /^(?:[ \t]*\r?\n)*/.exec(text)?.[0].length ?? 0;
  const first = lineAt(text, start);
  const second = lineAt(text, first.next);
  const isUnderlined = isTitleLine(first.line) && /^ {0,3}=+[ \t]*$/.test(second.line);
  const title = isUnderlined ? plainText(first.line, text) : headingText(first.line, text);
  if (title === '') return { markdown: text };
  const behind = lineAt(text, isUnderlined ? second.next : first.next);
  return { title, markdown: text.slice(behind.line.trim() === '' ? behind.next : behind.at) };
}

/** The first heading of the first level anywhere in the text, code apart; it stays where it is. Lower ones name sections. */
export function firstHeading(text: string): string | undefined {
  let fence = '';
  for (const line of text.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    else if (fence === '') {
      const title = headingText(line, text);
      if (title !== '') return title;
    }
  }
  return undefined;
}

/** The line that starts at `at`, without its end, and where the next one starts. */
function lineAt(text: string, at: number): { at: number; line: string; next: number } {
  const end = text.indexOf('\n', at);
  const next = end < 0 ? text.length : end + 1;
  const line = text.slice(at, next).replace(/\r?\n$/, '');
  return { at, line, next };
}

const isTitleLine = (line: string) => line.length <= MAX_LINE && line.trim() !== '';

/** Of a line of a text, which defines what the line refers to. */
function headingText(line: string, text: string): string {
  const found = isTitleLine(line) ? /^ {0,3}#[ \t]/.exec(line)?.[0] : undefined;
  if (!found) return '';
  return plainText(
    line
      .slice(found.length)
      .trim()
      .replace(/(?:^|(?<![ \t])[ \t]+)#+$/, ''),
    text,
  );
}

/** Links and images by reference, as their words; those that the text does not define stand for themselves. */
function withoutReferences(line: string, text: string): string {
  if (!line.includes('[')) return line;
  const labelOf = (words: string) => words.trim().replace(/\s+/g, ' ').toLowerCase();
  const found = text.matchAll(/^ {0,3}\[([^[\]\n]{1,999})\]:/gm);
  const defined = new Set([...found].map(([, label = '']) => labelOf(label)));
  const asWords = (all: string, words: string, label = '') =>
    defined.has(labelOf(label === '' ? words : label)) ? words : all;
  // An image may be the text of a link.
  return line
    .replace(/!\[([^[\]]*)\](?:\[([^[\]]*)\]|(?!\())/g, asWords)
    .replace(/\[([^[\]]*)\](?:\[([^[\]]*)\]|(?!\())/g, asWords);
}

/** `Use [the *CLI*](x)` reads `Use the CLI`: what a reader sees of one line of Markdown, which may be one of a text. */
export function plainText(markdown: string, text = ''): string {
  if (markdown.length > MAX_LINE) return markdown.trim();
  const code: string[] = [];
  return withoutReferences(
    markdown
      // Code and escaped characters stand for themselves: set aside until the marks are gone.
      .replace(
        /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)|\\([!-/:-@[-`{-~])/g,
        (_all, _ticks, body?: string, escaped?: string) => {
          code.push(escaped ?? (body ?? '').trim());
          return `\uE000${code.length - 1}\uE001`;
        },
      )
      .replace(/<a\s[^<>]*>\s*<\/a>|<!--(?:(?!<!--).)*?-->/g, '')
      // An image may be the text of a link.
      .replace(/!\[([^[\]]*)\]\([^)[]*\)/g, '$1'),
    text,
  )
    .replace(/\[([^[\]]*)\]\([^)[]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\uE000(\d+)\uE001/g, (_all, index: string) => code[Number(index)] ?? '')
    .trim();
}

/** A title as one line of Markdown that `plainText` reads back. */
export const escapeTitle = (title: string): string => title.replace(/[\\`*_[\]<>~#!]/g, '\\$&');
