// A matrix as one page for a browser: nothing is loaded, no script but its own runs, and no title is markup.

import { ROLES } from '../../../api/roles.ts';
import { originText } from '../../../domain/access/grants.ts';
import { plural } from '../../../output/format.ts';
import { html, pageHead } from '../../../output/html/page.ts';
import { PLOT_STYLE, stack, stacks, type Tone } from '../../../output/html/plots.ts';
import { safeLine } from '../../../output/safe-text.ts';
import type { Matrix } from '../matrix.ts';
import { personCells } from '../matrix-rows.ts';

// What a matrix does as a page: filters, sorts, moves by arrow keys, says of a cell through what. Plain ES2020.

const SCRIPT = `
(() => {
const $ = (id) => document.getElementById(id);
const table = $('matrix'), body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
const rows = [...body.rows], origins = JSON.parse($('origins').textContent), first = Number(table.dataset.first);
const hide = document.head.appendChild(document.createElement('style'));
const RANK = { admin: 0, create: 1, review: 2, edit: 3, comment: 4, read: 5 };
const rank = (cell) => RANK[cell.dataset.l ?? cell.textContent] ?? 9;
const low = (text) => text.toLowerCase();
const people = rows.map((row) => low(row.cells[0].textContent + ' ' + row.cells[1].textContent + ' ' + row.cells[2].textContent));
const levels = rows.map((row) => [...row.cells].slice(first).map(rank));
const titles = heads.slice(first).map((head) => low(head.textContent));
let shown = titles.map(() => true), current;

// Where Tab comes in: the first person that is shown.
function restart() {
  if (current) current.tabIndex = -1;
  const row = [...body.rows].find((one) => !one.hidden);
  current = row && row.cells[0];
  if (current) current.tabIndex = 0;
}

function filter() {
  const who = low($('who').value.trim()), what = low($('what').value.trim());
  const most = $('level').value === '' ? 9 : RANK[$('level').value];
  shown = titles.map((title) => title.includes(what));
  hide.textContent = shown.map((is, at) => is ? '' : '#matrix tr>:nth-child(' + (at + first + 1) + ')').filter(Boolean).join(',');
  if (hide.textContent) hide.textContent += '{display:none}';
  let count = 0;
  rows.forEach((row, at) => {
    const fits = people[at].includes(who) && (most === 9 || levels[at].some((level, column) => shown[column] && level <= most));
    row.hidden = !fits;
    if (fits) count += 1;
  });
  restart();
  $('count').textContent = count + ' of ' + rows.length + ' people, ' + shown.filter(Boolean).length + ' of ' + titles.length + ' spaces';
}

function sort(head) {
  const at = heads.indexOf(head), up = head.getAttribute('aria-sort') === 'ascending';
  for (const one of heads) one.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', up ? 'descending' : 'ascending');
  const keys = new Map(rows.map((row, place) => [row, at < first ? low(row.cells[at].textContent) : levels[place][at - first]]));
  const place = new Map(rows.map((row, index) => [row, index]));
  const compare = (a, b) => (typeof a === 'string' ? a.localeCompare(b) : a - b);
  const sorted = [...rows].sort((a, b) => (up ? -1 : 1) * compare(keys.get(a), keys.get(b)) || place.get(a) - place.get(b));
  body.append(...sorted);
  restart();
}

function say(cell) {
  const row = cell.parentElement, name = row.cells[0].firstChild.textContent, at = cell.cellIndex;
  if (at < first) { $('said').textContent = [...row.cells].slice(0, first).map((one) => one.innerText.replace(/\\s+/g, ' ')).join(', '); return; }
  const origin = cell.dataset.o === undefined ? '' : ': ' + origins[cell.dataset.o];
  $('said').textContent = name + ' has ' + (cell.dataset.l || cell.textContent || 'no access') + ' on ' + heads[at].textContent + origin;
}

function enter(cell) {
  if (current) current.tabIndex = -1;
  current = cell;
  cell.tabIndex = 0;
  cell.focus({ preventScroll: false });
  say(cell);
}

function next(cell, down, right) {
  let row = cell.parentElement, at = cell.cellIndex;
  if (down) { do row = down > 0 ? row.nextElementSibling : row.previousElementSibling; while (row && row.hidden); }
  if (right) do at += right; while (at >= first && at < heads.length && !shown[at - first]);
  const found = row && row.cells[at];
  if (found) enter(found);
}

const MOVES = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
body.addEventListener('keydown', (event) => {
  const cell = event.target.closest('th,td'), move = MOVES[event.key];
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  if (move) next(cell, ...move);
  else if (event.key === 'Home') enter(cell.parentElement.cells[0]);
  else if (event.key === 'End') { const last = shown.lastIndexOf(true); if (last >= 0) enter(cell.parentElement.cells[last + first]); }
  else return;
  event.preventDefault();
});
body.addEventListener('click', (event) => { const cell = event.target.closest('th,td'); if (cell) enter(cell); });
body.addEventListener('focusin', (event) => { const cell = event.target.closest('th,td'); if (cell === current) say(cell); else if (cell) enter(cell); });
table.tHead.addEventListener('click', (event) => { const head = event.target.closest('th'); if (head) sort(head); });
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|SELECT)$/.test(event.target.tagName);
  if (event.key === '/' && !typing) { $('who').focus(); event.preventDefault(); }
  if (event.key === 'Escape' && typing) { event.target.value = ''; filter(); }
});
for (const id of ['who', 'what', 'level']) $(id).addEventListener('input', filter);
$('controls').addEventListener('submit', (event) => event.preventDefault());
$('print').addEventListener('click', () => window.print());
$('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
});

// A sheet of paper is cut where it ends: what is shown is laid out anew, so many spaces at a time.
const SHEET = 8;
addEventListener('beforeprint', () => {
  const paper = document.createElement('section');
  paper.id = 'paper';
  const seen = titles.map((_, at) => at + first).filter((at) => shown[at - first]);
  const lines = [...body.rows].filter((row) => !row.hidden);
  for (let from = 0; from === 0 || from < seen.length; from += SHEET) {
    const columns = seen.slice(from, from + SHEET);
    const take = (row) => {
      const copy = document.createElement('tr');
      for (const at of [...Array(first).keys(), ...columns]) copy.append(row.cells[at].cloneNode(true));
      return copy;
    };
    const part = document.createElement('table');
    part.createCaption().textContent = $('count').textContent + (columns.length ? ': spaces ' + (from + 1) + ' to ' + (from + columns.length) : '');
    part.createTHead().append(take(table.tHead.rows[0]));
    part.createTBody().append(...lines.map(take));
    paper.append(part);
  }
  document.body.append(paper);
  document.documentElement.dataset.paper = '';
});
addEventListener('afterprint', () => {
  const paper = $('paper');
  if (paper) paper.remove();
  delete document.documentElement.dataset.paper;
});
$('controls').hidden = false;
filter();
})();
`.trim();

