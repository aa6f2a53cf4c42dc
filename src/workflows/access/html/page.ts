// A matrix as one page for a browser: nothing is loaded, no script but its own runs, and no title is markup.

import { ROLES } from '../../../api/roles.ts';
import { plural } from '../../../output/format.ts';
import { safeLine } from '../../../output/safe-text.ts';
import { html, pageHead } from '../../html/page.ts';
import type { Matrix } from '../matrix.ts';
import { personCells } from '../matrix-rows.ts';
import { originText } from '../ways.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

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
  yield `${pageHead(title, STYLE, SCRIPT)}<header>
<h1>${html(title)}</h1>
<p>${plural(people.length, 'person', 'people')}, ${plural(spaces.length, 'space')}, read ${html(minuteOf(facts.at))} by docs ${html(facts.version)}. An empty cell: no access.</p>
${CONTROLS}
<ul class=legend>${ROLES.map((role, at) => `<li class=l${at}>${role}</li>`).join('')}</ul>
</header>
<main class=wrap tabindex=-1>
<table id=matrix data-first=${FIRST.length}>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
`;
  for (const person of people) yield `${rowOf(matrix, person, origins.numberOf)}\n`;
  yield `</tbody>
</table>
</main>
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
  numberOf: (text: string) => number,
): string {
  const { name, email, role, status } = personCells(person);
  const cells = spaces.map((space) => {
    const has = level(person, space);
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
