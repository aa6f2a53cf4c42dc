// For people: a fitted table of a list, aligned fields of one resource.
import { tableColumnsOf, valuesOf } from '../columns.ts';
import { cellText, plural } from '../format.ts';
import type { Io } from '../io.ts';
import { labelOf } from '../labels.ts';
import { linkMaker } from '../links.ts';
import { secretMask } from '../secrets.ts';
import { styles, toneOf } from '../style.ts';
import { createTable, type Table } from '../table.ts';
import type { Cell } from '../table-rows.ts';
import type { MakeRenderer, View } from '../view.ts';
import { detail } from './detail.ts';

/** So many rows decide how wide the columns are: far more than a screen shows, and no long wait for the first line. */
const MEASURED = 1000;

export const table: MakeRenderer = (io, view) => {
  const mask = view.showSecrets ? undefined : secretMask(view.secretFields);
  const state: { shown?: Shown | undefined } = {};
  let kept: unknown[] = [];

  const draw = (items: readonly unknown[]): string => {
    state.shown ??= openTable(io, view, items[0]);
    const { columns, table: drawn } = state.shown;
    return drawn.rows(items.map(cellMaker(io, view, columns)));
  };
  const drawKept = (): string => {
    const items = kept;
    kept = [];
    return items.length === 0 ? '' : draw(items);
  };
  return {
    item: (item) => detail(io, { ...view, columns: view.table ?? view.columns }, mask ? mask(item) : item),
    page(raw) {
      const items = mask ? mask(raw) : raw;
      if (state.shown) return draw(items);
      for (const item of items) kept.push(item);
      return kept.length < MEASURED ? '' : drawKept();
    },
    end() {
      const [only] = kept;
      const isAlone = kept.length === 1 && !state.shown;
      const text = drawKept();
      if (!isAlone) return text;
      const { shown } = state;
      // One thing is read from top to bottom where it does not fit on a line.
      if (!shown || !(view.upright || shown.table.isCut)) return text;
      state.shown = undefined;
      return detail(io, { ...view, columns: shown.columns }, only);
    },
    footer: () => state.shown && leftOutText(view, state.shown),
  };
};

interface Shown {
  columns: readonly string[];
  table: Table;
}

function openTable(io: Io, view: View, first: unknown): Shown {
  const columns = tableColumnsOf(view, first);
  return { columns, table: createTable(io, columns.length > 0 ? columns : ['value'], view.labels) };
}

/** Makes the cells of a row. */
function cellMaker(io: Io, view: View, columns: readonly string[]): (item: unknown) => Cell[] {
  const linkOf = linkMaker(io, view);
  const style = styles(io.colorOut);
  return (item) =>
    valuesOf(item, columns).map((value, at) => {
      const column = columns[at] ?? '';
      const tone = io.colorOut ? toneOf(column, value) : undefined;
      return {
        text: cellText(value, { relativeTo: view.now }),
        link: linkOf(item, column, value),
        style: tone && style[tone],
      };
    });
}

/** `2 columns left out: UPDATED, ID; see them with --fields title,updatedAt,id`. */
function leftOutText(view: View, { columns, table: { leftOut } }: Shown): string | undefined {
  const missing = leftOut.map((at) => columns[at] ?? '');
  if (missing.length === 0) return undefined;
  const named = missing.map((column) => labelOf(column, view.labels).toUpperCase()).join(', ');
  const [first] = columns.filter((column) => view.columns.includes(column));
  const fields = [...(first === undefined ? [] : [first]), ...missing].join(',');
  return `${plural(missing.length, 'column')} left out: ${named}; see ${missing.length === 1 ? 'it' : 'them'} with --fields ${fields}`;
}