// The looks of a matrix as a page: light, dark and on paper; heads that stay, on a phone as on a desk.

const STYLE = `
:root{--l0:#ffd7d5;--l1:#ffe3c2;--l2:#fdf0b8;--l3:#d9f2d0;--l4:#d3e9fb;--l5:#eef0f2;--doubt:#8a2be2}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--l0:#6a1f22;--l1:#65401a;--l2:#574c14;--l3:#234a22;
--l4:#1d4163;--l5:#2a3037;--doubt:#c9a0ff}}
:root[data-theme=dark]{--l0:#6a1f22;--l1:#65401a;--l2:#574c14;--l3:#234a22;--l4:#1d4163;--l5:#2a3037;--doubt:#c9a0ff}
form{display:flex;flex-wrap:wrap;gap:8px;margin:10px 0 0;align-items:end}
label{display:flex;flex-direction:column;gap:2px;font-size:12px;color:var(--dim)}
input,select,form button{font:inherit;color:var(--fg);background:var(--bg);border:1px solid var(--line);border-radius:6px;
padding:5px 8px;min-height:34px}
input{width:200px}
form button{cursor:pointer}
#picture{--none:var(--bg);order:1;padding:0 16px 10px;max-height:50vh;overflow:auto;flex:none}
#picture svg{outline:1px solid var(--line);outline-offset:-1px}
#picture .key i{outline:1px solid var(--line)}
#picture summary{cursor:pointer;font-size:13px;color:var(--dim);padding:6px 0 0;width:fit-content}
#picture details ol{columns:2;column-gap:24px;max-width:1000px}
#picture li{break-inside:avoid}
main{order:2}
footer{order:3}
.wrap{flex:1;min-height:200px;overflow:auto;border-top:1px solid var(--line)}
table{border-collapse:separate;border-spacing:0;font-variant-numeric:tabular-nums}
th,td{padding:4px 10px;border-bottom:1px solid var(--line);border-right:1px solid var(--line);text-align:left;
white-space:nowrap}
thead th{position:sticky;top:0;z-index:2;background:var(--head);vertical-align:bottom;padding:0}
thead button{all:unset;display:block;box-sizing:border-box;width:100%;min-width:72px;max-width:150px;padding:6px 10px;
cursor:pointer;font-weight:600;white-space:normal;overflow-wrap:break-word}
thead th:first-child button{max-width:none}
th[aria-sort=ascending] button::after{content:" \\2191"}
th[aria-sort=descending] button::after{content:" \\2193"}
tbody th{position:sticky;left:0;z-index:1;background:var(--bg);font-weight:400;max-width:280px;overflow:hidden;
text-overflow:ellipsis}
tbody th small{display:block;color:var(--dim);overflow:hidden;text-overflow:ellipsis}
thead th:first-child{left:0;z-index:3}
.l0{background:var(--l0)}.l1{background:var(--l1)}.l2{background:var(--l2)}.l3{background:var(--l3)}
.l4{background:var(--l4)}.l5{background:var(--l5)}
.doubt{color:var(--doubt);font-weight:700}
tbody tr:hover th,tbody tr:hover td:not([class]){background:var(--head)}
input:focus-visible,select:focus-visible,form button:focus-visible{outline-offset:1px}
footer{min-height:36px;padding:8px 16px;border-top:1px solid var(--line);background:var(--head)}
#paper{display:none}
@media (max-width:600px){
body{font-size:13px}
header{padding:8px 10px 6px}
h1{font-size:17px}
form{display:grid;grid-template-columns:repeat(4,1fr);gap:6px}
label{grid-column:span 2}
form button{padding:5px 2px}
input,select{width:100%;min-width:0}
#picture{padding:0 10px 6px}
#picture details ol{columns:1}
th,td{padding:4px 8px}
tbody th{max-width:128px}
thead button{min-width:64px;max-width:110px;padding:5px 8px}
thead th:first-child button{max-width:128px}
footer{padding:6px 10px;font-size:12px}
}
@media print{
:root,:root[data-theme]{--l0:#ffd7d5;--l1:#ffe3c2;--l2:#fdf0b8;--l3:#d9f2d0;--l4:#d3e9fb;--l5:#eef0f2}
@page{size:landscape;margin:10mm}
form,footer,#picture details{display:none}
header{padding:0 0 6px}
.wrap{overflow:visible;border:0}
thead{display:table-header-group}
thead th,tbody th{position:static}
tr{break-inside:avoid}
th,td{padding:1px 4px}
:root[data-paper] main{display:none}
#paper{display:block}
#paper table{width:100%;table-layout:fixed;border-left:1px solid var(--line);border-top:1px solid var(--line)}
#paper table+table{break-before:page}
#paper caption{text-align:left;padding:2px 0}
#paper th,#paper td,#paper button{min-width:0;max-width:none;padding:1px 3px;white-space:normal;overflow-wrap:anywhere}
#paper th:first-child{width:19%}
#paper th:nth-child(2),#paper th:nth-child(3){width:7%}
}
`.trim();

