// Markup as text: whatever is put into it is escaped, unless it is markup itself.

import { escapeHtml } from '../../files/texts.ts';

/** Text that may be written as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | undefined | false | readonly Part[];

/** `html\`<p>${title}</p>\``: every value is escaped for text and for attributes in double quotes. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(texts.map((text, at) => text + (at < parts.length ? written(parts[at]) : '')).join(''));

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return escapeHtml(String(part));
}

// Icons as SVG in the text of a page: they need no font, and take the color of the words beside them.

/** What is loaded once a process, by whoever needs it first. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}

interface Icon {
  iconName: string;
  icon: readonly [width: number, height: number, others: readonly unknown[], code: string, path: unknown];
}

let byName: ReadonlyMap<string, Icon['icon']> | undefined;

/** Loads the set, once a process; from then on `icon` finds what is in it. */
export const loadIcons = once(async (): Promise<void> => {
  // A bundled module has a mark beside its names.
  const set = Object.values<Icon | boolean>(await import('./icon-set.generated.ts')).filter(
    (one) => typeof one === 'object',
  );
  byName = new Map(
    set.flatMap(({ iconName, icon }) =>
      [iconName, ...icon[2].filter((name) => typeof name === 'string')].map((name) => [name, icon] as const),
    ),
  );
});

/** An icon by its name on the platform, beside words that say the same; undefined for one that is not in the set. */
export function icon(name: string): Markup | undefined {
  const [width, height, , , path] = byName?.get(name.replace(/^fa-/, '')) ?? [];
  if (typeof path !== 'string') return undefined;
  return new Markup(
    `<svg class="icon" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`,
  );
}

// Code with its words colored by what they are; the colors are in the style sheet.

/** Code as HTML; undefined for a language that is not known. */
export type Highlight = (code: string, language: string) => string | undefined;

/** Longer code is shown plain: coloring it would hold up the page. */
const LONGEST_CODE = 200_000;

/** Loads the highlighter, once a process. */
export const loadHighlight = once(async (): Promise<Highlight> => {
  const { highlighted, isLanguage } = await import('./highlighter.mjs');
  return (code, language) =>
    code.length > LONGEST_CODE || !isLanguage(language) ? undefined : highlighted(code, language);
});

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

/** A formula as HTML, in its line or by itself. Never throws: one that cannot be read is shown as it is written. */
export type WriteMath = (formula: string, isBlock: boolean) => string;

/** A longer formula is not one. */
const LONGEST_FORMULA = 10_000;

/** Loads the typesetter, once a process. */
export const loadMath = once(async (): Promise<WriteMath> => {
  const { default: katex } = await import('katex');
  return (formula, isBlock) => {
    const tag = isBlock ? 'div' : 'span';
    try {
      if (formula.length > LONGEST_FORMULA) return plainMath(formula, isBlock);
      const settings = {
        output: 'mathml',
        displayMode: isBlock,
        trust: false,
        maxExpand: 500,
        maxSize: 50,
      } as const;
      const written = katex.renderToString(formula, { ...settings, strict: 'ignore' });
      // No page has styles of its own.
      return `<${tag} class="math">${written.replace(/ style="[^"]*"/g, '')}</${tag}>`;
    } catch {
      return plainMath(formula, isBlock);
    }
  };
});

/** As it is written. */
export function plainMath(formula: string, isBlock: boolean): string {
  const tag = isBlock ? 'div' : 'span';
  return `<${tag} class="math unread"><code>${escapeHtml(formula)}</code></${tag}>`;
}
