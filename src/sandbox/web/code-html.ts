// Code with its words colored by what they are; the colors are in the style sheet.
import { escapeHtml, icon } from './html.ts';

/** Code as HTML; undefined for a language that is not known. */
export type Highlight = (code: string, language: string) => string | undefined;

/** Longer code is shown plain: coloring it would hold up the page. */
const LONGEST = 200_000;

let loading: Promise<Highlight> | undefined;

/** Loads the highlighter, once a process. */
export function loadHighlight(): Promise<Highlight> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Highlight> {
  const { highlighted, isLanguage } = await import('./highlighter.mjs');
  return (code, language) =>
    code.length > LONGEST || !isLanguage(language) ? undefined : highlighted(code, language);
}

/** What `{% code %}` says of the code in it. */
export interface CodeSettings {
  title?: string;
  lineNumbers?: boolean;
  wrap?: boolean;
}

/** A block of code; what scrolls can be reached with the keyboard. */
export function codeBlock(
  code: string,
  info: string,
  { title, lineNumbers, wrap }: CodeSettings,
  highlight: Highlight | undefined,
): string {
  const language = /^[\w+#-]+/.exec(info)?.[0]?.toLowerCase();
  const marked = language === undefined ? '' : ` class="language-${escapeHtml(language)}"`;
  const written = (language !== undefined && highlight?.(code, language)) || escapeHtml(code);
  const said = title ?? (language === 'mermaid' ? 'Diagram (Mermaid): the platform draws it' : undefined);
  const caption =
    said === undefined ? '' : `<figcaption>${icon('file-code')?.text ?? ''}${escapeHtml(said)}</figcaption>`;
  const gutter = lineNumbers ? `<span class="gutter" aria-hidden="true">${numbers(code)}</span>` : '';
  const pre = `<pre tabindex="0"${wrap ? ' class="wrap"' : ''}>${wrap ? '' : gutter}<code${marked}>${written}</code></pre>`;
  const label = language === undefined ? '' : ` data-language="${escapeHtml(language)}"`;
  return `<figure class="code"${label}>${caption}${pre}</figure>\n`;
}

const numbers = (code: string): string =>
  code
    .replace(/\n$/, '')
    .split('\n')
    .map((_, at) => at + 1)
    .join('\n');
