// A table that is shown as cards: one a row, whole cards as links, covers above the words.
import { escapeHtml } from './html.ts';

interface CardLinks {
  link(href: string): string | undefined;
  image(src: string): string | undefined;
  titleOf?(href: string): string | undefined;
}

type Column = 'text' | 'target' | 'cover' | 'other';

/** Takes a table with `data-view="cards"`; undefined for anything else. `inner` makes the HTML of a cell safe. */
export function cardGrid(
  source: string,
  inner: (piece: string) => string,
  links: CardLinks,
): string | undefined {
  const [, before = '', table = '', after = ''] =
    /^([^<]*)<table\b[^>]{0,500}\bdata-view="cards"[^>]{0,500}>([\s\S]*?)<\/table>([\s\S]*)$/i.exec(source) ??
    [];
  if (table === '') return undefined;
  const [head = '', ...rows] = table.split(/<tr\b[^>]*>/i).slice(1);
  const columns = cells(head, 'th').map(({ attributes }) => columnOf(attributes));
  const cards = rows.map((row) => card(cells(row, 'td'), columns, inner, links));
  return `${inner(before)}<ul class="cards">${cards.join('')}</ul>\n${after.trim() === '' ? '' : inner(after)}`;
}

interface Cell {
  attributes: string;
  text: string;
}

function cells(row: string, tag: 'th' | 'td'): Cell[] {
  return row
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
}

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
  const named = body.replace(/<\/?a\b[^>]*>/g, '');
  return `<li class="card"><a href="${escapeHtml(href)}" rel="noopener noreferrer">${picture}<div class="words">${named}</div></a></li>`;
}
