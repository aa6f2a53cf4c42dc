// What a matrix does as a page: filters, sorts, moves by arrow keys, says of a cell through what. Plain ES2020.

export const SCRIPT = `
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