export interface PageFacts {
  /** `organization "Acme"`. */
  where: string;
  /** ISO time of the reading. */
  at: string;
  /** Of the program. */
  version: string;
}

/** Columns before those of the spaces: the person, the role, the status. */
const FIRST = ['Person', 'Role', 'Status'];

/** Person by person: a large page is many megabytes. */
export function* pageParts(matrix: Matrix, facts: PageFacts): Generator<string> {
  const { people, spaces } = matrix;
  const title = `Access to the spaces of ${facts.where}`;
  const origins = internedTexts();
  const head = [...FIRST, ...spaces.map((space) => space.title)].map(
    (text) => `<th scope=col><button type=button>${html(text)}</button></th>`,
  );
  yield `${pageHead(title, PLOT_STYLE + STYLE, SCRIPT)}<header>
<h1>${html(title)}</h1>
<p>${plural(people.length, 'person', 'people')}, ${plural(spaces.length, 'space')}, read ${html(minuteOf(facts.at))} by docs ${html(facts.version)}. An empty cell: no access.</p>
${CONTROLS}
</header>
<main class=wrap tabindex=-1>
<table id=matrix data-first=${FIRST.length}>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
`;
  const tally = levelTally(spaces.length);
  for (const person of people)
    yield `${rowOf(matrix, person, { numberOf: origins.numberOf, count: tally.count })}\n`;
  yield `</tbody>
</table>
</main>
${pictureOf(spaces, tally)}
<footer><span id=count role=status></span> <span id=said role=status></span></footer>
<script type=application/json id=origins>${origins.json()}</script>
<script>${SCRIPT}</script>
</html>
`;
}

