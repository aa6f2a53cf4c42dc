// HTML in Markdown: a few harmless tags are kept without their attributes, all others are left out.
import { escapeHtml } from './html.ts';

const KEPT = new Set(
  'b br caption code del details dd dl dt em figcaption figure h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
/** What is between these is not text. */
const CODE = /<(script|style|template|iframe|noscript|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Bounded, so that a long text of halves of tags takes no time by the square of its length. */
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z\d]*)\b((?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,4000})>/gi;

export interface TagLinks {
  /** A checked address for an href or src as written; undefined for one that must not be used. */
  link(href: string): string | undefined;
  image(src: string): string | undefined;
}

/** Takes a piece of HTML; returns one that can do nothing. */
export function safeTags(source: string, links: TagLinks): string {
  const code = source.replace(CODE, '');
  let out = '';
  let at = 0;
  for (const match of code.matchAll(TAG)) {
    out += escapeHtml(unescaped(code.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, slash = '', name = '', attributes = ''] = match;
    out += tag(slash, name.toLowerCase(), attributes, links);
  }
  return out + escapeHtml(unescaped(code.slice(at)));
}

function tag(slash: string, name: string, attributes: string, links: TagLinks): string {
  if (KEPT.has(name)) return `<${slash}${name}>`;
  if (name === 'a') {
    const href = slash === '' ? links.link(attribute(attributes, 'href')) : undefined;
    if (slash !== '') return '</a>';
    return href === undefined ? '<a>' : `<a href="${escapeHtml(href)}" rel="noopener noreferrer">`;
  }
  if (name !== 'img' || slash !== '') return '';
  const src = links.image(attribute(attributes, 'src'));
  const alt = escapeHtml(attribute(attributes, 'alt'));
  return src === undefined ? alt : `<img src="${escapeHtml(src)}" alt="${alt}">`;
}

function attribute(attributes: string, name: string): string {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? [];
  return unescaped(double ?? single ?? bare ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });
