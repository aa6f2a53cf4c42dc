// Markdown as HTML that runs nothing: parsed by markdown-it, written with our own rules for whatever could do harm.
import type { Token } from 'markdown-it';
import { addMath } from '../../markdown/math.ts';
import { escapeHtml, Markup } from './html.ts';
import { safeTags, type TagLinks } from './safe-tags.ts';

export interface RenderOptions extends TagLinks {
  /** Anchors of the headings, in their order; undefined for those that publish none. */
  anchors: readonly (string | undefined)[];
}

export type RenderMarkdown = (markdown: string, options: RenderOptions) => Markup;

interface Env extends RenderOptions {
  heading: number;
  /** Blocks that are open: `hint`, `tab`. */
  open: string[];
}

/** A line that holds a tag of the platform alone: `{% hint style="info" %}`. */
const BLOCK = /^ {0,3}\{% *(end)?([a-z][a-z-]*)((?:[^%]|%(?!\}))*)%\}[ \t]*$/;
/** They hold nothing. */
const WITHOUT_END = ['include', 'openapi-operation'];

/** Loads the parser; what it returns works without waiting. */
export async function loadRenderer(): Promise<RenderMarkdown> {
  const { default: createParser } = await import('markdown-it');
  const parser = createParser({ html: true, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  parser.normalizeLink = (url) => url;
  // Every address is checked when it is written.
  parser.validateLink = () => true;
  parser.block.ruler.before(
    'paragraph',
    'platform_block',
    (state, line, _end, silent) => {
      const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
      const text = state.src.slice(from, state.eMarks[line]);
      const [, end = '', name = '', attributes = ''] = BLOCK.exec(text) ?? [];
      if (name === '') return false;
      if (silent) return true;
      const token = state.push('platform_block', '', 0);
      token.meta = { end: end !== '', name, attributes };
      token.map = [line, line + 1];
      token.block = true;
      state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  addMath(parser);
  parser.core.ruler.after('inline', 'tasks', ({ tokens, Token }) => {
    for (const [at, { type, children }] of tokens.entries())
      if (type === 'inline' && children && tokens[at - 2]?.type === 'list_item_open')
        markTask(children, Token);
  });
  const { rules } = parser.renderer;
  // Of the text that is written now: writing does not wait for anything.
  let env: Env;
  rules.html_block = (tokens, at) => safeTags(tokens[at]?.content ?? '', env);
  rules.html_inline = (tokens, at) => safeTags(tokens[at]?.content ?? '', env);
  rules.platform_block = (tokens, at) => platformBlock(tokens[at], env);
  rules.heading_open = (tokens, at) => {
    const anchor = env.anchors[env.heading];
    env.heading += 1;
    // The title of the page is its only h1.
    const tag = tokens[at]?.tag === 'h1' ? 'h2' : (tokens[at]?.tag ?? 'h2');
    return anchor === undefined ? `<${tag}>` : `<${tag} id="${escapeHtml(anchor)}">`;
  };
  rules.heading_close = (tokens, at) => `</${tokens[at]?.tag === 'h1' ? 'h2' : tokens[at]?.tag}>\n`;
  rules.link_open = (tokens, at) => {
    const href = env.link(String(tokens[at]?.attrGet('href') ?? ''));
    return href === undefined ? '<a>' : `<a href="${escapeHtml(href)}" rel="noopener noreferrer">`;
  };
  rules.image = (tokens, at) => {
    const alt = escapeHtml(tokens[at]?.content ?? '');
    const src = env.image(String(tokens[at]?.attrGet('src') ?? ''));
    return src === undefined ? alt : `<img src="${escapeHtml(src)}" alt="${alt}">`;
  };
  rules.task = (tokens, at) =>
    tokens[at]?.info === ''
      ? '<input type="checkbox" disabled aria-label="to do">'
      : '<input type="checkbox" disabled checked aria-label="done">';
  rules.math = (tokens, at) => math('span', tokens[at]);
  rules.math_block = (tokens, at) => math('div', tokens[at]);
  // What scrolls can be reached with the keyboard.
  rules.fence = (tokens, at) => code(tokens[at]);
  rules.code_block = (tokens, at) => code(tokens[at]);
  rules.table_open = () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  return (markdown, options) => {
    env = { ...options, heading: 0, open: [] };
    const written = parser.render(markdown, {});
    return new Markup(written + env.open.map(() => '</div>').join(''));
  };
}

/** `[ ] ` at the top of an item of a list is a box. */
function markTask(children: Token[], Box: new (type: string, tag: string, nesting: 0) => Token): void {
  const [first] = children;
  const [mark, sign] = /^\[([ xX])\](?= )/.exec(first?.type === 'text' ? first.content : '') ?? [];
  if (!first || mark === undefined) return;
  first.content = first.content.slice(mark.length);
  const box = new Box('task', 'input', 0);
  box.info = sign === ' ' ? '' : 'done';
  children.unshift(box);
}

const math = (tag: 'span' | 'div', token: Token | undefined): string =>
  `<${tag} class="math" role="math">${escapeHtml(token?.content ?? '')}</${tag}>`;

function code(token: Token | undefined): string {
  const language = /^[\w+-]+/.exec(token?.info ?? '')?.[0];
  const marked = language === undefined ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre tabindex="0"><code${marked}>${escapeHtml(token?.content ?? '')}</code></pre>\n`;
}

interface Block {
  end: boolean;
  name: string;
  attributes: string;
}

function platformBlock(token: Token | undefined, env: Env): string {
  // Set by the rule above.
  const { end, name, attributes } = (token?.meta ?? {}) as unknown as Block;
  const value = (key: string) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  if (end) {
    if (env.open.at(-1) !== name) return '';
    env.open.pop();
    return '</div>\n';
  }
  if (name === 'embed' || name === 'file') return linkBlock(value(name === 'file' ? 'src' : 'url'), env);
  if (WITHOUT_END.includes(name)) return '';
  env.open.push(name);
  if (name !== 'hint') return box(value('title'));
  const style = /^(?:info|warning|danger|success)$/.exec(value('style'))?.[0] ?? 'info';
  return `<div class="hint hint-${style}" role="note">\n`;
}

function linkBlock(written: string, env: Env): string {
  const href = env.link(written);
  const text = escapeHtml(written);
  return href === undefined
    ? `<p>${text}</p>\n`
    : `<p><a href="${escapeHtml(href)}" rel="noopener noreferrer">${text}</a></p>\n`;
}

const box = (title: string): string =>
  `<div class="box">${title === '' ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`}\n`;
