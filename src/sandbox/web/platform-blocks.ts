// The blocks of the platform in Markdown, `{% hint %}` and others: found by a rule of the parser, drawn as HTML.
import type { Token } from 'markdown-it';
import { decoded, escapeHtml } from '../../files/texts.ts';
import { headingAnchor } from '../../markdown/heading-anchor.ts';
import { type CodeSettings, icon } from './html.ts';
import { attribute, type TagLinks } from './safe-tags.ts';

type Parser = ReturnType<typeof import('markdown-it')['default']>;

/** What drawing blocks needs to know of the page, and remembers of it. */
export interface BlockEnv extends Required<TagLinks> {
  /** Blocks that are open, innermost last. */
  open: string[];
  /** Numbers of groups of tabs, unique on the page. */
  ids: { next: number };
  /** How many tabs the innermost groups have so far, and their numbers. */
  tabs: { group: number; count: number }[];
  code: CodeSettings;
}

interface Block {
  end: boolean;
  name: string;
  attributes: string;
  /** Its other half is there, at the same depth. */
  paired: boolean;
}

/** A line that holds a tag of the platform alone: `{% hint style="info" %}`. */
const BLOCK = /^ {0,3}\{% *(end)?([a-z][a-z-]*)((?:[^%]|%(?!\}))*)%\}[ \t]*$/;

/** Makes a `platform_block` token of each tag. Tags without their other half are marked: an unclosed one encloses nothing. */
export function addBlocks(parser: Parser): void {
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
      token.meta = { end: end !== '', name, attributes, paired: false } satisfies Block;
      token.map = [line, line + 1];
      token.block = true;
      state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  parser.core.ruler.after('block', 'platform_pairs', (state) => {
    state.tokens = state.tokens.flatMap((token) => outOfHtml(token, state.Token));
    pair(state.tokens);
  });
}

/** HTML goes on to the next empty line: a tag right below it is one all the same. */
function outOfHtml(token: Token, Made: new (type: string, tag: string, nesting: 0) => Token): Token[] {
  if (token.type !== 'html_block' || !token.content.includes('{%')) return [token];
  const made: Token[] = [];
  const add = (type: string): Token => {
    const one = new Made(type, '', 0);
    one.level = token.level;
    one.block = true;
    made.push(one);
    return one;
  };
  for (const line of token.content.split(/(?<=\n)/)) {
    const [, end = '', name = '', attributes = ''] = BLOCK.exec(line.trimEnd()) ?? [];
    const last = made.at(-1);
    if (name !== '')
      add('platform_block').meta = { end: end !== '', name, attributes, paired: false } satisfies Block;
    else (last?.type === 'html_block' ? last : add('html_block')).content += line;
  }
  return made;
}

/** Set by the rule above. */
const blockOf = (token: Token): Block => token.meta as unknown as Block;

function pair(tokens: readonly Token[]): void {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.type !== 'platform_block') continue;
    const block = blockOf(token);
    if (!block.end) {
      open.push(token);
      continue;
    }
    const at = open.findLastIndex((one) => blockOf(one).name === block.name && one.level === token.level);
    const start = open[at];
    if (!start) continue;
    open.length = at;
    block.paired = true;
    blockOf(start).paired = true;
  }
}

type Value = (key: string) => string;

interface Drawing {
  open(value: Value, env: BlockEnv): string;
  close: string;
}

const HINTS: Readonly<Record<string, [icon: string, label: string]>> = {
  info: ['circle-info', 'Info'],
  success: ['circle-check', 'Success'],
  warning: ['triangle-exclamation', 'Warning'],
  danger: ['circle-exclamation', 'Danger'],
};

const drawn = (name: string): string => icon(name)?.text ?? '';

