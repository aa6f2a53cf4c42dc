// Markdown as HTML that runs nothing: parsed by markdown-it, written with our own rules for whatever could do harm.

import type { Token } from 'markdown-it';
import { escapeHtml } from '../../files/texts.ts';
import { addMath } from '../../markdown/analyze.ts';
import { codeBlock, type Highlight, icon, Markup, plainMath, type WriteMath } from './html.ts';
import { addBlocks, type BlockEnv, platformBlock } from './platform-blocks.ts';
import { SCROLLING, safeTags, type TagLinks } from './safe-tags.ts';

export interface RenderOptions extends TagLinks {
  /** Anchors of the headings, in their order; undefined for those that publish none. */
  anchors: readonly (string | undefined)[];
  /** Shared by all pieces of one page. */
  ids?: { next: number };
  highlight?: Highlight | undefined;
  math?: WriteMath | undefined;
}

export type RenderMarkdown = (markdown: string, options: RenderOptions) => Markup;

type Parser = ReturnType<typeof import('markdown-it')['default']>;

interface Env extends BlockEnv, Pick<RenderOptions, 'anchors' | 'highlight' | 'math'> {
  heading: number;
  /** Levels of the headings that the next one may be below, as written and as read aloud. */
  levels: { written: number; read: number }[];
}

/** Loads the parser; what it returns works without waiting. */
export async function loadRenderer(): Promise<RenderMarkdown> {
  const [{ default: createParser }, { default: footnotes }, { full: emoji }] = await Promise.all([
    import('markdown-it'),
    import('markdown-it-footnote'),
    import('markdown-it-emoji'),
  ]);
  const parser = createParser({ html: true, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  parser.normalizeLink = (url) => url;
  // Every address is checked when it is written.
  parser.validateLink = () => true;
  parser.use(footnotes);
  parser.use(emoji, { shortcuts: {} });
  addBlocks(parser);
  addMath(parser);
  parser.core.ruler.after('inline', 'pieces', ({ tokens, Token }) => {
    for (const [at, { type, children }] of tokens.entries()) {
      if (type !== 'inline' || !children) continue;
      joinIcons(children);
      const item = tokens[at - 2];
      if (item?.type === 'list_item_open' && markTask(children, Token)) item.attrJoin('class', 'task');
      const [only, ...others] = children;
      if (only?.type === 'math' && others.length === 0) only.type = 'math_block';
    }
  });
  // Of the text that is written now: writing does not wait for anything.
  const state: { env: Env | undefined } = { env: undefined };
  setRules(parser, () => {
    if (!state.env) throw new Error('nothing is being written');
    return state.env;
  });
  return (markdown, options) => {
    const taken = new Set(options.anchors);
    const takeId = (id: string) => !taken.has(id) && Boolean(taken.add(id));
    const own = { heading: 0, levels: [], open: [], tabs: [], code: {}, titleOf: () => undefined, takeId };
    state.env = { ids: { next: 0 }, ...own, ...options };
    return new Markup(parser.render(markdown, {}));
  };
}

function setRules({ renderer: { rules } }: Parser, env: () => Env): void {
  rules.html_block = (tokens, at) => safeTags(tokens[at]?.content ?? '', env());
  rules.html_inline = (tokens, at) => safeTags(tokens[at]?.content ?? '', env());
  rules.platform_block = (tokens, at) => (tokens[at] ? platformBlock(tokens[at], env()) : '');
  setHeadings(rules, env);
  setLinks(rules, env);
  rules.task = (tokens, at) =>
    tokens[at]?.info === ''
      ? '<input type="checkbox" disabled aria-label="to do">'
      : '<input type="checkbox" disabled checked aria-label="done">';
  const math = (isBlock: boolean) => (tokens: Token[], at: number) =>
    (env().math ?? plainMath)(tokens[at]?.content ?? '', isBlock);
  rules.math = math(false);
  rules.math_block = math(true);
  const code = (tokens: Token[], at: number) =>
    codeBlock(tokens[at]?.content ?? '', tokens[at]?.info ?? '', env().code, env().highlight);
  rules.fence = code;
  rules.code_block = code;
  rules.table_open = () => `${SCROLLING}<table>\n`;
  rules.table_close = () => '</table></div>\n';
  const alignment = (tokens: Token[], at: number) =>
    /center|right/.exec(String(tokens[at]?.attrGet('style') ?? ''))?.[0];
  for (const cell of ['th', 'td'])
    rules[`${cell}_open`] = (tokens, at) => {
      const align = alignment(tokens, at);
      return align === undefined ? `<${cell}>` : `<${cell} class="${align}">`;
    };
  setFootnotes(rules);
}

type Rules = Parser['renderer']['rules'];

/** The title of the page is its only h1. */
const headingTag = (token: Token | undefined): string => (token?.tag === 'h1' ? 'h2' : (token?.tag ?? 'h2'));

function setHeadings(rules: Rules, env: () => Env): void {
  rules.heading_open = (tokens, at) => {
    const anchor = env().anchors[env().heading];
    env().heading += 1;
    const tag = headingTag(tokens[at]);
    const id = anchor === undefined ? '' : ` id="${escapeHtml(anchor)}"`;
    return `<${tag}${id}${readLevel(env(), Number(tag.slice(1)))}>`;
  };
  rules.heading_close = (tokens, at) => {
    const anchor = env().anchors[env().heading - 1];
    const link =
      anchor === undefined
        ? ''
        : ` <a class="anchor" href="#${encodeURIComponent(anchor)}" aria-label="Link to this section">${icon('hashtag')?.text ?? '#'}</a>`;
    return `${link}</${headingTag(tokens[at])}>\n`;
  };
}

/** Who has pages read aloud counts levels: one that is left out is none. */
function readLevel({ levels }: Env, written: number): string {
  while ((levels.at(-1)?.written ?? 0) >= written) levels.pop();
  const read = (levels.at(-1)?.read ?? 1) + 1;
  levels.push({ written, read });
  return read === written ? '' : ` aria-level="${read}"`;
}

function setLinks(rules: Rules, env: () => Env): void {
  rules.link_open = (tokens, at) => {
    const written = String(tokens[at]?.attrGet('href') ?? '');
    const href = env().link(written);
    const isRef = env().open.at(-1) === 'content-ref';
    // The platform puts the title of the page in place of what is written there.
    const title = isRef || tokens[at]?.attrGet('title') === 'mention' ? env().titleOf(written) : undefined;
    const text = tokens[at + 1];
    if (title !== undefined && text && tokens[at + 2]?.type === 'link_close') text.content = title;
    const look = isRef ? ' class="ref"' : '';
    const mark = isRef ? (icon('file-lines')?.text ?? '') : '';
    return href === undefined
      ? '<a>'
      : `<a${look} href="${escapeHtml(href)}" rel="noopener noreferrer">${mark}`;
  };
  rules.image = (tokens, at) => {
    const alt = escapeHtml(tokens[at]?.content ?? '');
    const src = env().image(String(tokens[at]?.attrGet('src') ?? ''));
    return src === undefined ? alt : `<img src="${escapeHtml(src)}" alt="${alt}" loading="lazy">`;
  };
}

/** With the names that the platform gives to their anchors. */
function setFootnotes(rules: Rules): void {
  const name = (tokens: Token[], at: number) => {
    const { id, label } = (tokens[at]?.meta ?? {}) as { id?: number; label?: string };
    return { word: escapeHtml(label ?? String((id ?? 0) + 1)), number: (id ?? 0) + 1 };
  };
  rules.footnote_ref = (tokens, at) => {
    const { word, number } = name(tokens, at);
    const sub = Number((tokens[at]?.meta as { subId?: number } | undefined)?.subId ?? 0);
    const id = sub === 0 ? ` id="user-content-fnref-${word}"` : '';
    return `<sup class="footnote"><a href="#user-content-fn-${word}"${id} aria-label="Footnote ${number}">${number}</a></sup>`;
  };
  rules.footnote_block_open = () => '<section class="footnotes" aria-label="Footnotes"><ol>\n';
  rules.footnote_block_close = () => '</ol></section>\n';
  rules.footnote_open = (tokens, at) => `<li id="user-content-fn-${name(tokens, at).word}">`;
  rules.footnote_anchor = (tokens, at) =>
    ` <a href="#user-content-fnref-${name(tokens, at).word}" aria-label="Back to the text">\u21a9\ufe0e</a>`;
}

/** `<i class="fa-rocket">:rocket:</i>` is one piece. */
function joinIcons(children: Token[]): void {
  for (let at = 0; at < children.length; at += 1) {
    const open = children[at];
    if (open?.type !== 'html_inline' || !/^<i\b[^>]*\bfa-/.test(open.content)) continue;
    const end = children.findIndex(
      ({ type, content }, from) => from > at && type === 'html_inline' && /^<\/i\s*>/.test(content),
    );
    if (end === -1) continue;
    children.splice(at + 1, end - at);
    open.content += '</i>';
  }
}

/** `[ ] ` at the top of an item of a list is a box. */
function markTask(children: Token[], Box: new (type: string, tag: string, nesting: 0) => Token): boolean {
  const [first] = children;
  const [mark, sign] = /^\[([ xX])\](?= )/.exec(first?.type === 'text' ? first.content : '') ?? [];
  if (!first || mark === undefined) return false;
  first.content = first.content.slice(mark.length);
  const box = new Box('task', 'input', 0);
  box.info = sign === ' ' ? '' : 'done';
  children.unshift(box);
  return true;
}
