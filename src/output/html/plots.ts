// Plots of pages for a browser: shapes in SVG that any width stretches, words and numbers beside them in HTML, no script.

import { html, pageHead } from './page.ts';

/** What a color says: `main` is what a plot is about; `l0` to `l5` are the levels of access, which their page colors. */
const TONES = ['main', 'good', 'fair', 'bad', 'none', 'l0', 'l1', 'l2', 'l3', 'l4', 'l5'] as const;
export type Tone = (typeof TONES)[number];

const LIGHT = `--main:#2f6fd6;--ghost:#3a424c;--good:#2c8a57;--fair:#d19a13;--bad:#cf4a3c;--none:#c9d0d8`;
const DARK = `--main:#6aa5ff;--ghost:#e6eaef;--good:#4fb87d;--fair:#e0b040;--bad:#f07a6b;--none:#465261`;

export const PLOT_STYLE = `
:root{${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK}}}
:root[data-theme=dark]{${DARK}}
.plot{margin:0}
.plot svg{display:block;width:100%;overflow:hidden}
.plot ol,.plot ul{list-style:none;margin:0;padding:0}
.columns>div{display:grid;grid-template-columns:auto 1fr;gap:0 8px}
.columns svg{height:var(--tall,120px);border-bottom:1px solid var(--dim)}
.columns.tall{--tall:200px}
.columns .y,.columns .x{display:flex;justify-content:space-between;color:var(--dim);font-size:12px}
.columns .y{flex-direction:column;text-align:right;font-variant-numeric:tabular-nums;line-height:1;margin:-5px 0}
.columns .x{grid-column:2;padding-top:4px}
.columns line{stroke:var(--line);vector-effect:non-scaling-stroke}
.columns polyline{fill:none;stroke:var(--ghost);stroke-width:1.5;stroke-dasharray:4 3;vector-effect:non-scaling-stroke}
.stack svg{height:14px;border-radius:7px;background:var(--none)}
.key{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:13px;color:var(--dim)}
.plot ul.key{margin-top:8px}
.key data{color:var(--fg);font-weight:600}
.key i{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:6px;background:var(--tone)}
.key i.dash{height:0;border-radius:0;border-top:2px dashed var(--ghost);background:none;width:14px;vertical-align:4px}
.bars ol li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:1px 12px;padding:5px 0}
.bars ol li>:first-child{overflow-wrap:anywhere}
.bars data{font-weight:600;font-variant-numeric:tabular-nums}
.bars svg{grid-column:1/-1;height:5px;border-radius:3px;background:var(--head)}
.bars small{color:var(--dim)}
.bars.many svg{height:12px;border-radius:6px}
${TONES.map((tone) => `.t-${tone}{--tone:var(--${tone})}`).join('')}
rect{fill:var(--tone)}
@media print{:root,:root[data-theme],:root:not([data-theme=light]){${LIGHT}}.plot{break-inside:avoid}}
`.trim();

/** A number as people read it, and as a program finds it: `<data value=1204>1,204</data>`. */
export const numberHtml = (value: number): string =>
  `<data value="${value}">${value.toLocaleString('en')}</data>`;

interface Part {
  name: string;
  tone: Tone;
}

interface Counted extends Part {
  count: number;
}

const whole = (parts: readonly { count: number }[]): number =>
  parts.reduce((sum, { count }) => sum + count, 0);

const rounded = (value: number): number => Math.round(value * 100) / 100;

const rect = (tone: Tone, [x, y, width, height]: readonly number[], title: string): string =>
  `<rect class=t-${tone} x="${x}" y="${y}" width="${width}" height="${height}"><title>${html(title)}</title></rect>`;

/** Shapes that say what they show: to a screen reader the words, to a mouse the number under it. */
const svg = (name: string, [width, height]: readonly [number, number], shapes: string): string =>
  `<svg role=img aria-label="${html(name)}" viewBox="0 0 ${width} ${height}" preserveAspectRatio=none>${shapes}</svg>`;

const figure = (kind: string, inside: string): string => `<figure class="plot ${kind}">${inside}</figure>`;

const inWords = (parts: readonly Counted[]): string =>
  parts.map(({ name, count }) => `${count.toLocaleString('en')} ${name}`).join(', ');

/** Parts of a bar as long as `most`, with a hair of the ground between them. */
function barOf(parts: readonly Counted[], most: number): string {
  const shown = parts.filter(({ count }) => count > 0);
  let x = 0;
  return shown
    .map(({ tone, name, count }, at) => {
      const width = (count / Math.max(1, most)) * 1000;
      const gap = at < shown.length - 1 && width > 4 ? 2 : 0;
      const made = rect(
        tone,
        [rounded(x), 0, rounded(width - gap), 1],
        `${count.toLocaleString('en')} ${name}`,
      );
      x += width;
      return made;
    })
    .join('');
}