/** `2026-11-23 14:10 UTC`. */
const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** Without a script there is nothing to control. */
const CONTROLS = `<form id=controls hidden>
<label>People<input id=who type=search placeholder="name, email, role" title="Press / to come here"></label>
<label>Spaces<input id=what type=search placeholder="title"></label>
<label>Level<select id=level><option value="">any</option>${ROLES.map(
  (role) => `<option value=${role}>${role === 'admin' ? role : `${role} or higher`}</option>`,
).join('')}</select></label>
<button id=theme type=button>Dark or light</button>
<button id=print type=button>Print</button>
</form>`;

function rowOf(
  { spaces, level, origin }: Matrix,
  person: Matrix['people'][number],
  { numberOf, count }: { numberOf: (text: string) => number; count: Tally['count'] },
): string {
  const { name, email, role, status } = personCells(person);
  const cells = spaces.map((space, at) => {
    const has = level(person, space);
    count(at, has);
    const found = origin?.(person, space);
    const isSure = found?.doubt === undefined;
    if (has === undefined && isSure) return '<td></td>';
    const why = found ? ` data-o=${numberOf(originText(found))}` : '';
    const style = has === undefined ? '' : ` class=l${ROLES.indexOf(has)}`;
    const shown = isSure ? has : `${has ?? ''}<b class=doubt>?</b>`;
    return `<td${style}${why}${isSure ? '' : ` data-l="${has ?? 'no access'}"`}>${shown}</td>`;
  });
  const who = `<th scope=row title="${html(email ?? name)}">${html(name)}<small>${html(email ?? '')}</small></th>`;
  return `<tr>${who}<td>${role}</td><td>${status}</td>${cells.join('')}</tr>`;
}

// The picture above the table. It is written when every cell is known, and drawn where it belongs.

/** Levels from the highest, then no access. */
const PARTS = [
  ...ROLES.map((name, at) => ({ name, tone: `l${at}` as Tone })),
  { name: 'no access', tone: 'none' as const },
];

interface Tally {
  count(space: number, level: Matrix['level'] extends (...args: never) => infer Level ? Level : never): void;
  /** How many people have each of `PARTS`. */
  of(space: number): number[];
}

function levelTally(spaces: number): Tally {
  const counts = new Uint32Array(spaces * PARTS.length);
  return {
    count(space, level) {
      const at = space * PARTS.length + (level === undefined ? ROLES.length : ROLES.indexOf(level));
      counts[at] = (counts[at] ?? 0) + 1;
    },
    of: (space) => [...counts.subarray(space * PARTS.length, (space + 1) * PARTS.length)],
  };
}

/** Those that most people can write in: a picture of thousands shows none of them. */
const MOST_BARS = 24;

function pictureOf(spaces: Matrix['spaces'], tally: Tally): string {
  const bars = spaces.map(({ title }, at) => ({ name: title, counts: tally.of(at) }));
  const all = PARTS.map((part, at) => ({
    ...part,
    count: bars.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
  }));
  const writers = (counts: readonly number[]) =>
    counts.slice(0, ROLES.indexOf('comment')).reduce((sum, count) => sum + count, 0);
  const most = [...bars].sort((a, b) => writers(b.counts) - writers(a.counts)).slice(0, MOST_BARS);
  const which =
    most.length < bars.length ? `the ${most.length} that most people can write in` : 'all of them';
  return `<section id=picture aria-label="How much access there is">${stack('levels of everyone on every space', all)}
<details><summary>Space by space: ${which}</summary>${stacks(PARTS, most)}</details></section>`;
}

/** Each text once, however many cells have it: thousands come from the same team. */
function internedTexts(): { numberOf(text: string): number; json(): string } {
  const numbers = new Map<string, number>();
  return {
    numberOf(text) {
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    },
    // No text ends the element that it is in.
    json: () => JSON.stringify([...numbers.keys()].map((text) => safeLine(text))).replaceAll('<', '\\u003c'),
  };
}
