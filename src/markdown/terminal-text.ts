// Markdown as a person reads it on a terminal: headings bold, bullets, links as text with the address behind it.

interface Look {
  bold(text: string): string;
  dim(text: string): string;
  cyan(text: string): string;
}

const TAG = /^\s*\{%.*%\}\s*$/;
const FENCE = /^ {0,3}(```|~~~)/;

/** Breaks a line between words; every line after the first begins with `hang`. */
type Wrap = (line: string, hang: string) => readonly string[];

/** Takes Markdown without control characters; returns lines. Code is indented; nothing in it, nor a table, is touched. */
export function terminalText(markdown: string, look: Look, wrap: Wrap): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.trim().split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark))
      fence = fence === undefined ? mark : undefined;
    else if (fence !== undefined) lines.push(`    ${look.cyan(line)}`);
    else lines.push(...proseLines(line, look, wrap));
  }
  return lines.join('\n');
}

/** `{% hint style="danger" %}` opens a box; what closes it, and any other tag, has no line. */
const hintStyle = (line: string): string[] => {
  const [, style] = /^\s*\{% hint style="(\w+)"/.exec(line) ?? [];
  return style === undefined ? [] : [`${style}:`];
};

function proseLines(line: string, look: Look, wrap: Wrap): readonly string[] {
  if (TAG.test(line)) return hintStyle(line).map(look.bold);
  const text = blockText(line, look);
  return /^\s*\|/.test(line) ? [text] : wrap(text, hangOf(line, look));
}

/** What lines begin with that go on with an item of a list, or with a quotation. */
function hangOf(line: string, look: Look): string {
  if (line.startsWith('>')) return `${look.dim('|')} `;
  const [mark = ''] = /^\s*(?:[-*+] +|\d+[.)] +)?/.exec(line) ?? [];
  return ' '.repeat(mark.replace(/^(\s*[-*+]) +$/, '$1 ').length);
}

function blockText(line: string, look: Look): string {
  const heading = /^#{1,6} +(.*?)(?: +#+)?$/.exec(line)?.[1];
  if (heading !== undefined) return look.bold(inlineText(heading, { ...look, bold: (text) => text }));
  const [, indent, rest] = /^(\s*)[-*+] +(.*)$/.exec(line) ?? [];
  if (indent !== undefined && rest !== undefined) return `${indent}• ${inlineText(rest, look)}`;
  const quote = /^> ?(.*)$/.exec(line)?.[1];
  if (quote !== undefined) return `${look.dim('|')} ${inlineText(quote, look)}`;
  return inlineText(line, look);
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|!?\[([^[\]]*)\]\(([^()\s]*)\)|\\([!-/:-@[-`{-~])/g;

const inlineText = (text: string, look: Look): string =>
  text.replace(INLINE, (_, code, strong, label, address, escaped) => {
    if (code !== undefined) return look.cyan(code);
    if (strong !== undefined) return look.bold(strong);
    if (escaped !== undefined) return escaped;
    return label === '' || label === address ? address : `${label} ${look.dim(`(${address})`)}`;
  });