/** What each color means, with its number where it has one. */
const keyOf = (parts: readonly (Part & { count?: number })[], more = ''): string =>
  `<ul class=key>${parts.map(({ name, tone, count }) => `<li><i class=t-${tone}></i>${count === undefined ? '' : `${numberHtml(count)} `}${html(name)}</li>`).join('')}${more}</ul>`;

/** One whole and its parts: a bar, with the number of each beside it. */
export function stack(name: string, parts: readonly Counted[]): string {
  const bar = svg(`${name}: ${inWords(parts)}`, [1000, 1], barOf(parts, whole(parts)));
  return figure('stack', bar + keyOf(parts));
}

/** A bar of parts for each name, all on one scale. */
export function stacks(
  parts: readonly Part[],
  rows: readonly { name: string; counts: readonly number[] }[],
): string {
  const bars = rows.map(({ name, counts }) => ({
    name,
    own: parts.map((part, at): Counted => ({ ...part, count: counts[at] ?? 0 })),
  }));
  const most = Math.max(1, ...bars.map(({ own }) => whole(own)));
  const lines = bars.map(
    ({ name, own }) =>
      `<li><span>${html(name)}</span>${numberHtml(whole(own))}${svg(`${name}: ${inWords(own)}`, [1000, 1], barOf(own, most))}</li>`,
  );
  return figure('bars many', `<ol>${lines.join('')}</ol>${keyOf(parts)}`);
}

export interface Ranked {
  name: string;
  count: number;
  note?: string | undefined;
  href?: string | undefined;
}

/** Names by how often they are there, each with a bar. */
export function ranking(rows: readonly Ranked[], tone: Tone): string {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const lines = rows.map(({ name, count, note = '', href }) => {
    const shown = href === undefined ? html(name) : `<a href="${html(href)}">${html(name)}</a>`;
    const more = note === '' ? '' : ` <small>${html(note)}</small>`;
    const bar = barOf([{ name: 'times', tone, count }], most);
    return `<li><span>${shown}${more}</span>${numberHtml(count)}<svg aria-hidden=true viewBox="0 0 1000 1" preserveAspectRatio=none>${bar}</svg></li>`;
  });
  return figure('bars', `<ol>${lines.join('')}</ol>`);
}

export interface Column {
  /** `12 Nov`. */
  label: string;
  /** One number for each part, from the ground up. */
  counts: readonly number[];
  /** What it was in the time before. */
  before?: number | undefined;
}

interface Columns {
  /** What is counted: `page views`. */
  name: string;
  parts: readonly Part[];
  columns: readonly Column[];
  isTall?: boolean;
  /** What the dashed line is. */
  beforeName?: string | undefined;
}

/** Numbers over time: columns, of one part or several, with a dashed line of the time before. */
export function columnPlot({ name, parts, columns, isTall = false, beforeName }: Columns): string {
  const sums = columns.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  const top = roundTop(Math.max(1, ...sums, ...columns.map(({ before = 0 }) => before)));
  const height = (count: number) => (count / top) * 100;
  const bars = columns.map(({ label, counts, before }, at) => {
    let y = 100;
    const own = parts.map((part, index): Counted => ({ ...part, count: counts[index] ?? 0 }));
    const then = before === undefined ? '' : `, ${before.toLocaleString('en')} before`;
    return own
      .map(({ tone, count }) => {
        y -= height(count);
        const box = [at + 0.12, rounded(y), 0.76, rounded(height(count))];
        return count === 0 ? '' : rect(tone, box, `${label}: ${inWords(own)}${then}`);
      })
      .join('');
  });
  const line = columns.flatMap(({ before }, at) =>
    before === undefined ? [] : [`${at + 0.5},${rounded(100 - height(before))}`],
  );
  const highest = sums.indexOf(Math.max(...sums));
  const most =
    columns[highest] && (sums[highest] ?? 0) > 0
      ? `, most on ${columns[highest].label} (${sums[highest]})`
      : '';
  const words = `${name}: ${sums.reduce((sum, count) => sum + count, 0).toLocaleString('en')} in all${most}`;
  const grid = [0, 50].map((y) => `<line x1=0 x2=${columns.length} y1=${y} y2=${y} />`).join('');
  const shapes = `${grid}${bars.join('')}${line.length > 1 ? `<polyline points="${line.join(' ')}" />` : ''}`;
  const axis = [top, top / 2, 0].map((count) => `<span>${count.toLocaleString('en')}</span>`).join('');
  const picture = svg(words, [Math.max(1, columns.length), 100], shapes);
  const dash =
    line.length > 1 && beforeName !== undefined ? `<li><i class=dash></i>${html(beforeName)}</li>` : '';
  const key = parts.length > 1 || dash !== '' ? keyOf(parts, dash) : '';
  return figure(
    `columns${isTall ? ' tall' : ''}`,
    `<div><div class=y aria-hidden=true>${axis}</div>${picture}<div class=x>${ticks(columns)}</div></div>${key}`,
  );
}

/** The next number that halves well: 2, 4, 10, 20, 40, 100. */
function roundTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((one) => one * unit >= most) ?? 10;
  return Math.max(2, step * unit);
}

/** The first, the last and one between. */
function ticks(columns: readonly Column[]): string {
  const last = columns.length - 1;
  const shown = last > 3 ? [0, Math.round(last / 2), last] : last > 0 ? [0, last] : [0];
  return shown.map((at) => `<span>${html(columns[at]?.label ?? '')}</span>`).join('');
}

const PAGE_STYLE = `
body{display:block;max-width:1080px;margin:0 auto;padding:24px 20px 40px;overflow-wrap:anywhere}
header{padding:0 0 16px}
h1{font-size:24px;line-height:1.25;margin:0 0 4px}
h2{font-size:15px;margin:0 0 12px}
h3{font-size:13px;font-weight:600;color:var(--dim);margin:16px 0 2px}
main{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:16px}
main>*{grid-column:span 12}
main>.half{grid-column:span 6;display:flex;flex-direction:column;gap:16px}
main>.half>:last-child{flex:1}
main section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px}
main>.tile{grid-column:span 3;padding:14px 16px}
.tile h2{font-size:13px;font-weight:500;color:var(--dim);margin:0}
.tile strong{display:block;font-size:28px;line-height:1.25;font-weight:650;font-variant-numeric:tabular-nums}
.tile p{font-size:13px}
.better{color:var(--good-text)}.worse{color:var(--bad-text)}
:root{--bg:#f6f8fa;--card:#fff;--good-text:#1d6b41;--bad-text:#a8322a}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--bg:#101419;--card:#1a2027;--good-text:#6fd09a;
--bad-text:#ff9b8d}}
a{color:var(--focus)}
main table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:13px}
main th,main td{text-align:right;padding:5px 4px;border-bottom:1px solid var(--line)}
main th:first-child{text-align:left;font-weight:500}
main td{white-space:nowrap}
main table{overflow-wrap:break-word}
main thead th{color:var(--dim);font-weight:500;vertical-align:bottom}
footer{color:var(--dim);font-size:12px;padding:16px 2px 0}
@media (max-width:760px){
body{padding:16px 12px 32px}
h1{font-size:20px}
main{gap:10px}
main>.half{grid-column:span 12;gap:10px}
main section{padding:14px}
main>.tile{grid-column:span 6;padding:10px 12px}
main table{font-size:12px}
main th,main td{padding:5px 2px}
.tile strong{font-size:23px}
}
@media print{html{font-size:9pt}main section{break-inside:avoid}:root:not([data-theme=light]){--bg:#fff;--card:#fff;
--good-text:#1d6b41;--bad-text:#a8322a}}
`;

export interface PictureFacts {
  title: string;
  lead: string;
  /** ISO time of the reading. */
  at: string;
  /** Of the program. */
  version: string;
}

/** A page of pictures: tiles, halves and cards. */
export const picturePage = ({ title, lead, at, version }: PictureFacts, cards: readonly string[]): string =>
  `${pageHead(title, PLOT_STYLE + PAGE_STYLE)}<header><h1>${html(title)}</h1><p>${html(lead)}</p></header>
<main>
${cards.join('\n')}
</main>
<footer>Read ${html(at.slice(0, 16).replace('T', ' '))} UTC by docs ${html(version)}.</footer>
</html>
`;

export const card = (title: string, inside: string): string =>
  `<section><h2>${html(title)}</h2>${inside}</section>`;

/** Two columns of cards, one below the other where there is no room. */
export const halves = (...columns: readonly (readonly string[])[]): string =>
  columns.map((cards) => `<div class=half>${cards.join('\n')}</div>`).join('\n');

/** A table of numbers, whose first column is names. */
export function numberTable(
  head: readonly string[],
  rows: readonly (readonly [string, ...number[]])[],
): string {
  const cellsOf = (counts: readonly number[]) =>
    counts.map((count) => `<td>${numberHtml(count)}</td>`).join('');
  return table(
    head,
    rows.map(([name, ...counts]) => [name, cellsOf(counts)] as const),
  );
}

/** The same of cells that are HTML already. */
export function table(head: readonly string[], rows: readonly (readonly [string, string])[]): string {
  const heads = head.map((text) => `<th scope=col>${html(text)}</th>`).join('');
  const lines = rows.map(([name, cells]) => `<tr><th scope=row>${html(name)}</th>${cells}</tr>`);
  return `<table><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** `12 Nov`, `12 Nov 2025`. */
export const dayLabel = (at: string, withYear = false): string =>
  new Date(at).toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    ...(withYear && { year: 'numeric' }),
  });
