// HTML in Markdown: harmless tags are kept with the few attributes that do no harm, all others are left out.
import { escapeHtml } from '../../files/texts.ts';
import { icon } from './html.ts';

const KEPT = new Set(
  'b br caption code del dd dl dt em figcaption figure h2 h3 h4 h5 h6 hr i ins kbd li ol p picture pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
/** What is between these is not text. */
const CODE = /<(script|style|template|noscript|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Elsewhere they would show something of another site: here they are links to it. */
const FRAMES = /<(iframe|video|audio)\b([^>]*)>(?:[\s\S]*?(?:<\/\1\s*>|$))?/gi;
/** Bounded, so that a long text of halves of tags takes no time by the square of its length. */
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z\d]*)\b((?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,4000})>/gi;

export interface TagLinks {
  /** A checked address for an href or src as written; undefined for one that must not be used. */
  link(href: string): string | undefined;
  image(src: string): string | undefined;
  /** What the page of an address is called. */
  titleOf?(href: string): string | undefined;
  /** Whether an `id` may be set: each of a page once. */
  takeId?(id: string): boolean;
}

/** Takes a piece of HTML; returns one that can do nothing. */
export function safeTags(source: string, links: TagLinks): string {
  const code = source
    .replace(FRAMES, (_, _name, attributes: string) => frameLink(attributes))
    .replace(CODE, '');
  const cards = cardGrid(code, (piece) => safeTags(piece, links), links);
  if (cards !== undefined) return cards;
  const tables = isOneTable(code) ? TABLES : undefined;
  let out = '';
  let at = 0;
  let isIcon = false;
  for (const match of code.matchAll(TAG)) {
    // The name of an icon is between its tags, for whoever has no icons.
    if (!isIcon) out += escapeHtml(unescaped(code.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, slash = '', written = '', attributes = ''] = match;
    const name = written.toLowerCase();
    const drawn = slash === '' && name === 'i' ? iconIn(attributes) : undefined;
    const ends: boolean = isIcon && name === 'i';
    isIcon = drawn !== undefined || (isIcon && !ends);
    out += drawn ?? (ends ? '' : (tables?.[`${slash}${name}`] ?? tag(slash, name, attributes, links)));
  }
  return out + escapeHtml(unescaped(code.slice(at)));
}

/** What scrolls can be reached with the keyboard. */
export const SCROLLING = '<div class="table" tabindex="0" role="group" aria-label="Table">';

const TABLES: Readonly<Record<string, string>> = { table: `${SCROLLING}<table>`, '/table': '</table></div>' };

function isOneTable(source: string): boolean {
  const open = [...source.matchAll(/<table\b/gi)];
  const close = [...source.matchAll(/<\/table\s*>/gi)];
  return open.length === 1 && close.length === 1 && (open[0]?.index ?? 0) < (close[0]?.index ?? 0);
}

const frameLink = (attributes: string): string => {
  const src = attribute(attributes, 'src');
  const text = escapeHtml(src);
  return src === '' ? '' : `<a href="${text}">${text}</a>`;
};

/** Empty for an icon that is not in the set: its name alone would say nothing. */
function iconIn(attributes: string): string | undefined {
  const name = /(?:^|\s)fa-(?!(?:solid|regular|light|brands|duotone|thin)\b)([a-z\d-]+)/.exec(
    attribute(attributes, 'class'),
  )?.[1];
  return name === undefined ? undefined : (icon(name)?.text ?? '');
}

function tag(slash: string, name: string, attributes: string, links: TagLinks): string {
  if (slash !== '') return KEPT.has(name) ? `</${name}>` : (ENDS[name] ?? '');
  if (KEPT.has(name)) return `<${name}${plainAttributes(name, attributes)}>`;
  return (Object.hasOwn(TAGS, name) && TAGS[name]?.(attributes, links)) || '';
}

const ENDS: Readonly<Record<string, string>> = {
  a: '</a>',
  button: '</span>',
  details: '</details>',
  mark: '</mark>',
};
const TAGS: Readonly<Record<string, (attributes: string, links: TagLinks) => string>> = {
  a: linkTag,
  button: (attributes) => `<span class="${buttonClass(attributes) ?? 'button'}">`,
  details: (attributes) => `<details${/\bopen\b/.test(attributes) ? ' open' : ''}>`,
  img: imageTag,
  mark: (attributes) => `<mark${markClass(attribute(attributes, 'style'))}>`,
  source: sourceTag,
};

function plainAttributes(name: string, attributes: string): string {
  const align = /^(?:center|right)$/.exec(attribute(attributes, 'align'))?.[0];
  const width = name === 'th' ? /^\d{1,4}$/.exec(attribute(attributes, 'width'))?.[0] : undefined;
  return `${align === undefined ? '' : ` class="${align}"`}${width === undefined ? '' : ` width="${width}"`}`;
}

const COLORS = /^(?:red|orange|yellow|green|blue|purple|pink|grey|gray)$/;

/** Colors of the palette; a style of one's own would be one of any page. */
function markClass(style: string): string {
  const color = (property: string) =>
    COLORS.exec(new RegExp(`(?:^|;)\\s*${property}:\\s*([a-z]+)`).exec(style)?.[1] ?? '')?.[0];
  const [text, back] = [color('color'), color('background-color')];
  const names = [text !== undefined && `ink ink-${text}`, back !== undefined && `back-${back}`].filter(
    Boolean,
  );
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`;
}

const buttonClass = (attributes: string): string | undefined =>
  /\bbutton\b/.test(attribute(attributes, 'class'))
    ? `button${/\bsecondary\b/.test(attribute(attributes, 'class')) ? '' : ' primary'}`
    : undefined;

function linkTag(attributes: string, links: TagLinks): string {
  const [written, id] = [attribute(attributes, 'href'), attribute(attributes, 'id')];
  const own = id !== '' && (links.takeId?.(id) ?? true) ? ` id="${escapeHtml(id)}"` : '';
  // `## Title <a href="#x" id="x"></a>`: the heading has it.
  const href = id !== '' && written.startsWith('#') ? undefined : links.link(written);
  const shown = buttonClass(attributes);
  const mark = shown === undefined ? undefined : icon(attribute(attributes, 'data-icon'));
  const look = shown === undefined ? '' : ` class="${shown}"`;
  const open =
    href === undefined
      ? `<a${own}>`
      : `<a${own}${look} href="${escapeHtml(href)}" rel="noopener noreferrer">`;
  return open + (mark?.text ?? '');
}

function sourceTag(attributes: string, links: TagLinks): string {
  const src = links.image(attribute(attributes, 'srcset'));
  const isDark = /prefers-color-scheme:\s*dark/.test(attribute(attributes, 'media'));
  return src === undefined || !isDark || /[\s,]/.test(src)
    ? ''
    : `<source srcset="${escapeHtml(src)}" media="(prefers-color-scheme: dark)">`;
}

function imageTag(attributes: string, links: TagLinks): string {
  const src = links.image(attribute(attributes, 'src'));
  const alt = escapeHtml(attribute(attributes, 'alt'));
  if (src === undefined) return alt;
  const size = ['width', 'height'].flatMap((name) => {
    const value = /^\d{1,4}$/.exec(attribute(attributes, name))?.[0];
    return value === undefined ? [] : [` ${name}="${value}"`];
  });
  const inLine = attribute(attributes, 'data-size') === 'line' ? ' class="line"' : '';
  return `<img src="${escapeHtml(src)}" alt="${alt}"${size.join('')}${inLine} loading="lazy">`;
}

/** The value of an attribute in the text between the name of a tag and its end; empty where there is none. */
export function attribute(attributes: string, name: string): string {
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

// A table that is shown as cards: one a row, whole cards as links, covers above the words.

interface CardLinks {
  link(href: string): string | undefined;
  image(src: string): string | undefined;
  titleOf?(href: string): string | undefined;
}

type Column = 'text' | 'target' | 'cover' | 'other';

/** Takes a table with `data-view="cards"`; undefined for anything else. `inner` makes the HTML of a cell safe. */
function cardGrid(source: string, inner: (piece: string) => string, links: CardLinks): string | undefined {
  const [, before = '', table = '', after = ''] =
    /^([^<]*)<table\b[^>]{0,500}\bdata-view="cards"[^>]{0,500}>([\s\S]*?)<\/table>([\s\S]*)$/i.exec(source) ??
    [];
  if (table === '') return undefined;
  const [head = '', ...rows] = table.split(/<tr\b[^<>]*>/i).slice(1);
  const columns = cells(head, 'th').map(({ attributes }) => columnOf(attributes));
  const cards = rows.map((row) => card(cells(row, 'td'), columns, inner, links));
  return `${inner(before)}<ul class="cards">${cards.join('')}</ul>\n${after.trim() === '' ? '' : inner(after)}`;
}

interface Cell {
  attributes: string;
  text: string;
}

const cells = (row: string, tag: 'th' | 'td'): Cell[] =>
  row
    .split(new RegExp(`<${tag}\\b`, 'i'))
    .slice(1)
    .map((piece) => {
      const end = piece.indexOf('>');
      const close = piece.toLowerCase().indexOf(`</${tag}`);
      return {
        attributes: piece.slice(0, end),
        text: piece.slice(end + 1, close === -1 ? undefined : close),
      };
    });

function columnOf(attributes: string): Column {
  if (/\bdata-card-target\b/.test(attributes)) return 'target';
  if (/\bdata-card-cover(?!-dark)\b/.test(attributes)) return 'cover';
  return /\bdata-hidden\b/.test(attributes) ? 'other' : 'text';
}

function card(
  row: readonly Cell[],
  columns: readonly Column[],
  inner: (piece: string) => string,
  { link, image }: CardLinks,
): string {
  const of = (column: Column) => row.filter((_, at) => columns[at] === column).map(({ text }) => text);
  const written = (piece: string | undefined) => /\b(?:href|src)="([^"]*)"/.exec(piece ?? '')?.[1] ?? '';
  const href = link(written(of('target')[0]).replaceAll('&amp;', '&'));
  const cover = image(written(of('cover')[0]).replaceAll('&amp;', '&'));
  const words = of('text')
    .map(inner)
    .filter((text) => text.trim() !== '');
  const picture =
    cover === undefined ? '' : `<img class="cover" src="${escapeHtml(cover)}" alt="" loading="lazy">`;
  const body = words
    .map(
      (text) =>
        `<div>${text.replace(/<h[2-6]\b[^>]*>/g, '<strong class="head">').replace(/<\/h[2-6]>/g, '</strong>')}</div>`,
    )
    .join('');
  // A card within which links stand is no link itself: one cannot be in another.
  if (href === undefined) return `<li class="card">${picture}<div class="words">${body}</div></li>`;
  const named = body.replace(/<\/?a\b[^<>]*>/g, '');
  return `<li class="card"><a href="${escapeHtml(href)}" rel="noopener noreferrer">${picture}<div class="words">${named}</div></a></li>`;
}