/** By name; what is not here encloses text that is shown as it is. */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  hint: {
    open(value) {
      const style = Object.hasOwn(HINTS, value('style')) ? value('style') : 'info';
      const [name, label] = HINTS[style] ?? ['circle-info', 'Info'];
      const mark = (icon(value('icon')) ?? icon(name))?.text ?? '';
      return `<div class="hint hint-${style}" role="note"><span class="sr">${label}: </span>${mark}<div>\n`;
    },
    close: '</div></div>\n',
  },
  tabs: {
    open(_value, env) {
      env.ids.next += 1;
      env.tabs.push({ group: env.ids.next, count: 0 });
      return '<div class="tabs" role="group" aria-label="Tabs">\n';
    },
    close: '</div>\n',
  },
  tab: { open: (value, env) => tab(value, env), close: '</div>\n' },
  stepper: { open: () => '<ol class="steps">\n', close: '</ol>\n' },
  step: { open: () => '<li><div>\n', close: '</div></li>\n' },
  columns: { open: () => '<div class="columns">\n', close: '</div>\n' },
  column: {
    open(value) {
      const width = Number(/^(\d{1,3})(?:\.\d+)?%$/.exec(value('width'))?.[1] ?? 0);
      // In tenths: styles of its own no page has.
      const tenths = Math.min(9, Math.max(0, Math.round(width / 10)));
      return `<div${tenths === 0 ? '' : ` class="tenths-${tenths}"`}>\n`;
    },
    close: '</div>\n',
  },
  updates: { open: () => '<div class="updates">\n', close: '</div>\n' },
  update: {
    open(value) {
      const tags = value('tags')
        .split(',')
        .filter((tag) => tag.trim() !== '')
        .map((tag) => ` <span class="badge">${escapeHtml(tag.trim())}</span>`);
      return `<div class="update"><p class="date">${dateOf(value('date'))}${tags.join('')}</p><div>\n`;
    },
    close: '</div></div>\n',
  },
  code: {
    open(value, env) {
      env.code = {
        ...(value('title') !== '' && { title: value('title') }),
        ...{ lineNumbers: value('lineNumbers') === 'true', wrap: value('overflow') === 'wrap' },
      };
      return '';
    },
    close: '',
  },
  prompt: {
    open: (value) =>
      `<div class="prompt"><p class="caption">${drawn('wand-magic-sparkles')}${escapeHtml(value('description') || 'Prompt')}</p>\n`,
    close: '</div>\n',
  },
  'content-ref': { open: () => '<div class="content-ref">\n', close: '</div>\n' },
  embed: {
    open: (value, { link }) =>
      `<figure class="linked">${linkCard(value('url'), link, 'up-right-from-square')}<figcaption>\n`,
    close: '</figcaption></figure>\n',
  },
  file: {
    open: (value, { link }) =>
      `<figure class="linked">${linkCard(value('src'), link, 'download')}<figcaption>\n`,
    close: '</figcaption></figure>\n',
  },
  openapi: {
    open: (value) => `<div class="api">${operation(value)}\n`,
    close: '</div>\n',
  },
};
const SAME: Readonly<Record<string, string>> = {
  swagger: 'openapi',
  'openapi-operation': 'openapi',
  'openapi-schemas': 'openapi',
  'openapi-webhook': 'openapi',
  expandable: 'hint',
};
/** They say something by themselves, without an end. */
const ALONE: readonly string[] = ['embed', 'file', 'openapi'];

/** The HTML of one tag. */
export function platformBlock(token: Token, env: BlockEnv): string {
  const { end, name, attributes, paired } = blockOf(token);
  const known = SAME[name] ?? name;
  const drawing = Object.hasOwn(DRAWINGS, known) ? DRAWINGS[known] : undefined;
  if (end) return paired ? close(name, drawing, env) : '';
  const value: Value = (key) => attribute(attributes, key);
  if (!paired) return drawing && ALONE.includes(known) ? drawing.open(value, env) + drawing.close : '';
  env.open.push(name);
  return drawing?.open(value, env) ?? box(value('title'));
}

function close(name: string, drawing: Drawing | undefined, env: BlockEnv): string {
  env.open.pop();
  if (name === 'tabs') env.tabs.pop();
  if (name === 'code') env.code = {};
  return drawing?.close ?? '</div>\n';
}

const box = (title: string): string =>
  `<div class="box">${title === '' ? '' : `<p class="caption">${escapeHtml(title)}</p>`}\n`;

/** A radio button and its label: the style sheet shows what is after the chosen one. */
function tab(value: Value, env: BlockEnv): string {
  const title = value('title') || 'Tab';
  const group = env.tabs.at(-1);
  if (!group || env.open.at(-2) !== 'tabs') return box(title);
  group.count += 1;
  const id = `-tabs${group.group}-${group.count}`;
  const anchor = headingAnchor(title);
  const own = anchor !== '' && env.takeId(anchor) ? ` id="${escapeHtml(anchor)}"` : '';
  const checked = group.count === 1 ? ' checked' : '';
  return `<input type="radio" name="-tabs${group.group}" id="${id}"${checked}><label${own} for="${id}">${drawn(value('icon'))}${escapeHtml(title)}</label><div class="panel">\n`;
}

function linkCard(written: string, link: TagLinks['link'], mark: string): string {
  const href = link(written);
  const text = escapeHtml(mark === 'download' ? nameOf(written) : written);
  const shown = `${drawn(mark)}<span>${text}</span>`;
  return href === undefined
    ? `<p class="ref">${shown}</p>`
    : `<a class="ref" href="${escapeHtml(href)}" rel="noopener noreferrer">${shown}</a>`;
}

function nameOf(path: string): string {
  const name =
    path
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? path;
  return decoded(name) || path;
}

/** An operation of a specification by its name: the platform draws it. */
function operation(value: Value): string {
  const method = /^[a-z]{3,7}$/i.exec(value('method'))?.[0]?.toLowerCase();
  const from = value('spec') || value('src') || value('url');
  const what = value('path') || value('schemas') || value('name') || value('summary');
  const badge = method === undefined ? '' : `<span class="method ${method}">${method.toUpperCase()}</span> `;
  const source = from === '' ? '' : `<span class="soft">from ${escapeHtml(from)}</span>`;
  return `<p>${badge}<code>${escapeHtml(what)}</code> ${source}</p>`;
}

function dateOf(written: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(written) ? `${written}T00:00:00Z` : Number.NaN);
  if (Number.isNaN(date.getTime())) return escapeHtml(written);
  const said = date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `<time datetime="${written}">${said}</time>`;
}
